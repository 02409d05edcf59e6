import FoundationEssentials
import Postgres

struct Removal: Sendable, RowDecodable {
    var id: ID<Removal>
    var author: PersonRecord
    var text: String
    var removedAt: Date
    /// Nil if the admin has left the club.
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

/// A restored message or photo: one of the two is set.
struct Restoration: Sendable, RowDecodable {
    var room: ChatRoomColumns?
    var photo: ID<Photo>?

    init(_ row: inout Row) throws {
        room = try ChatRoomColumns(&row)
        photo = try row.next()
    }
}
