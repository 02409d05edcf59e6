import FoundationEssentials
import GameRules
import Postgres

/// An open invitation from one member to another to play.
struct Challenge: Sendable, RowDecodable {
    var id: ID<Challenge>
    var from: PersonRecord
    var to: PersonRecord
    var createdAt: Date
    var proposal: Proposal
    /// When it was first shown to whom it was sent.
    var seenAt: Date?
    /// When it was refused; nil while it is open.
    var answeredAt: Date?
    /// Why it was refused.
    var reason: Reason?

    init(_ row: inout Row) throws {
        id = try row.next()
        from = try PersonRecord(&row)
        to = try PersonRecord(&row)
        createdAt = try row.next()
        proposal = try Proposal(&row)
        seenAt = try row.next()
        answeredAt = try row.next()
        reason = try (row.next() as String?).flatMap { Reason(rawValue: $0) }
    }

    /// Of a challenge `c`, and of whom it is `f`rom and `t`o.
    static let columns: SQL = """
        c.id, \(PersonRecord.columns(of: "f")), \(PersonRecord.columns(of: "t")), c.created_at, c.variant, c.starts, c.best_of, c.words,
        c.seen_at, c.answered_at, c.reason
        """

    /// What these need of a row of `challenges`.
    static let stored: SQL = """
        club_id, id, from_member, to_member, created_at, variant, starts, best_of, words, seen_at, answered_at, reason
        """

    static let people: SQL = """
        JOIN members f ON f.club_id = c.club_id AND f.id = c.from_member
        JOIN members t ON t.club_id = c.club_id AND t.id = c.to_member
        """

    /// What may be said instead of a bare no.
    enum Reason: String, CaseIterable {
        case later, busy, board

        var words: String {
            switch self {
            case .later: "Later today"
            case .busy: "In the middle of something"
            case .board: "Rather another board"
            }
        }
    }
}

/// Someone who is here, with their record.
struct OnlineMember: Sendable, RowDecodable {
    var person: PersonRecord
    var wins: Int
    var draws: Int
    var losses: Int
    /// On the kind of board that they have played most; nil: none yet.
    var rating: Double?
    var ratedOn: TicTacToe.Variant?
    /// Whether the record is not for the whole club.
    var isPrivate: Bool

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        wins = try row.next()
        draws = try row.next()
        losses = try row.next()
        rating = try row.next()
        ratedOn = try row.next()
        isPrivate = try row.next()
    }
}
