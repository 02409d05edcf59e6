import Hummingbird
import Postgres
import Web

struct MessageRoutes {
    private let queries = ConversationQueries()
    private static let pageSize = 50
    /// The seconds in the header `Retry-After` of the response to a search that timed out.
    private static let searchPause = 5

    func add(to site: Site) {
        site.memberGet("/c/:club/messages") { visit in
            try await visit.query("q") == nil ? showInbox(visit) : search(visit)
        }
        site.memberLive("/c/:club/messages/live", parts: { me, club, _ in [.init([.inbox(me, in: club)])] }) { visit in inbox(visit) }
        site.memberPost("/c/:club/messages", open)
        site.memberGet("/c/:club/messages/:conversation") { visit in try await show(visit) }
        site.memberLive(
            "/c/:club/messages/:conversation/live", parts: { _, club, id in ID(id).map { [.init([.room(.conversation($0), in: club)])] } }
        ) { visit in
            try ConversationVisit(visit).fragment()
        }
        site.memberPost("/c/:club/messages/:conversation/reading", markRead)
        site.memberUpload("/c/:club/messages/:conversation/photos", sendPhotos)
        ChatRoutes(
            kind: .conversation, page: respondWithPage, onShown: { visit, chat in try await ConversationVisit(visit).markRead(chat) }
        )
        .add(to: site)
    }

    // MARK: Inbox

    private func showInbox(_ visit: MemberVisit) async throws -> Response {
        let (cursor, tag) = (try visit.cursor() as Cursor<ChatMessageRecord>, inbox(visit).fragmentTag)
        let found = try await visit.read(queries.inbox(of: visit.me, hidden: visit.hidden, at: cursor, limit: Self.pageSize + 1))
        let slice = Slice(found, at: cursor, size: Self.pageSize)
        guard !slice.leadsToFirst else { return visit.redirect(to: visit.club.path + "/messages") }
        return try visit.page(InboxPage(slice, fragmentTag: tag, visit: visit))
    }

    private func inbox(_ visit: MemberVisit) -> LiveFragment {
        let part = LiveFragment.Part(topics: [.inbox(visit.me, in: visit.club.id)]) { _ in
            let found = try await visit.read(queries.inbox(of: visit.me, hidden: visit.hidden, at: Cursor(), limit: Self.pageSize))
            let rows = found.map { InboxRow($0, club: visit.club) }
            return try visit.services.templates.render(InboxLive(layout: visit.layout, conversations: rows))
        }
        return LiveFragment(visit: visit, parts: [part])
    }

    private func search(_ visit: MemberVisit) async throws -> Response {
        let words = (visit.query("q") ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(scalars: 100)
        guard !words.isEmpty else { return visit.redirect(to: visit.club.path + "/messages") }
        try visit.spend(.search)
        let search = MessageSearch(
            words: words, olderThan: visit.query("before").flatMap { ID($0) } ?? .last, isReduced: visit.query("near") != nil)
        do {
            let found = try await visit.readLong(
                queries.messages(
                    with: words, of: visit.me, hidden: visit.hidden, before: search.olderThan, within: search.limits,
                    limit: Self.pageSize + 1))
            return try visit.page(MessageSearchPage(found, of: search, limit: Self.pageSize, visit: visit))
        } catch let error as DatabaseError where error.isOutOfTime {
            var response = try visit.page(MessageSearchPage(timedOut: search, visit: visit), status: .serviceUnavailable)
            response.headers[.retryAfter] = "\(Self.searchPause)"
            return response
        }
    }

    private func open(_ visit: MemberVisit) async throws -> Response {
        guard let other = ID<Member>(visit.form["member"]), other != visit.me, !visit.hidden.contains(other) else { throw Problem.notFound }
        try visit.spend(.follow)
        // The second call finds a conversation that another transaction created during the first.
        for _ in 0..<2 {
            if let id = try await visit.write(queries.findOrCreate(with: other, by: visit.me)) {
                return visit.redirect(to: "\(visit.club.path)/messages/\(id)")
            }
        }
        throw Problem.notFound
    }

    // MARK: Conversation

    private func show(
        _ visit: MemberVisit, status: HTTPResponse.Status = .ok, draft: Draft = Draft(), problems: [String] = []
    ) async throws -> Response {
        let conversationVisit = try ConversationVisit(visit)
        let tag = conversationVisit.fragment().fragmentTag
        let (contents, counted) = try await conversationVisit.openAndMarkRead()
        let chat = Chat(contents.messages, in: conversationVisit.room, visit: counted, draft: draft)
        return try visit.page(
            ConversationPage(
                contents.conversation, messages: contents.messages, chat: chat, fragmentTag: tag, problems: problems,
                visit: counted), status: status)
    }

    @Sendable private func respondWithPage(_ visit: MemberVisit, _ draft: Draft) async throws -> Response {
        guard visit.wantsRepresentation else { return try await show(visit, draft: draft) }
        return try await ConversationVisit(visit).fragment(draft: draft).representation()
    }

    /// Marks messages as read. The browser sends this request when the conversation becomes visible.
    private func markRead(_ visit: MemberVisit) async throws -> Response {
        guard let message = ID<ChatMessageRecord>(visit.form["message"]) else {
            throw Problem.malformed("The number of the message is missing or invalid.")
        }
        let conversationVisit = try ConversationVisit(visit)
        try await conversationVisit.markRead(upTo: message)
        return visit.wantsRepresentation ? Response(status: .noContent) : visit.redirect(to: conversationVisit.path)
    }

    private func sendPhotos(_ visit: MemberVisit) async throws -> Response {
        let conversationVisit = try ConversationVisit(visit)
        return try await visit.answer {
            try await Upload.receive(visit) { upload in
                guard try await conversationVisit.conversation().canWrite else {
                    throw Refusal(.forbidden, ChatRoomKind.conversation.refusal)
                }
                let idempotencyKey = upload.fields["idempotency_key"]
                let outcome = try await PhotoIntake(visit, in: ID(conversationVisit.id.rawValue)).store(upload) {
                    try await conversationVisit.send($0, idempotencyKey: idempotencyKey)
                }
                guard outcome.problems.isEmpty else {
                    return try await show(visit, status: outcome.status, problems: outcome.problems)
                }
                return visit.redirect(to: conversationVisit.path + "#chat")
            }
        } refused: { refusal in
            try await show(visit, problems: [refusal.sentence])
        }
    }
}

extension RateLimiter.Limit {
    static let search = RateLimiter.Limit(name: "search", burst: 10, secondsPerToken: 2)
}
