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
    /// The room of a line. Nil if a photo was removed.
    var room: RoomColumns?
    var picture: LinePicture?

    init(_ row: inout Row) throws {
        id = try row.next()
        author = try PersonRecord(&row)
        text = try row.next()
        removedAt = try row.next()
        remover = try row.next()
        room = try RoomColumns(&row)
        picture = try LinePicture(&row)
    }
}

/// What was brought back: one of the two.
struct Restoration: Sendable, RowDecodable {
    var room: RoomColumns?
    var photo: ID<Photo>?

    init(_ row: inout Row) throws {
        room = try RoomColumns(&row)
        photo = try row.next()
    }
}
