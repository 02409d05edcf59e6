import FoundationEssentials
import Postgres

/// A line or a photo that an admin has taken out, and that an admin may bring back.
struct Removal: Sendable, RowDecodable {
    var id: ID<Removal>
    var author: PersonRecord
    /// What was written, or the photo's caption.
    var text: String
    var removedAt: Date
    /// nil: a former member.
    var remover: String?
    /// Where it was said; nil: it is a photo.
    var room: String?
    var picture: LinePicture?

    init(_ row: inout Row) throws {
        id = try row.next()
        author = try PersonRecord(&row)
        text = try row.next()
        removedAt = try row.next()
        remover = try row.next()
        room = try row.next()
        picture = try LinePicture(&row)
    }
}

/// What was brought back: one of the two.
struct Restoration: Sendable, RowDecodable {
    var room: String?
    var photo: ID<Photo>?

    init(_ row: inout Row) throws {
        room = try row.next()
        photo = try row.next()
    }
}
