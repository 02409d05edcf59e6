import FoundationEssentials
import Postgres

/// How a member likes to practise.
struct PracticeSettings: Sendable, RowDecodable {
    enum Keyboard: String, StoredName, CaseIterable {
        case letters, qwerty

        var words: String { self == .letters ? "By the alphabet" : "As on a typewriter" }
    }

    /// With which hand, so that the keys stand on its side.
    enum Hand: String, StoredName, CaseIterable {
        case both, left, right

        var words: String {
            switch self {
            case .both: "Both, or either"
            case .left: "The left one"
            case .right: "The right one"
            }
        }
    }

    /// Milliseconds that a single switch rests on each key.
    static let paces = [800, 1500, 2500, 4000]

    var keyboard = Keyboard.letters
    var hand = Hand.both
    /// 1: the marked key goes on by itself, and any key of one's own chooses; 2: one goes on, another chooses; 0: neither.
    var switches = 0
    var pace = 1500
    /// Whether it is measured how one taps.
    var measuresTaps = true
    /// Whether a clock runs beside the game.
    var showsClock = false
    /// When the score last began anew; nil: it never did.
    private(set) var resetAt: Date?
    /// Whether its member is on the leaderboard, as far as the club sees how they practise.
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

    /// Of settings `s`.
    static let columns: SQL = """
        s.keyboard, s.hand, s.switches::bigint, s.scan_pace::bigint, s.measures_taps, s.shows_clock, s.reset_at, s.is_ranked
        """

    /// nil: something was chosen that is not there to choose.
    init?(_ form: Form) {
        guard let keyboard = Keyboard(rawValue: form["keyboard"]), let hand = Hand(rawValue: form["hand"]),
            let switches = form.number("switches"), (0...2).contains(switches), let pace = form.number("pace"), Self.paces.contains(pace)
        else { return nil }
        (self.keyboard, self.hand, self.switches, self.pace) = (keyboard, hand, switches, pace)
        (measuresTaps, showsClock) = (form["measures_taps"] == "1", form["shows_clock"] == "1")
    }
}
