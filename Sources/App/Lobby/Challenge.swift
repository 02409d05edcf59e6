import FoundationEssentials
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

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        wins = try row.next()
        draws = try row.next()
        losses = try row.next()
        rating = try row.next()
    }
}
