import Hummingbird
import Postgres

/// The lobby: who is here, challenges, my games.
struct LobbyRoutes {
    private let queries = LobbyQueries()
    private static let shownOnline = 200
    private static let runningGames = 40

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
        let (contents, lines) = try await readAll(visit)
        let page = LobbyPage(
            layout: visit.layout, lobby: Lobby(contents, visit: visit, problem: problem),
            chat: Chat(lines, in: .lobby, visit: visit, draft: draft), clubName: visit.club.name, etag: tag)
        return try visit.visit.page(page, status: status)
    }

    private func showFrame(_ visit: MemberVisit) async throws -> Response {
        var lobby = Lobby(try await readAll(visit).contents, visit: visit)
        lobby.isFrame = true
        return try visit.visit.frame(LobbyFrame(layout: visit.layout, lobby: lobby, refreshSeconds: 4))
    }

    private static func topics(for me: ID<Member>, in club: ID<Club>) -> [Topic] { [.lobby(club), .member(me, in: club)] }

    private func fragment(_ visit: MemberVisit, problem: String? = nil, draft: Draft = Draft()) -> LiveFragment {
        let lobby = LiveFragment.Part(topics: Self.topics(for: visit.me, in: visit.club.id)) { version in
            let lobby = Lobby(try await read(visit, at: version), visit: visit, problem: problem)
            return try visit.services.templates.render(LobbyLive(layout: visit.layout, lobby: lobby))
        }
        return LiveFragment(visit: visit, parts: [lobby, Talk(visit, in: .lobby).part(draft)])
    }

    // MARK: Reading

    /// The lobby as it now stands. With a version, all who have been woken for the same news share one reading of who is here.
    private func read(_ visit: MemberVisit, at version: Int?) async throws -> LobbyContents {
        guard let version else { return try await readAll(visit).contents }
        let (online, games) = try await visit.services.sharedReads.value(of: .lobby(visit.club.id), at: version) {
            try await visit.read(queries.online(for: visit.me, limit: Self.shownOnline), GameQueries().running(limit: Self.runningGames))
        }
        let (incoming, outgoing, refused, running, finished, code, seek, reports) = try await visit.read(
            queries.incoming(to: visit.me), queries.outgoing(from: visit.me), queries.refused(from: visit.me),
            GameQueries().running(of: visit.me, limit: 50), GameQueries().finished(of: visit.me, limit: 5),
            ClubQueries().invitation(toPlayWith: visit.me),
            SeekQueries().seek(of: visit.me), ReportQueries().openCount(to: visit.me, isAdmin: visit.isAdmin, limit: 100))
        let contents = LobbyContents(
            company: LobbyCompany(online: online, games: games), incoming: incoming, outgoing: outgoing, refused: refused,
            running: running, finished: finished, invitation: code, seek: seek, reports: reports)
        return try await followUp(contents, visit) ? try await readAll(visit, isFollowedUp: true).contents : contents
    }

    /// The lobby and what is said there, in one round trip.
    private func readAll(_ visit: MemberVisit, isFollowedUp: Bool = false) async throws -> (contents: LobbyContents, lines: [LineRecord]) {
        let (online, games, incoming, outgoing, refused, running, finished, code, seek, reports, lines) = try await visit.read(
            queries.online(for: visit.me, limit: Self.shownOnline), GameQueries().running(limit: Self.runningGames),
            queries.incoming(to: visit.me), queries.outgoing(from: visit.me), queries.refused(from: visit.me),
            GameQueries().running(of: visit.me, limit: 50), GameQueries().finished(of: visit.me, limit: 5),
            ClubQueries().invitation(toPlayWith: visit.me),
            SeekQueries().seek(of: visit.me), ReportQueries().openCount(to: visit.me, isAdmin: visit.isAdmin, limit: 100),
            Talk(visit, in: .lobby).newest)
        let contents = LobbyContents(
            company: LobbyCompany(online: online, games: games), incoming: incoming, outgoing: outgoing, refused: refused,
            running: running, finished: finished, invitation: code, seek: seek, reports: reports)
        guard !isFollowedUp, try await followUp(contents, visit) else { return (contents, lines) }
        return try await readAll(visit, isFollowedUp: true)
    }

    /// What follows from being here: challenges have been seen, and somebody may have come who waits for the same game. True: that began.
    private func followUp(_ contents: LobbyContents, _ visit: MemberVisit) async throws -> Bool {
        if contents.incoming.contains(where: { $0.seenAt == nil }) { await tellThatTheyAreSeen(visit) }
        guard let seek = contents.seek, seek.isPartnerHere else { return false }
        return try await visit.pair(seek.variant) != nil
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
