import FoundationEssentials
import Postgres

/// A line of talk.
struct LineRecord: Sendable, RowDecodable {
    var id: ID<LineRecord>
    var author: PersonRecord
    /// Empty when it has been removed, or a picture says it all.
    var text: String
    var sentAt: Date
    var isRemoved: Bool
    /// Its writer cannot bring it back: an admin has removed it, or whose photo it is about; or they have, long ago.
    var isRemovedForGood: Bool
    var picture: LinePicture?

    /// For so long what one has taken back can be brought back; then it is forgotten.
    static let timeToRestore: SQL = "interval '24 hours'"
    /// Whether the writer of a line `l` cannot bring it back.
    static let isRemovedForGood: SQL = "(l.is_removed_by_admin OR coalesce(l.removed_at < now() - \(LineRecord.timeToRestore), false))"

    init(_ row: inout Row) throws {
        id = try row.next()
        author = try PersonRecord(&row)
        text = try row.next()
        sentAt = try row.next()
        isRemoved = try row.next()
        isRemovedForGood = try row.next()
        picture = try LinePicture(&row)
    }
}

/// A photo within a line: its number and the measures of its small file.
struct LinePicture: Sendable {
    var id: ID<Photo>
    var width: Int
    var height: Int
    var description: String

    /// nil: there is none.
    init?(_ row: inout Row) throws {
        let (photo, across, down, words): (ID<Photo>?, Int?, Int?, String?) = (
            try row.next(), try row.next(), try row.next(), try row.next()
        )
        guard let photo, let across, let down else { return nil }
        (id, width, height, description) = (photo, across, down, words ?? "")
    }
}
