import FoundationEssentials
import Postgres

/// An evening on which members play a video game together, with the answer and the votes of the member who reads it.
struct Evening: RowRecord {
    enum Answer: String, DatabaseEnum, CaseIterable {
        case yes, maybe, no

        var label: String {
            switch self {
            case .yes: "Yes"
            case .maybe: "Maybe"
            case .no: "No"
            }
        }

        /// The text after the name of a guest, for example "is coming".
        var thirdPersonLabel: String {
            switch self {
            case .yes: "is coming"
            case .maybe: "may come"
            case .no: "cannot come"
            }
        }
    }

    var id: ID<Evening>
    var host: PersonRecord
    var startsAt: Date
    /// When the vote on the game ends.
    var closesAt: Date
    var note: String
    /// True if the votes were counted, or if there is only one game.
    var isDecided: Bool
    var isCalledOff: Bool
    var isVotingClosed: Bool
    /// True if the evening began at least 12 hours ago. Guests can no longer answer then.
    var hasEnded: Bool
    /// The answer of the member who reads the evening. Nil if there is none yet.
    var answer: Answer?
    var votes: [Int]

    static let decoder = RowDecoder(Evening.init)

    /// Columns of the evening `e`, its host `m`, and the reader's row `g` of `evening_guests`.
    static let columns: SQL = """
        e.id, \(PersonRecord.columns(of: "m")), e.starts_at, e.closes_at, e.note, e.decided_at IS NOT NULL, e.called_off_at IS NOT NULL,
            e.closes_at <= now() OR e.decided_at IS NOT NULL OR e.called_off_at IS NOT NULL, \(Evening.ended), g.comes, g.votes
        """

    /// SQL condition for `hasEnded` of the evening `e`.
    static let ended: SQL = "(e.starts_at <= now() - interval '12 hours')"

    static func path(of id: ID<Evening>, in club: Club) -> String { "\(club.path)/library/evenings/\(id)" }
}

struct EveningVideoGame: RowRecord {
    var id: ID<VideoGame>
    var name: String
    var released: String?
    var platforms: [String]
    var coverVersion: String?
    var votes: Int
    var isChosen: Bool

    static let decoder = RowDecoder(EveningVideoGame.init)
}

struct EveningGuest: RowRecord {
    var person: PersonRecord
    var answer: Evening.Answer?
    var hasVoted: Bool

    static let decoder = RowDecoder(EveningGuest.init)
}

struct ListedEvening: RowRecord {
    var evening: Evening
    /// The name of the chosen game. Nil if no game is chosen yet.
    var game: String?

    static let decoder = RowDecoder(ListedEvening.init)
}
