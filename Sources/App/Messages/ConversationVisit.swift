import Hummingbird
import Postgres

struct ConversationVisit: Sendable {
    let visit: MemberVisit
    let id: ID<Conversation>
    private let queries = ConversationQueries()

    init(_ visit: MemberVisit) throws { (self.visit, id) = (visit, try visit.identifier("conversation")) }

    var room: ChatRoom { .conversation(id) }
    var path: String { visit.club.path + room.path }
    var chatVisit: ChatVisit { ChatVisit(visit, in: room) }

    struct Contents: Sendable {
        var conversation: Conversation
        var messages: [ChatMessageRecord]
    }

    func fragment(draft: Draft = Draft()) -> LiveFragment {
        let part = LiveFragment.Part(topics: [chatVisit.topic]) { _ in
            let contents = try await contents()
            let chat = Chat(contents.messages, in: room, visit: visit, draft: draft)
            return try visit.services.templates.render(
                ConversationLive(layout: visit.layout, chat: chat, reading: ReadingView(contents, visit: visit)))
        }
        return LiveFragment(visit: visit, parts: [part])
    }

    /// Reads the conversation. Throws `Problem.notFound` if the visitor is not one of its two members, or if a block exists between them.
    func conversation() async throws -> Conversation { try visible(try await visit.read(queries.conversation(id, of: visit.me))) }

    private func contents() async throws -> Contents {
        let (conversation, messages) = try await visit.read(queries.conversation(id, of: visit.me), chatVisit.newest)
        return Contents(conversation: try visible(conversation), messages: messages)
    }

    /// Reads the conversation and marks its messages as read. Also returns the visit with the new counts of notices.
    func openAndMarkRead() async throws -> (Contents, MemberVisit) {
        let contents = try await contents()
        guard visit.isLookedAt, let last = contents.messages.last, last.id.rawValue > contents.conversation.readMessage.rawValue else {
            return (contents, visit)
        }
        try await markRead(upTo: last.id)
        return (contents, try await visit.withBellCounts())
    }

    func markRead(_ chat: Chat) async throws {
        guard visit.isLookedAt, let last = chat.messages.last, !last.isMine, let message = ID<ChatMessageRecord>(last.id),
            message.rawValue > (try await conversation()).readMessage.rawValue
        else { return }
        try await markRead(upTo: message)
    }

    func markRead(upTo message: ID<ChatMessageRecord>) async throws {
        let (_, changed) = try await visit.services.database.write(
            tenant: visit.club.id.rawValue, retryingConflicts: true, queries.lock(id), queries.markRead(id, upTo: message, by: visit.me))
        guard changed > 0 else {
            // Either no message was unread, or the member may not see the conversation. In the second case, the next call throws.
            _ = try await conversation()
            return
        }
        visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id), chatVisit.topic)
    }

    /// Sends a stored photo as a message. Deletes the photo if the message cannot be sent.
    func send(_ photo: ID<Photo>, idempotencyKey: String) async throws {
        do {
            try await chatVisit.send("", picture: ID(photo.rawValue), idempotencyKey: "photo:\(photo):\(idempotencyKey)")
        } catch {
            try await visit.write(Photos.deleteUnsent(photo, by: visit.me))
            throw error
        }
    }

    private func visible(_ conversation: Conversation?) throws -> Conversation {
        guard let conversation, !visit.hidden.contains(conversation.other.id) else { throw Problem.notFound }
        return conversation
    }
}
