import Hummingbird

/// The routes of the chat in one kind of room. They are below the address of the room, which is a page with one chat.
/// `MessageReportRoutes` has the routes for messages of others.
struct ChatRoutes: Sendable {
    let kind: ChatRoomKind
    /// Responds with the page that has the current chat. The page also has the draft, a text that was typed but not sent.
    let page: @Sendable (MemberVisit, Draft) async throws -> Response
    /// Runs after the newest messages were shown in a frame (`iframe`). In a browser without scripts, nothing else tells the server that
    /// the messages were read.
    var onShown: @Sendable (MemberVisit, Chat) async throws -> Void = { _, _ in }
    private static let frameSeconds = 3

    func add(to site: Site) {
        func at(_ rest: String) -> RouterPath { RouterPath(stringLiteral: kind.route + rest) }
        site.memberGet(at("/messages"), show)
        site.memberPost(at("/messages"), send)
        site.memberPost(at("/messages/:message/removal")) { visit in try await setRemoved(true, visit) }
        site.memberPost(at("/messages/:message/restoration")) { visit in try await setRemoved(false, visit) }
    }

    private func chatVisit(_ visit: MemberVisit) throws -> ChatVisit { ChatVisit(visit, in: try kind.room(of: visit)) }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let chatVisit = try chatVisit(visit)
        guard let text = visit.query("before") else {
            let chat = try await chatVisit.chat()
            try await onShown(visit, chat)
            // A frame that reloads loses the scroll position and the focus, so the visitor can stop it.
            let seconds = visit.query("still") == nil ? Self.frameSeconds : nil
            return try visit.frame(ChatFrame(layout: visit.layout, chat: chat, refreshSeconds: seconds))
        }
        guard let message = ID<ChatMessageRecord>(text) else { throw Problem.notFound }
        var chat = try await chatVisit.chat(before: message)
        chat.isLive = false
        return try visit.page(OlderMessagesPage(layout: visit.layout, chat: chat))
    }

    private func send(_ visit: MemberVisit) async throws -> Response {
        let chatVisit = try chatVisit(visit)
        let text = visit.form.paragraph("text")
        return try await visit.answer {
            try await chatVisit.send(text, idempotencyKey: visit.form.line("idempotency_key"))
            return try await respondWithChat(chatVisit)
        } refused: { refusal in
            try await respondWithChat(chatVisit, Draft(text: text, refusal: refusal))
        }
    }

    private func setRemoved(_ isRemoved: Bool, _ visit: MemberVisit) async throws -> Response {
        let chatVisit = try chatVisit(visit)
        try await chatVisit.setRemoved(isRemoved, visit.identifier("message"))
        return try await respondWithChat(chatVisit)
    }

    private func respondWithChat(_ chatVisit: ChatVisit, _ draft: Draft = Draft()) async throws -> Response {
        let visit = chatVisit.visit
        guard visit.wantsRepresentation || draft.refusal != nil else {
            // Keeps the query of the page.
            let query = visit.request.uri.query.map { "?\($0)" } ?? ""
            return visit.redirect(to: chatVisit.path + query + "#chat")
        }
        return try await page(visit, draft)
    }
}
