import FoundationEssentials
import Postgres

struct Friend: RowRecord {
    var person: PersonRecord
    var isOnline: Bool
    var sharedFriends: Int
    /// The number of recent games between this member and the visitor. It is 0 except in suggestions.
    var games: Int

    static let decoder = RowDecoder(Friend.init)
}
