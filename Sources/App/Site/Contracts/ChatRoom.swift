import Postgres

/// A place where members write messages, such as the lobby, a game or a photo.
struct ChatRoom: Hashable, Sendable {
    let kind: ChatRoomKind
    /// The id of the room's subject. Nil if the kind has only one room.
    let number: Int?

    init(_ kind: ChatRoomKind, _ number: Int? = nil) { (self.kind, self.number) = (kind, number) }

    /// The value of the column `room_number`: 0 if the kind has only one room.
    var storedNumber: Int { number ?? 0 }

    /// Unique among all rooms of a club: `photo:12`.
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

/// A kind of chat room, as its feature describes it. Its SQL becomes part of the statements in `ChatMessageQueries`: there `$2` is the
/// room's number (0 if the kind has only one room), and `$3` the member who asks. When the subject of a room is deleted, the trigger
/// `forget_room` on the subject's table deletes the room's messages.
final class ChatRoomKind: Sendable {
    /// The value of the column `room_kind`, in lower case letters.
    let name: String
    /// The path of its rooms below the club's path, without their number. Each room is a page with one chat, at `path/12`.
    let path: String
    let title: String
    let invitation: String
    /// Names the room for admins: "the lobby".
    let words: String
    /// Whether only its participants see the messages. Admins then see only messages that were reported.
    var isPrivate: Bool { privateChat != nil }
    /// Whether messages stay as long as the room's subject, even if the club deletes old messages.
    let isKept: Bool
    /// Whether the member may see the room. `$4` are the members who are hidden from them.
    let isOpen: SQL
    /// Whether the member may write in the room. It locks the room's subject (`FOR KEY SHARE`), so that the subject is not deleted
    /// meanwhile.
    let mayWrite: SQL
    /// The sentence of the refusal if the room is open, but the member may not write.
    let refusal: String
    /// The member who may remove messages of others. Nil if only admins may.
    let host: Host?
    let privateChat: PrivateChat?
    /// Set if several rooms show the same messages.
    let sharedChat: SharedChat?
    /// Runs after a message was sent. Returns the members whose notices it concerns.
    let onMessageSent: MessageHandler
    /// Runs after a message was removed or restored. Returns the members whose counts have changed.
    let onRemovalChanged: MessageHandler

    /// The number of the room that stores the messages of room `$2`.
    var messagesRoomNumber: SQL { sharedChat?.number ?? "$2" }

    typealias MessageHandler = @Sendable (_ room: Int, MemberVisit) async throws -> [ID<Member>]

    struct Host: Sendable {
        let member: SQL
        let reason: String
    }

    /// Describes rooms that show the same messages, such as the games that two members play one after the other.
    struct SharedChat: Sendable {
        /// The number of the room that stores the messages of room `$2`.
        let number: SQL
        /// The rooms in which members may be reading the same messages now, including the given room.
        let rooms: @Sendable (_ room: Int) -> Query<[Int]>
    }

    struct PrivateChat: Sendable {
        /// Makes the writers of a room wait for one another, because a message also changes counts in other rows.
        let lock: @Sendable (_ room: Int) -> Query<Int>
        /// A part of the `WITH` clause that updates counts for the new row `line`.
        let count: SQL
        /// The text of the message in the form that search compares.
        let folded: SQL
    }

    init(
        _ name: String, at path: String, title: String, invitation: String, words: String, isKept: Bool = false, isOpen: SQL, mayWrite: SQL,
        refusal: String = "Nothing can be said here just now.", host: Host? = nil, privateChat: PrivateChat? = nil,
        sharedChat: SharedChat? = nil, onMessageSent: @escaping MessageHandler = { _, _ in [] },
        onRemovalChanged: @escaping MessageHandler = { _, _ in [] }
    ) {
        (self.name, self.path, self.title, self.invitation, self.words) = (name, path, title, invitation, words)
        (self.isKept, self.isOpen, self.mayWrite, self.refusal) = (isKept, isOpen, mayWrite, refusal)
        (self.host, self.privateChat, self.sharedChat) = (host, privateChat, sharedChat)
        (self.onMessageSent, self.onRemovalChanged) = (onMessageSent, onRemovalChanged)
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
