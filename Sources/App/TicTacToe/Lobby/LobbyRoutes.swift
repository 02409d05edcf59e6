import Hummingbird

struct LobbyRoutes {
    func add(to site: Site) {
        site.memberGet("/c/:club/lobby", showLobby)
        site.memberLive(
            "/c/:club/lobby/live", parts: { me, club, _ in [.init(LobbySnapshot.topics(for: me, in: club)), .talk(in: .lobby, of: club)] }
        ) { visit in fragment(visit) }
        site.memberGet("/c/:club/lobby/frame", showFrame)
        ChatRoutes(kind: .lobby, page: respondWithPage).add(to: site)
    }

    // MARK: Pages

    private func showLobby(_ visit: MemberVisit) async throws -> Response { try await page(visit) }

    private func page(
        _ visit: MemberVisit, status: HTTPResponse.Status = .ok, problem: String? = nil, draft: Draft = Draft()
    ) async throws -> Response {
        let tag = fragment(visit).fragmentTag
        let (contents, messages) = try await LobbySnapshot(visit).contentsAndMessages()
        let page = LobbyPage(
            layout: visit.layout, lobby: Lobby(contents, visit: visit, problem: problem),
            chat: Chat(messages, in: .lobby, visit: visit, draft: draft), clubName: visit.club.name, fragmentTag: tag)
        return try visit.page(page, status: status)
    }

    private func showFrame(_ visit: MemberVisit) async throws -> Response {
        var lobby = Lobby(try await LobbySnapshot(visit).contents(), visit: visit)
        lobby.isFrame = true
        return try visit.frame(LobbyFrame(layout: visit.layout, lobby: lobby, refreshSeconds: 4))
    }

    private func fragment(_ visit: MemberVisit, problem: String? = nil, draft: Draft = Draft()) -> LiveFragment {
        let lobby = LiveFragment.Part(topics: LobbySnapshot.topics(for: visit.me, in: visit.club.id)) { _ in
            let lobby = Lobby(try await LobbySnapshot(visit).contents(), visit: visit, problem: problem)
            return try visit.services.templates.render(LobbyLive(layout: visit.layout, lobby: lobby))
        }
        return LiveFragment(visit: visit, parts: [lobby, ChatVisit(visit, in: .lobby).part(draft)])
    }

    // MARK: Responses

    func respondWithLobby(_ visit: MemberVisit) async throws -> Response {
        guard visit.wantsRepresentation else { return visit.redirect(to: visit.club.path + "/lobby") }
        return try await fragment(visit).representation()
    }

    /// Responds with the lobby and a sentence that says why the request was refused.
    func refuse(_ visit: MemberVisit, _ sentence: String, _ status: HTTPResponse.Status) async throws -> Response {
        if visit.wantsRepresentation { return try await fragment(visit, problem: sentence).representation(status: status) }
        return try await page(visit, status: status, problem: sentence)
    }

    @Sendable private func respondWithPage(_ visit: MemberVisit, _ draft: Draft) async throws -> Response {
        if visit.wantsRepresentation { return try await fragment(visit, draft: draft).representation() }
        return try await page(visit, draft: draft)
    }
}
