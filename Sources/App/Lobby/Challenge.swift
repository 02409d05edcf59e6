import FoundationEssentials
import Postgres

/// An open invitation from one member to another to play.
struct Challenge: Sendable, RowDecodable {
    var id: ID<Challenge>
    var from: PersonRecord
    var to: PersonRecord
    var createdAt: Date

    init(_ row: inout Row) throws {
        id = try row.next()
        from = try PersonRecord(&row)
        to = try PersonRecord(&row)
        createdAt = try row.next()
    }
}

/// Someone who is here, with their record, as one member sees them.
struct OnlineMember: Sendable, RowDecodable {
    var person: PersonRecord
    var wins: Int
    var draws: Int
    var losses: Int
    var isChallenged: Bool

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        wins = try row.next()
        draws = try row.next()
        losses = try row.next()
        isChallenged = try row.next()
    }
}
