import FoundationEssentials
import Postgres

/// An evening on which members play a video game together, with the answer and the votes of one of them.
struct Evening: Sendable, RowDecodable {
    enum Answer: String, DatabaseEnum, CaseIterable {
        case yes, maybe, no

        var label: String {
            switch self {
            case .yes: "I come"
            case .maybe: "Perhaps"
            case .no: "I cannot"
            }
        }

        /// "comes", after the name of a guest.
        var thirdPersonLabel: String {
            switch self {
            case .yes: "comes"
            case .maybe: "comes perhaps"
            case .no: "cannot come"
            }
        }
    }

    var id: ID<Evening>
    var host: PersonRecord
    var startsAt: Date
    /// The end of the vote on the game.
    var closesAt: Date
    var note: String
    /// True if the votes were counted, or if there is only one game.
    var isDecided: Bool
    var isCalledOff: Bool
    var isVotingClosed: Bool
    /// True from 12 hours after the start.
    var isOver: Bool
    /// The member's answer. Nil if there is none yet.
    var answer: Answer?
    var votes: [Int]

    init(_ row: inout Row) throws {
        id = try row.next()
        host = try PersonRecord(&row)
        startsAt = try row.next()
        closesAt = try row.next()
        note = try row.next()
        isDecided = try row.next()
        isCalledOff = try row.next()
        isVotingClosed = try row.next()
        isOver = try row.next()
        answer = try row.next()
        votes = try row.next()
    }

    /// Expects the evening as `e`, its host as `m`, and the member's row of `evening_guests` as `g`.
    static let columns: SQL = """
        e.id, \(PersonRecord.columns(of: "m")), e.starts_at, e.closes_at, e.note, e.decided_at IS NOT NULL, e.called_off_at IS NOT NULL,
            e.closes_at <= now() OR e.decided_at IS NOT NULL OR e.called_off_at IS NOT NULL, \(Evening.isOver), g.comes, g.votes
        """

    /// True if an evening `e` began so long ago that guests can no longer answer.
    static let isOver: SQL = "(e.starts_at <= now() - interval '12 hours')"

    static func path(of id: ID<Evening>, in club: Club) -> String { "\(club.path)/library/evenings/\(id)" }
}

struct EveningVideoGame: Sendable, RowDecodable {
    var id: ID<VideoGame>
    var name: String
    var released: String?
    var platforms: [String]
    var coverVersion: String?
    /// The number of guests who would play it.
    var votes: Int
    var isChosen: Bool

    init(_ row: inout Row) throws {
        id = try row.next()
        name = try row.next()
        released = try row.next()
        platforms = try row.next()
        coverVersion = try row.next()
        votes = try row.next()
        isChosen = try row.next()
    }
}

struct EveningGuest: Sendable, RowDecodable {
    var person: PersonRecord
    var answer: Evening.Answer?
    var hasVoted: Bool

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        answer = try row.next()
        hasVoted = try row.next()
    }
}

struct ListedEvening: Sendable, RowDecodable {
    var evening: Evening
    /// The name of the chosen game. Nil if no game is chosen yet.
    var game: String?

    init(_ row: inout Row) throws {
        evening = try Evening(&row)
        game = try row.next()
    }
}
