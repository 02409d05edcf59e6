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
    /// An admin has removed it, or whose photo it is about: its writer cannot bring it back.
    var isRemovedByAdmin: Bool
    var picture: LinePicture?

    init(_ row: inout Row) throws {
        id = try row.next()
        author = try PersonRecord(&row)
        text = try row.next()
        sentAt = try row.next()
        isRemoved = try row.next()
        isRemovedByAdmin = try row.next()
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
