import Hummingbird
import Postgres

/// One conversation, as a member has it before them.
struct ConversationVisit: Sendable {
    let visit: MemberVisit
    let id: ID<Conversation>
    private let queries = ConversationQueries()

    init(_ visit: MemberVisit) throws { (self.visit, id) = (visit, try visit.identifier("conversation")) }

    var room: Room { .conversation(id) }
    var path: String { visit.club.path + room.path }
    var talk: Talk { Talk(visit, in: room) }

    struct Contents: Sendable {
        var conversation: Conversation
        var lines: [LineRecord]
    }

    /// What is said, and how far the other has read it.
    func fragment(draft: Draft = Draft()) -> LiveFragment {
        let part = LiveFragment.Part(topics: [talk.topic]) { _ in
            let contents = try await contents()
            let chat = Chat(contents.lines, in: room, visit: visit, draft: draft)
            return try visit.services.templates.render(
                ConversationLive(layout: visit.layout, chat: chat, reading: ReadingView(contents, visit: visit)))
        }
        return LiveFragment(visit: visit, parts: [part])
    }

    /// Throws `Problem.notFound` for whoever is not one of the two, and while one has blocked the other.
    func conversation() async throws -> Conversation { try seen(try await visit.read(queries.conversation(id, of: visit.me))) }

    private func contents() async throws -> Contents {
        let (conversation, lines) = try await visit.read(queries.conversation(id, of: visit.me), talk.newest)
        return Contents(conversation: try seen(conversation), lines: lines)
    }

    /// The conversation as its page shows it, which is therefore read; and the visit with the counter as it is then.
    func opened() async throws -> (Contents, MemberVisit) {
        let contents = try await contents()
        guard visit.isLookedAt, let last = contents.lines.last, last.id.rawValue > contents.conversation.readLine.rawValue else {
            return (contents, visit)
        }
        try await noteReading(upTo: last.id)
        return (contents, try await visit.counted())
    }

    /// Notes that the lines of a frame have been read.
    func noteShown(_ chat: Chat) async throws {
        guard visit.isLookedAt, let last = chat.lines.last, !last.isMine, let line = ID<LineRecord>(last.id),
            line.rawValue > (try await conversation()).readLine.rawValue
        else { return }
        try await noteReading(upTo: line)
    }

    func noteReading(upTo line: ID<LineRecord>) async throws {
        let (_, changed) = try await visit.services.database.write(
            tenant: visit.club.id.rawValue, retrying: true, queries.lock(id), queries.read(id, upTo: line, by: visit.me))
        guard changed > 0 else {
            // It was known already, or is not to be seen.
            _ = try await conversation()
            return
        }
        visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id), talk.topic)
    }

    /// Says a photo that has been stored for the two. One that cannot be said is not kept.
    func send(_ photo: ID<Photo>, nonce: String) async throws {
        do {
            try await talk.say("", picture: photo, nonce: "photo:\(photo):\(nonce)")
        } catch {
            try await visit.write(PhotoQueries().deleteUnsaid(photo, by: visit.me))
            throw error
        }
    }

    private func seen(_ conversation: Conversation?) throws -> Conversation {
        guard let conversation, !visit.hidden.contains(conversation.other.id) else { throw Problem.notFound }
        return conversation
    }
}
