import Hummingbird
import Postgres

/// The lobby: who is here, challenges, my games.
struct LobbyRoutes {
    private let queries = LobbyQueries()
    private static let shownOnline = 200
    private static let shownWatched = 10

    func add(to site: Site) {
        site.memberGet("/c/:club/lobby", showLobby)
        site.memberLive(
            "/c/:club/lobby/live", topics: { me, club, _ in Self.topics(for: me, in: club) + [.room(.lobby, in: club)] }
        ) { visit in fragment(visit) }
        site.memberGet("/c/:club/lobby/frame", showFrame)
        ChatRoutes(room: { _ in .lobby }, page: talkAgain).add(to: site, below: "/c/:club/lobby")
    }

    // MARK: Pages

    private func showLobby(_ visit: MemberVisit) async throws -> Response { try await page(visit) }

    private func page(
        _ visit: MemberVisit, status: HTTPResponse.Status = .ok, problem: String? = nil, draft: Draft = Draft()
    ) async throws -> Response {
        let tag = fragment(visit).pageTag
        let (contents, lines) = try await read(visit)
        let page = LobbyPage(
            layout: visit.layout, lobby: Lobby(contents, visit: visit, problem: problem),
            chat: Chat(lines, in: .lobby, visit: visit, draft: draft), clubName: visit.club.name, etag: tag)
        return try visit.visit.page(page, status: status)
    }

    private func showFrame(_ visit: MemberVisit) async throws -> Response {
        var lobby = Lobby(try await read(visit).contents, visit: visit)
        lobby.isFrame = true
        return try visit.visit.frame(LobbyFrame(layout: visit.layout, lobby: lobby, refreshSeconds: 4))
    }

    private static func topics(for me: ID<Member>, in club: ID<Club>) -> [Topic] { [.lobby(club), .member(me, in: club)] }

    private func fragment(_ visit: MemberVisit, problem: String? = nil, draft: Draft = Draft()) -> LiveFragment {
        let lobby = LiveFragment.Part(topics: Self.topics(for: visit.me, in: visit.club.id)) { _ in
            let lobby = Lobby(try await read(visit).contents, visit: visit, problem: problem)
            return try visit.services.templates.render(LobbyLive(layout: visit.layout, lobby: lobby))
        }
        return LiveFragment(visit: visit, parts: [lobby, Talk(visit, in: .lobby).part(draft)])
    }

    private func read(_ visit: MemberVisit) async throws -> (contents: LobbyContents, lines: [LineRecord]) {
        let found = try await readOnce(visit)
        // Somebody has come, or come back, who waits for the same as I do.
        guard let seek = found.contents.seek, seek.isPartnerHere, try await visit.pair(seek.variant) != nil else { return found }
        return try await readOnce(visit)
    }

    private func readOnce(_ visit: MemberVisit) async throws -> (contents: LobbyContents, lines: [LineRecord]) {
        let games = GameQueries()
        let (online, incoming, outgoing, refused, running, finished, code, seek, watched, reports, lines) = try await visit.read(
            queries.online(for: visit.me, limit: Self.shownOnline), queries.incoming(to: visit.me), queries.outgoing(from: visit.me),
            queries.refused(from: visit.me), games.running(of: visit.me, limit: 50), games.finished(of: visit.me, limit: 5),
            ClubQueries().invitation(), SeekQueries().seek(of: visit.me), games.toWatch(by: visit.me, limit: Self.shownWatched),
            ReportQueries().openCount(isAdmin: visit.isAdmin, limit: 100), Talk(visit, in: .lobby).newest)
        if incoming.contains(where: { $0.seenAt == nil }) { await tellThatTheyAreSeen(visit) }
        let contents = LobbyContents(
            online: online.filter { !visit.hidden.contains($0.person.id) }, incoming: incoming, outgoing: outgoing, refused: refused,
            running: running, finished: finished, invitation: code, seek: seek, watched: watched, reports: reports)
        return (contents, lines)
    }

    /// Whoever sent a challenge learns that it has been seen.
    private func tellThatTheyAreSeen(_ visit: MemberVisit) async {
        do {
            let senders = try await visit.write(queries.see(by: visit.me))
            visit.services.announcer.announce(senders.map { .member($0, in: visit.club.id) })
        } catch {
            // The next look at the lobby tells them.
            visit.services.logger.info("challenges not marked as seen", metadata: ["error": "\(error)"])
        }
    }

    // MARK: Answers

    /// The lobby as it now stands, after a form.
    func again(_ visit: MemberVisit) async throws -> Response {
        guard visit.visit.wantsRepresentation else { return visit.visit.redirect(to: visit.club.path + "/lobby") }
        return try await fragment(visit).representation()
    }

    /// The lobby with a sentence on what was not done.
    func refuse(_ visit: MemberVisit, _ sentence: String, _ status: HTTPResponse.Status) async throws -> Response {
        if visit.visit.wantsRepresentation { return try await fragment(visit, problem: sentence).representation(status: status) }
        return try await page(visit, status: status, problem: sentence)
    }

    /// The lobby after something was said there.
    @Sendable private func talkAgain(_ visit: MemberVisit, _ draft: Draft) async throws -> Response {
        let status = draft.refusal?.status ?? .ok
        if visit.visit.wantsRepresentation { return try await fragment(visit, draft: draft).representation(status: status) }
        return try await page(visit, status: status, draft: draft)
    }
}
