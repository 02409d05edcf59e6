import Hummingbird

/// The talk of one kind of room, below the room's own address, which is a page that shows it: one talk a page.
struct ChatRoutes: Sendable {
    /// The room that a request is for.
    let room: @Sendable (MemberVisit) throws -> Room
    /// The page around the talk as it now stands, with what was not taken.
    let page: @Sendable (MemberVisit, Draft) async throws -> Response
    /// What follows when the newest lines have been shown in a frame, in which no script says that they were read.
    var shown: @Sendable (MemberVisit, Chat) async throws -> Void = { _, _ in }
    private static let frameSeconds = 3

    func add(to site: Site, below path: String) {
        func at(_ rest: String) -> RouterPath { RouterPath(stringLiteral: path + rest) }
        site.memberGet(at("/lines"), show)
        site.memberPost(at("/lines"), say)
        site.memberGet(at("/lines/:line"), showLine)
        site.memberPost(at("/lines/:line/reports"), report)
        site.memberPost(at("/lines/:line/removal")) { visit in try await setRemoved(true, visit) }
        site.memberPost(at("/lines/:line/restoration")) { visit in try await setRemoved(false, visit) }
    }

    private func talk(_ visit: MemberVisit) throws -> Talk { Talk(visit, in: try room(visit)) }

    /// The newest lines in a frame, or those before one as a page.
    private func show(_ visit: MemberVisit) async throws -> Response {
        let talk = try talk(visit)
        guard let text = visit.query("before") else {
            let chat = try await talk.chat()
            try await shown(visit, chat)
            // A frame that loads itself takes away where one was: whoever reads back, or goes by keyboard, holds it still.
            let seconds = visit.query("still") == nil ? Self.frameSeconds : nil
            return try visit.frame(ChatFrame(layout: visit.layout, chat: chat, refreshSeconds: seconds))
        }
        guard let line = ID<LineRecord>(text) else { throw Problem.notFound }
        var chat = try await talk.chat(before: line)
        chat.isLive = false
        return try visit.page(OlderLinesPage(layout: visit.layout, chat: chat))
    }

    private func say(_ visit: MemberVisit) async throws -> Response {
        let talk = try talk(visit)
        let text = visit.form.paragraph("text")
        return try await visit.answer {
            try await talk.say(text, nonce: visit.form.line("nonce"))
            return try await again(talk)
        } refused: { refusal in
            try await again(talk, Draft(text: text, refusal: refusal))
        }
    }

    private func setRemoved(_ isRemoved: Bool, _ visit: MemberVisit) async throws -> Response {
        let talk = try talk(visit)
        try await talk.setRemoved(isRemoved, visit.identifier("line"))
        return try await again(talk)
    }

    private func again(_ talk: Talk, _ draft: Draft = Draft()) async throws -> Response {
        let visit = talk.visit
        guard visit.wantsRepresentation || draft.refusal != nil else {
            // With what the page's own address had behind it.
            let query = visit.request.uri.query.map { "?\($0)" } ?? ""
            return visit.redirect(to: talk.path + query + "#chat")
        }
        return try await page(visit, draft)
    }

    // MARK: What others wrote

    private func showLine(_ visit: MemberVisit) async throws -> Response {
        let talk = try talk(visit)
        let id: ID<LineRecord> = try visit.identifier("line")
        return try await linePage(talk, id)
    }

    private func linePage(_ talk: Talk, _ id: ID<LineRecord>, _ refusal: Refusal? = nil) async throws -> Response {
        let visit = talk.visit
        let (line, report, canRemove) = try await talk.line(id)
        guard line.author.id != visit.me else { return visit.redirect(to: talk.path + "#chat") }
        let page = LinePage(
            layout: visit.layout, path: talk.path, line: Line(line, club: visit.club, me: visit.me),
            report: ReportForm(
                "\(talk.path)/lines/\(id)/reports", "message", "wrote", by: line.author, report, club: visit.club),
            removal: line.isRemoved
                ? nil
                : canRemove
                    ? LineRemoval(action: "\(talk.path)/lines/\(id)/removal", reason: talk.room.kind.host?.reason ?? "")
                    : visit.isAdmin && !talk.room.kind.isPrivate
                        ? LineRemoval(
                            action: "\(visit.club.path)/reports/\(id)/removal",
                            reason: "As an admin you can take the message out. For \(Club.daysToBringBack) days it can be brought back.")
                        : nil,
            problem: refusal?.sentence)
        return try visit.page(page, status: refusal?.status ?? .ok)
    }

    private func report(_ visit: MemberVisit) async throws -> Response {
        let talk = try talk(visit)
        let id: ID<LineRecord> = try visit.identifier("line")
        guard let reason = Report.Reason(rawValue: visit.form["reason"]) else {
            return try await linePage(talk, id, Refusal(.unprocessableContent, "Choose what is wrong with it."))
        }
        guard try await talk.line(id).line.author.id != visit.me else { throw Problem.notFound }
        try visit.spend(.report)
        try await visit.write(ReportQueries().report(id, by: visit.me, reason))
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.redirect(to: "\(talk.path)/lines/\(id)")
    }
}
