import FoundationEssentials
import Postgres

/// A member whom one follows, is followed by, or may know.
struct Friend: Sendable, RowDecodable {
    var person: PersonRecord
    var isOnline: Bool
    /// How many friends they share with me.
    var sharedFriends: Int
    /// How many games we have played lately.
    var games: Int

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        isOnline = try row.next()
        sharedFriends = try row.next()
        games = try row.next()
    }
}
