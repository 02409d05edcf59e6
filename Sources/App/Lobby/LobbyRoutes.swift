import Hummingbird
import Postgres

/// The lobby: who is here, challenges, my games.
struct LobbyRoutes {
    private let queries = LobbyQueries()
    private static let shownOnline = 200
    private static let shownWatched = 10

    func add(to site: Site) {
        site.memberGet("/c/:club/lobby", showLobby)
        site.memberLive("/c/:club/lobby/live", topics: { me, club, _ in Self.topics(for: me, in: club) }) { visit in fragment(visit) }
        site.memberGet("/c/:club/lobby/frame", showFrame)
    }

    // MARK: Pages

    private func showLobby(_ visit: MemberVisit) async throws -> Response {
        let tag = fragment(visit).pageTag
        let page = LobbyPage(layout: visit.layout, lobby: try await lobby(visit), clubName: visit.club.name, etag: tag)
        return try visit.visit.page(page)
    }

    private func showFrame(_ visit: MemberVisit) async throws -> Response {
        try visit.visit.frame(LobbyFrame(layout: visit.layout, lobby: try await lobby(visit), refreshSeconds: 4))
    }

    private static func topics(for me: ID<Member>, in club: ID<Club>) -> [Topic] { [.lobby(club), .member(me, in: club)] }

    private func fragment(_ visit: MemberVisit, problem: String? = nil) -> LiveFragment {
        LiveFragment(visit: visit, topics: Self.topics(for: visit.me, in: visit.club.id)) { _ in
            let lobby = try await lobby(visit, problem: problem)
            return try visit.services.templates.render(LobbyLive(layout: visit.layout, lobby: lobby))
        }
    }

    private func lobby(_ visit: MemberVisit, problem: String? = nil) async throws -> Lobby {
        let games = GameQueries()
        let (online, incoming, outgoing, refused, running, finished, code, seek, watched) = try await visit.read(
            queries.online(for: visit.me, limit: Self.shownOnline), queries.incoming(to: visit.me), queries.outgoing(from: visit.me),
            queries.refused(from: visit.me),
            games.running(of: visit.me, limit: 50), games.finished(of: visit.me, limit: 5), ClubQueries().invitation(),
            SeekQueries().seek(of: visit.me),
            games.toWatch(by: visit.me, limit: Self.shownWatched))
        if incoming.contains(where: { $0.seenAt == nil }) { await tellThatTheyAreSeen(visit) }
        let contents = LobbyContents(
            online: online, incoming: incoming, outgoing: outgoing, refused: refused, running: running, finished: finished,
            invitation: code,
            seek: seek, watched: watched
        )
        return Lobby(contents, visit: visit, problem: problem)
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
        let fragment = fragment(visit, problem: sentence)
        if visit.visit.wantsRepresentation { return try await fragment.representation(status: status) }
        let tag = fragment.pageTag
        let lobby = try await lobby(visit, problem: sentence)
        let page = LobbyPage(layout: visit.layout, lobby: lobby, clubName: visit.club.name, etag: tag)
        return try visit.visit.page(page, status: status)
    }
}
