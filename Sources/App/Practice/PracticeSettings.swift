import FoundationEssentials
import Postgres

struct PracticeSettings: Sendable, RowDecodable {
    enum Keyboard: String, DatabaseEnum, CaseIterable {
        case letters, qwerty

        var label: String { self == .letters ? "In the order of the alphabet" : "Like a computer keyboard" }
    }

    /// The hand that the member uses. The page shows the keys on the side of this hand.
    enum Hand: String, DatabaseEnum, CaseIterable {
        case both, left, right

        var label: String {
            switch self {
            case .both: "Both hands"
            case .left: "The left hand"
            case .right: "The right hand"
            }
        }
    }

    static let paces = [800, 1500, 2500, 4000]

    var keyboard = Keyboard.letters
    var hand = Hand.both
    /// The number of switches (buttons that replace the keyboard) that the member uses, from 0 to 2. With one switch, the highlight moves
    /// from key to key by itself, and the switch chooses the highlighted key. With two switches, the first switch moves the highlight, and
    /// the second switch chooses the key.
    var switches = 0
    /// The number of milliseconds for which the highlight stays on each key, with one switch.
    var pace = 1500
    var measuresTaps = true
    var showsClock = false
    /// The time of the last reset of the score. Nil if the score was never reset.
    private(set) var resetAt: Date?
    /// Whether the member is on the leaderboard. The database sets this to false when the club can no longer see the member's practice.
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

    /// The columns that `init` decodes. `s` is a row of `practice_settings`.
    static let columns: SQL = """
        s.keyboard, s.hand, s.switches::bigint, s.scan_pace::bigint, s.measures_taps, s.shows_clock, s.reset_at, s.is_ranked
        """

    /// Nil if a value in the form is not one of the offered choices.
    init?(_ form: Form) {
        guard let keyboard = Keyboard(rawValue: form["keyboard"]), let hand = Hand(rawValue: form["hand"]),
            let switches = form.number("switches"), (0...2).contains(switches), let pace = form.number("pace"), Self.paces.contains(pace)
        else { return nil }
        (self.keyboard, self.hand, self.switches, self.pace) = (keyboard, hand, switches, pace)
        (measuresTaps, showsClock) = (form["measures_taps"] == "1", form["shows_clock"] == "1")
    }
}
