import Crypto
import FoundationEssentials
import Hummingbird
import Postgres
import Synchronization
import Web

struct ChatVisit: Sendable {
    let visit: MemberVisit
    let room: ChatRoom
    private let queries = ChatMessageQueries()

    init(_ visit: MemberVisit, in room: ChatRoom) { (self.visit, self.room) = (visit, room) }

    var topic: Topic { .room(room, in: visit.club.id) }
    var path: String { visit.club.path + room.path }

    /// Reads the newest messages: one message more than `Chat` shows, so that `Chat` knows whether there are older messages.
    var newest: Query<[ChatMessageRecord]> { queries.messages(in: room, limit: Chat.maxMessages + 1) }

    /// The part of a live fragment with the newest messages. If this part is rendered because of a change, all members whose polls wait for
    /// that change share one read. Members who have written none of the messages also share the rendered bytes.
    func part(_ draft: Draft = Draft()) -> LiveFragment.Part {
        LiveFragment.Part(
            topics: [topic],
            rendering: { version in
                guard let version else { return try render(try await visit.read(newest), draft, in: visit.layout) }
                let snapshot = try await reading(at: version).value
                guard draft.isEmpty, snapshot.looksTheSame(to: visit.me, hiding: visit.hidden) else {
                    return try render(snapshot.messages, draft, in: visit.layout)
                }
                // A plain layout, so that nothing of this visitor gets into bytes that others receive.
                return try snapshot.renderOnce { try render(snapshot.messages, draft, in: Layout(plain: visit.services.assets.addresses)) }
            })
    }

    private func render(_ messages: [ChatMessageRecord], _ draft: Draft, in layout: Layout) throws -> LiveFragment.RenderedPart {
        let chat = Chat(messages, in: room, visit: visit, draft: draft)
        return LiveFragment.RenderedPart(try visit.services.templates.render(ChatLive(layout: layout, chat: chat)))
    }

    /// Reads the newest messages, or uses the result of another request that has read them within the last second. Such a result is used
    /// only if it includes every change up to `version`.
    func reading(at version: Int) -> Task<ChatSnapshot, any Error> {
        visit.services.sharedReads.reading(of: topic, at: version) { ChatSnapshot(try await visit.read(newest)) }
    }

    /// The chat with the newest messages, or with the messages before a given message. Throws `Problem.notFound` if the visitor may not see
    /// the room.
    func chat(before message: ID<ChatMessageRecord> = .last) async throws -> Chat {
        let (isOpen, messages) = try await visit.read(
            queries.isOpen(room, to: visit.me, hidden: visit.hidden),
            queries.messages(in: room, before: message, limit: Chat.maxMessages + 1))
        guard isOpen else { throw Problem.notFound }
        return Chat(messages, in: room, visit: visit)
    }

    func isOpen() async throws -> Bool { try await visit.read(queries.isOpen(room, to: visit.me, hidden: visit.hidden)) }

    /// A message, whether the visitor may remove it as the room's host, and the result of another query that is read at the same time.
    /// Throws `Problem.notFound` if the visitor may not see the room, if there is no such message, or if its author is hidden from the
    /// visitor.
    func message<Other>(
        _ id: ID<ChatMessageRecord>, and query: Query<Other>
    ) async throws -> (message: ChatMessageRecord, canRemove: Bool, other: Other) {
        let (isOpen, message, host, other) = try await visit.read(
            queries.isOpen(room, to: visit.me, hidden: visit.hidden), queries.message(id, in: room), queries.host(of: room), query)
        guard isOpen, let message, !visit.hidden.contains(message.author.id) else { throw Problem.notFound }
        return (message, host == visit.me, other)
    }

