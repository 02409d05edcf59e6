import Postgres

/// A place where members write messages, such as the lobby, a game or a photo.
struct ChatRoom: Hashable, Sendable {
    let kind: ChatRoomKind
    /// The id of the room's subject, the thing that the room belongs to, such as a photo. Nil if the kind has only one room.
    let number: Int?

    init(_ kind: ChatRoomKind, _ number: Int? = nil) { (self.kind, self.number) = (kind, number) }

    /// The value of the column `room_number`: 0 if the kind has only one room.
    var storedNumber: Int { number ?? 0 }

    /// A name that is unique among all rooms of a club: `photo:12`.
    var name: String { number.map { "\(kind.name):\($0)" } ?? kind.name }

    var path: String { number.map { "\(kind.path)/\($0)" } ?? kind.path }
}

/// The columns `room_kind` and `room_number` of a message.
struct ChatRoomColumns: Sendable {
    var kind: String
    var number: Int

    init?(_ row: inout Row) throws {
        let (kind, number) = (try row.next(String?.self), try row.next(Int?.self))
        guard let kind, let number else { return nil }
        (self.kind, self.number) = (kind, number)
    }

    func room(among kinds: [ChatRoomKind]) -> ChatRoom? {
        kinds.first { $0.name == kind }.map { ChatRoom($0, number == 0 ? nil : number) }
    }
}

/// A kind of chat room, such as the comments on a photo. Its SQL becomes part of the statements in `ChatMessageQueries`. In these
/// statements, `$2` is the room's number (0 if the kind has only one room), and `$3` is the member who made the request. When the subject
/// of a room is deleted, a trigger on the subject's table deletes the room's messages (`migrations/functions/delete_room.sql`).
final class ChatRoomKind: Sendable {
    /// The value of the column `room_kind`, in lower case letters and underscores. It is also the name of the room's parameter in
    /// addresses.
    let name: String
    /// The path of the rooms below the club's path, without the room's number. Each room is a page with one chat, for example at `path/12`.
    let path: String
    /// Whether the kind has only one room, at `path`.
    let hasOneRoom: Bool
    let title: String
    let invitation: String
    /// The name of the room in a sentence for admins: "the lobby".
    let label: String
    /// Whether only the participants of a room see its messages. If so, admins see only messages that were reported.
    var isPrivate: Bool { privateChat != nil }
    /// Whether messages are kept as long as the room's subject exists, even if the club deletes old messages.
    let isKept: Bool
    /// SQL condition: whether the member `$3` may see the room. `$4` are the members who are hidden from `$3`.
    let isOpen: SQL
    /// SQL condition: whether the member `$3` may write in the room. The condition locks the room's subject (`FOR KEY SHARE`), so that the
    /// subject is not deleted before the message is stored.
    let mayWrite: SQL
    /// The sentence for a member who may see the room, but may not write in it.
    let refusal: String
    /// The member who may remove messages of others in a room, such as the owner of a photo. Nil if only admins may remove them.
    let host: Host?
    let privateChat: PrivateChat?
    /// Set if several rooms of this kind show the same messages. Nil if each room has its own messages.
    let sharedChat: SharedChat?
    /// Runs after a message was sent. Returns the members whose notices have changed because of the message.
    let onMessageSent: MessageHandler
    /// Runs after a message was removed or restored. Returns the members whose counts of notices or messages may have changed.
    let onRemovalChanged: MessageHandler

    /// SQL expression: the number of the room in which the messages of the room `$2` are stored.
    var messagesRoomNumber: SQL { sharedChat?.number ?? "$2" }

    typealias MessageHandler = @Sendable (_ room: Int, MemberVisit) async throws -> [ID<Member>]

    struct Host: Sendable {
        let member: SQL
        let reason: String
    }

    /// Describes rooms that show the same messages, such as the games that two members play one after the other.
    struct SharedChat: Sendable {
        /// SQL expression: the number of the room in which the messages of the room `$2` are stored.
        let number: SQL
        /// The numbers of the rooms that show the same messages and that members may have open now. The given room is one of them.
        let rooms: @Sendable (_ room: Int) -> Query<[Int]>
    }

    struct PrivateChat: Sendable {
        /// A statement that locks the room, so that its messages are stored one after the other. This is necessary because each message
        /// also changes counts in other rows.
        let lock: @Sendable (_ room: Int) -> Query<Int>
        /// A part of the `WITH` clause of the statement that stores a message. This part updates counts. It reads the new message from
        /// `message`.
        let count: SQL
        /// SQL expression: the text of the message in the format that the search compares (`migrations/functions/fold.sql`).
        let folded: SQL
    }

    init(
        _ name: String, at path: String, hasOneRoom: Bool = false, title: String, invitation: String, label: String, isKept: Bool = false,
        isOpen: SQL, mayWrite: SQL,
        refusal: String = "You cannot write here now.", host: Host? = nil, privateChat: PrivateChat? = nil,
        sharedChat: SharedChat? = nil, onMessageSent: @escaping MessageHandler = { _, _ in [] },
        onRemovalChanged: @escaping MessageHandler = { _, _ in [] }
    ) {
        (self.name, self.path, self.hasOneRoom) = (name, path, hasOneRoom)
        (self.title, self.invitation, self.label) = (title, invitation, label)
        (self.isKept, self.isOpen, self.mayWrite, self.refusal) = (isKept, isOpen, mayWrite, refusal)
        (self.host, self.privateChat, self.sharedChat) = (host, privateChat, sharedChat)
        (self.onMessageSent, self.onRemovalChanged) = (onMessageSent, onRemovalChanged)
    }
}

extension ChatRoomKind {
    /// The route of a room, for example `/c/:club/photos/:photo`.
    var route: String { "/c/:club\(path)" + (hasOneRoom ? "" : "/:\(name)") }

    /// The room of a request whose route is `route` or begins with it. Throws `Problem.notFound` if the address has no valid number.
    func room(of visit: MemberVisit) throws -> ChatRoom {
        guard !hasOneRoom else { return ChatRoom(self) }
        let number: ID<ChatRoom> = try visit.identifier(name)
        return ChatRoom(self, number.rawValue)
    }
}

extension ChatRoomKind: Hashable {
    static func == (one: ChatRoomKind, other: ChatRoomKind) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Topic {
    static func room(_ room: ChatRoom, in club: ID<Club>) -> Topic { Topic(name: "room:\(club):\(room.name)") }
}

extension LiveRoute.PartTopics {
    static func talk(in room: ChatRoom, of club: ID<Club>) -> LiveRoute.PartTopics {
        var part = LiveRoute.PartTopics([.room(room, in: club)])
        part.shared = part.topics.first
        return part
    }
}
