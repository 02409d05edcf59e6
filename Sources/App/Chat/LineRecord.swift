import FoundationEssentials
import Postgres

/// A line of talk.
struct LineRecord: Sendable, RowDecodable {
    var id: ID<LineRecord>
    var author: PersonRecord
    /// Empty when it has been removed.
    var text: String
    var sentAt: Date
    var isRemoved: Bool
    /// An admin has removed it, so its writer cannot bring it back.
    var isRemovedByAdmin: Bool

    init(_ row: inout Row) throws {
        id = try row.next()
        author = try PersonRecord(&row)
        text = try row.next()
        sentAt = try row.next()
        isRemoved = try row.next()
        isRemovedByAdmin = try row.next()
    }
}
