import Hummingbird

/// The routes of the chat in one kind of room. They are below the address of the room, which is a page with one chat.
struct ChatRoutes: Sendable {
    let room: @Sendable (MemberVisit) throws -> ChatRoom
    /// Responds with the page that has the current chat, and with the draft, a text that was typed but not sent.
    let page: @Sendable (MemberVisit, Draft) async throws -> Response
    /// Runs after the newest messages were shown in a frame. In a browser without scripts, nothing else tells the server that the messages
    /// were read.
    var onShown: @Sendable (MemberVisit, Chat) async throws -> Void = { _, _ in }
    private static let frameSeconds = 3

    func add(to site: Site, below path: String) {
        func at(_ rest: String) -> RouterPath { RouterPath(stringLiteral: path + rest) }
        site.memberGet(at("/lines"), show)
        site.memberPost(at("/lines"), send)
        site.memberGet(at("/lines/:line"), showMessage)
        site.memberPost(at("/lines/:line/reports"), report)
        site.memberPost(at("/lines/:line/removal")) { visit in try await setRemoved(true, visit) }
        site.memberPost(at("/lines/:line/restoration")) { visit in try await setRemoved(false, visit) }
    }

    private func chatVisit(_ visit: MemberVisit) throws -> ChatVisit { ChatVisit(visit, in: try room(visit)) }

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
            try await chatVisit.send(text, nonce: visit.form.line("nonce"))
            return try await respondWithChat(chatVisit)
        } refused: { refusal in
            try await respondWithChat(chatVisit, Draft(text: text, refusal: refusal))
        }
    }

    private func setRemoved(_ isRemoved: Bool, _ visit: MemberVisit) async throws -> Response {
        let chatVisit = try chatVisit(visit)
        try await chatVisit.setRemoved(isRemoved, visit.identifier("line"))
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

    // MARK: Messages of others

    private func showMessage(_ visit: MemberVisit) async throws -> Response {
        let chatVisit = try chatVisit(visit)
        let id: ID<ChatMessageRecord> = try visit.identifier("line")
        return try await messagePage(chatVisit, id)
    }

    private func messagePage(_ chatVisit: ChatVisit, _ id: ID<ChatMessageRecord>, _ refusal: Refusal? = nil) async throws -> Response {
        let visit = chatVisit.visit
        let (message, report, canRemove) = try await chatVisit.message(id)
        guard message.author.id != visit.me else { return visit.redirect(to: chatVisit.path + "#chat") }
        let page = ChatMessagePage(
            layout: visit.layout, path: chatVisit.path, line: ChatMessage(message, club: visit.club, me: visit.me),
            report: ReportForm(
                "\(chatVisit.path)/lines/\(id)/reports", "message", "wrote", by: message.author, report, club: visit.club),
            removal: message.isRemoved
                ? nil
                : canRemove
                    ? ChatMessageRemoval(action: "\(chatVisit.path)/lines/\(id)/removal", reason: chatVisit.room.kind.host?.reason ?? "")
                    : visit.isAdmin && !chatVisit.room.kind.isPrivate
                        ? ChatMessageRemoval(
                            action: "\(visit.club.path)/reports/\(id)/removal",
                            reason: "As an admin you can take the message out. For \(Club.daysToRestore) days it can be brought back.")
                        : nil,
            problem: refusal?.sentence)
        return try visit.page(page, status: refusal?.status ?? .ok)
    }

    private func report(_ visit: MemberVisit) async throws -> Response {
        let chatVisit = try chatVisit(visit)
        let id: ID<ChatMessageRecord> = try visit.identifier("line")
        guard let reason = Report.Reason(rawValue: visit.form["reason"]) else {
            return try await messagePage(chatVisit, id, Refusal(.unprocessableContent, "Choose what is wrong with it."))
        }
        guard try await chatVisit.message(id).message.author.id != visit.me else { throw Problem.notFound }
        try visit.spend(.report)
        try await visit.write(ReportQueries().report(id, by: visit.me, reason))
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.redirect(to: "\(chatVisit.path)/lines/\(id)")
    }
}