    /// Stores a message once, even if the browser sends it several times. Announces the topics of everything that shows the message. Throws
    /// `Refusal` if the text is empty or too long, or if the visitor may not write in the room. Throws `Problem` if the visitor may not see
    /// the room, or sends too many messages.
    func send(_ text: String, picture: ID<ChatMessagePhoto>? = nil, card: ChatMessageCard? = nil, idempotencyKey: String) async throws {
        guard !text.isEmpty || picture != nil else { throw Refusal(.unprocessableContent, "Write something first.") }
        let length = text.utf16.count
        guard length <= ChatMessage.maxLength else {
            throw Refusal(.unprocessableContent, "That is \(length) characters. The limit is \(ChatMessage.maxLength).")
        }
        // The upload of the photo has already taken a token of its own limit.
        if picture == nil { try visit.spend(.message) }
        // The stored key is a hash of the browser's key and the text. So the same key with the same text is the same message, and the same
        // key with another text is a new message.
        let storedKey = RandomText.encode(Array(SHA256.hash(data: Data((idempotencyKey + "\0" + text).utf8)))[..<18])
        let change = try await store(
            queries.add(text, picture: picture, card: card, to: room, by: visit.me, idempotencyKey: storedKey))
        guard change.isAllowed else { throw try await refusal() }
        visit.services.announcer.announce(change.isNew ? try await topicsToAnnounce(by: room.kind.onMessageSent) : [topic])
    }

    /// Stores the message, and tries again after a conflict with another transaction. This is safe, because a message with the same
    /// idempotency key is stored once.
    private func store(_ message: Query<ChatMessageChange>) async throws -> ChatMessageChange {
        let (database, club) = (visit.services.database, visit.club.id.rawValue)
        guard let number = room.number, let privateChat = room.kind.privateChat else {
            return try await database.write(tenant: club, retryingConflicts: true, message)
        }
        return try await database.write(tenant: club, retryingConflicts: true, privateChat.lock(number), message).1
    }

    private func refusal() async throws -> any Error {
        guard try await isOpen() else { return Problem.notFound }
        return Refusal(.forbidden, room.kind.refusal)
    }

    /// Topics of everything that shows the message: the rooms, and the inboxes of the members that `handler` returns.
    private func topicsToAnnounce(by handler: ChatRoomKind.MessageHandler) async throws -> [Topic] {
        guard let number = room.number else { return [topic] }
        let members = try await handler(number, visit).map { Topic.inbox($0, in: visit.club.id) }
        guard let rooms = room.kind.sharedChat?.rooms(number) else { return [topic] + members }
        return try await visit.read(rooms).map { .room(ChatRoom(room.kind, $0), in: visit.club.id) } + members
    }

    /// Removes or restores a message of the visitor. The room's host can also remove messages of others. Throws `Problem.notFound` if the
    /// visitor may not do this, and `Problem` 429 if a rate limit is reached.
    func setRemoved(_ isRemoved: Bool, _ message: ID<ChatMessageRecord>) async throws {
        try visit.spend(.message)
        let change = try await visit.write(queries.setRemoved(isRemoved, message, in: room, by: visit.me))
        guard change.isAllowed else { throw Problem.notFound }
        guard change.isNew else { return }
        visit.services.announcer.announce(try await topicsAfterRemoval())
    }

    /// Topics to announce after a message was removed or restored.
    func topicsAfterRemoval() async throws -> [Topic] { try await topicsToAnnounce(by: room.kind.onRemovalChanged) }
}

final class ChatSnapshot: SharedRendering {
    let messages: [ChatMessageRecord]
    private let authors: Set<ID<Member>>
    private let sharedRendering = Mutex<LiveFragment.RenderedPart?>(nil)

    init(_ messages: [ChatMessageRecord]) { (self.messages, authors) = (messages, Set(messages.map(\.author.id))) }

    /// Whether the messages look the same to `me` as to every member who has written none of them.
    func looksTheSame(to me: ID<Member>, hiding hidden: [ID<Member>]) -> Bool {
        !authors.contains(me) && authors.isDisjoint(with: hidden)
    }

    /// The rendered messages for members who have written none of them. Nil if nobody has rendered them yet.
    var rendered: LiveFragment.RenderedPart? { sharedRendering.withLock(\.self) }

    func renderOnce(_ render: () throws -> LiveFragment.RenderedPart) rethrows -> LiveFragment.RenderedPart {
        try sharedRendering.withLock { sharedRendering in
            if let sharedRendering { return sharedRendering }
            let rendered = try render()
            sharedRendering = rendered
            return rendered
        }
    }
}

extension RateLimiter.Limit {
    static let message = RateLimiter.Limit(name: "message", burst: 12, secondsPerToken: 1.5)
}
