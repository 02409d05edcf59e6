import FoundationEssentials
import Postgres

/// A photo that a member shares with the club.
struct Photo: Sendable, RowDecodable {
    /// Which of its files.
    enum Size: String, Sendable { case large, small }

    var id: ID<Photo>
    var author: PersonRecord
    var caption: String
    /// What is to be seen, for whoever cannot see it; "" when nobody has said.
    var description: String
    var createdAt: Date
    var width: Int
    var height: Int

    init(_ row: inout Row) throws {
        id = try row.next()
        author = try PersonRecord(&row)
        caption = try row.next()
        description = try row.next()
        createdAt = try row.next()
        width = try row.next()
        height = try row.next()
    }
}

/// The beginning of a photo's file, with what there is to know of the whole.
struct PhotoFile: Sendable, RowDecodable {
    /// Of what was sent: another one for another photo.
    var digest: Bytes
    var length: Int
    var beginning: Bytes

    init(_ row: inout Row) throws {
        digest = try row.next()
        length = try row.next()
        beginning = try row.next()
    }
}
