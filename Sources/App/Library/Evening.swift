import FoundationEssentials
import Postgres

/// An evening on which some play a video game, as one of them sees it.
struct Evening: Sendable, RowDecodable {
    /// What somebody says who is invited.
    enum Answer: String, StoredName, CaseIterable {
        case yes, maybe, no

        /// As the answer is given.
        var label: String {
            switch self {
            case .yes: "I come"
            case .maybe: "Perhaps"
            case .no: "I cannot"
            }
        }

        /// As it is told of somebody.
        var words: String {
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
    /// Until when they vote on the game.
    var closesAt: Date
    var note: String
    /// The votes were counted, or there was one game alone.
    var isDecided: Bool
    var isCalledOff: Bool
    /// Nobody can vote any more.
    var isClosed: Bool
    /// It has begun long ago.
    var isOver: Bool
    /// What the member has said.
    var answer: Answer?
    /// What the member would play.
    var votes: [Int]

    init(_ row: inout Row) throws {
        id = try row.next()
        host = try PersonRecord(&row)
        startsAt = try row.next()
        closesAt = try row.next()
        note = try row.next()
        isDecided = try row.next()
        isCalledOff = try row.next()
        isClosed = try row.next()
        isOver = try row.next()
        answer = try row.next()
        votes = try row.next()
    }

    /// Of an evening `e` with its host `m` and what the member says of it, `g`.
    static let columns: SQL = """
        e.id, \(PersonRecord.columns(of: "m")), e.starts_at, e.closes_at, e.note, e.decided_at IS NOT NULL, e.called_off_at IS NOT NULL,
            e.closes_at <= now() OR e.decided_at IS NOT NULL OR e.called_off_at IS NOT NULL, \(Evening.isOver), g.comes, g.votes
        """

    /// Of an evening `e`: nobody says any more whether they come.
    static let isOver: SQL = "(e.starts_at <= now() - interval '12 hours')"

    static func path(of id: ID<Evening>, in club: Club) -> String { "\(club.path)/library/evenings/\(id)" }
}

/// A title that may be played on an evening.
struct EveningTitle: Sendable, RowDecodable {
    var id: ID<Title>
    var name: String
    var released: String?
    var platforms: [String]
    /// The version of its cover.
    var cover: String?
    /// How many would play it.
    var votes: Int
    var isChosen: Bool

    init(_ row: inout Row) throws {
        id = try row.next()
        name = try row.next()
        released = try row.next()
        platforms = try row.next()
        cover = try row.next()
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

/// An evening in a list.
struct ListedEvening: Sendable, RowDecodable {
    var evening: Evening
    /// What is played; nil: it is not known yet.
    var title: String?

    init(_ row: inout Row) throws {
        evening = try Evening(&row)
        title = try row.next()
    }
}
