import FoundationEssentials
import Postgres

struct Removal: Sendable, RowDecodable {
    var id: ID<Removal>
    var author: PersonRecord
    var text: String
    var removedAt: Date
    /// The name of the admin who removed the message or photo. Nil if this admin has left the club.
    var remover: String?
    /// The chat room of the message. Nil if a photo was removed.
    var room: ChatRoomColumns?
    var picture: ChatMessagePhoto?

    init(_ row: inout Row) throws {
        id = try row.next()
        author = try PersonRecord(&row)
        text = try row.next()
        removedAt = try row.next()
        remover = try row.next()
        room = try ChatRoomColumns(&row)
        picture = try ChatMessagePhoto(&row)
    }
}

/// The restored thing: either the chat room of a restored message, or a restored photo. The other property is nil.
struct Restoration: RowDecodable {
    var room: ChatRoomColumns?
    var photo: ID<Photo>?

    init(_ row: inout Row) throws {
        room = try ChatRoomColumns(&row)
        photo = try row.next()
    }
}
