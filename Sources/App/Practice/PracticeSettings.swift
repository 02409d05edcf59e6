import FoundationEssentials
import Postgres

struct PracticeSettings: Sendable, RowDecodable {
    enum Keyboard: String, DatabaseEnum, CaseIterable {
        case letters, qwerty

        var label: String { self == .letters ? "By the alphabet" : "As on a typewriter" }
    }

    /// The hand that the member uses. The keys are on its side of the screen.
    enum Hand: String, DatabaseEnum, CaseIterable {
        case both, left, right

        var label: String {
            switch self {
            case .both: "Both, or either"
            case .left: "The left one"
            case .right: "The right one"
            }
        }
    }

    static let paces = [800, 1500, 2500, 4000]

    var keyboard = Keyboard.letters
    var hand = Hand.both
    /// The number of switches, from 0 to 2. With one, the mark moves by itself and the switch chooses. With two, the first switch moves the
    /// mark and the second chooses.
    var switches = 0
    /// Milliseconds that the mark rests on each key with one switch.
    var pace = 1500
    var measuresTaps = true
    var showsClock = false
    /// Nil if the score was never reset.
    private(set) var resetAt: Date?
    /// Whether the member is on the leaderboard. The database clears this when the club can no longer see their practice.
    private(set) var isRanked = false

    init() {}

    init(_ row: inout Row) throws {
        keyboard = try row.next()
        hand = try row.next()
        switches = try row.next()
        pace = try row.next()
        measuresTaps = try row.next()
        showsClock = try row.next()
        resetAt = try row.next()
        isRanked = try row.next()
    }

    /// `s` is a row of `practice_settings`.
    static let columns: SQL = """
        s.keyboard, s.hand, s.switches::bigint, s.scan_pace::bigint, s.measures_taps, s.shows_clock, s.reset_at, s.is_ranked
        """

    /// Nil if a value is none of the offered choices.
    init?(_ form: Form) {
        guard let keyboard = Keyboard(rawValue: form["keyboard"]), let hand = Hand(rawValue: form["hand"]),
            let switches = form.number("switches"), (0...2).contains(switches), let pace = form.number("pace"), Self.paces.contains(pace)
        else { return nil }
        (self.keyboard, self.hand, self.switches, self.pace) = (keyboard, hand, switches, pace)
        (measuresTaps, showsClock) = (form["measures_taps"] == "1", form["shows_clock"] == "1")
    }
}
