import Postgres

/// Where something is said: each has its own lines and its own news.
struct Room: Hashable, Sendable {
    let kind: RoomKind
    /// Which one of its kind. Nil if there is only one.
    let number: Int?

    init(_ kind: RoomKind, _ number: Int? = nil) { (self.kind, self.number) = (kind, number) }

    /// The value of the column `room_number`: 0 if there is only one room of the kind.
    var storedNumber: Int { number ?? 0 }

    /// Unique among all rooms of a club: `photo:12`.
    var name: String { number.map { "\(kind.name):\($0)" } ?? kind.name }

    /// Below the club's own path.
    var path: String { number.map { "\(kind.path)/\($0)" } ?? kind.path }
}

/// The columns `room_kind` and `room_number` of a line.
struct RoomColumns: Sendable {
    var kind: String
    var number: Int

    /// Nil if both columns are NULL.
    init?(_ row: inout Row) throws {
        let (kind, number) = (try row.next(String?.self), try row.next(Int?.self))
        guard let kind, let number else { return nil }
        (self.kind, self.number) = (kind, number)
    }

    /// Nil if none of `kinds` has that name.
    func room(among kinds: [RoomKind]) -> Room? {
        kinds.first { $0.name == kind }.map { Room($0, number == 0 ? nil : number) }
    }
}

/// A kind of rooms, as its feature describes it. Its statements are parts of those in `LineQueries`: in each of them `$2` is the room's
/// number (0 if there is only one room of the kind), and `$3` the member who asks. When the subject of a room is deleted, the trigger
/// `forget_room` of its table deletes the room's lines.
final class RoomKind: Sendable {
    /// The value of the column `room_kind`, in lower case letters.
    let name: String
    /// Where its rooms are, below the club's path, without their numbers: each is a page with one talk, at `path/12`.
    let path: String
    /// What a room calls its talk.
    let title: String
    /// What stands there while nothing has been said.
    let invitation: String
    /// For an admin who reads of it: "the lobby".
    let words: String
    /// Whether only those see what is said who talk there: admins see what was reported.
    var isPrivate: Bool { privateTalk != nil }
    /// Whether what is said stays as long as what it is about, whatever the club forgets.
    let isKept: Bool
    /// Whether the member may see the room; `$4` are those whom they do not see.
    let isOpen: SQL
    /// Whether they may say something there. What the room is about is held by it (`FOR KEY SHARE`), so that it does not go meanwhile.
    let mayWrite: SQL
    /// Why not, where the room is open.
    let refusal: String
    /// Who removes what others say there.
    let host: Host?
    let privateTalk: PrivateTalk?
    /// Where several rooms go on with the same talk.
    let sharedTalk: SharedTalk?
    /// Notes that something was said, for those whom it concerns, who are returned.
    let said: Listeners
    /// Whose counts change when a line is taken back, or brought back.
    let changed: Listeners

    /// The number of the room that has the lines of room `$2`.
    var linesNumber: SQL { sharedTalk?.number ?? "$2" }

    typealias Listeners = @Sendable (_ room: Int, MemberVisit) async throws -> [ID<Member>]

    struct Host: Sendable {
        /// The member; NULL: nobody.
        let member: SQL
        /// Why they may.
        let reason: String
    }

    /// What is different where several rooms go on with the same talk.
    struct SharedTalk: Sendable {
        /// The number of the room that has the lines of room `$2`.
        let number: SQL
        /// The rooms that somebody may look at just now who reads the same as in this one, which is one of them.
        let rooms: @Sendable (_ room: Int) -> Query<[Int]>
    }

    /// What is different between two.
    struct PrivateTalk: Sendable {
        /// Those who write wait for one another: what they change beside the line is counted.
        let lock: @Sendable (_ room: Int) -> Query<Int>
        /// A part of the `WITH`, which changes what is counted of the new `line`.
        let count: SQL
        /// The line's words as they are looked for.
        let folded: SQL
    }

    init(
        _ name: String, at path: String, title: String, invitation: String, words: String, isKept: Bool = false, isOpen: SQL, mayWrite: SQL,
        refusal: String = "Nothing can be said here just now.", host: Host? = nil, privateTalk: PrivateTalk? = nil,
        sharedTalk: SharedTalk? = nil, said: @escaping Listeners = { _, _ in [] }, changed: @escaping Listeners = { _, _ in [] }
    ) {
        (self.name, self.path, self.title, self.invitation, self.words) = (name, path, title, invitation, words)
        (self.isKept, self.isOpen, self.mayWrite, self.refusal) = (isKept, isOpen, mayWrite, refusal)
        (self.host, self.privateTalk, self.sharedTalk, self.said, self.changed) = (host, privateTalk, sharedTalk, said, changed)
    }
}

extension RoomKind: Hashable {
    static func == (one: RoomKind, other: RoomKind) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Topic {
    /// What is said in a room.
    static func room(_ room: Room, in club: ID<Club>) -> Topic { Topic(name: "room:\(club):\(room.name)") }
}

extension LiveRoute.PartTopics {
    static func talk(in room: Room, of club: ID<Club>) -> LiveRoute.PartTopics {
        var part = LiveRoute.PartTopics([.room(room, in: club)])
        part.shared = part.topics.first
        return part
    }
}
