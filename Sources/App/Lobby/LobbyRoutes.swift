import Hummingbird
import Postgres

/// The lobby: who is here, challenges, my games.
struct LobbyRoutes {
    private let queries = LobbyQueries()
    private static let shownOnline = 200

    func add(to site: Site) {
        site.memberGet("/c/:club/lobby", showLobby)
        site.memberLive("/c/:club/lobby/live", topics: { me, club, _ in Self.topics(for: me, in: club) }) { visit in fragment(visit) }
        site.memberGet("/c/:club/lobby/frame", showFrame)
        site.memberPost("/c/:club/challenges", challenge)
        for path: RouterPath in ["/c/:club/challenges", "/c/:club/challenges/:challenge/:answer"] {
            site.memberGet(path) { visit in visit.visit.redirect(to: visit.club.path + "/lobby") }
        }
        site.memberPost("/c/:club/challenges/:challenge/acceptance", accept)
        site.post("/c/:club/challenges/:challenge/refusal") { visit in try await close(MemberVisit(visit), as: "refused") }
        site.post("/c/:club/challenges/:challenge/withdrawal") { visit in try await close(MemberVisit(visit), as: "withdrawn") }
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
        let (online, incoming, outgoing, refused, running, finished, code) = try await visit.read(
            queries.online(for: visit.me, limit: Self.shownOnline), queries.incoming(to: visit.me), queries.outgoing(from: visit.me),
            queries.refused(from: visit.me),
            games.running(of: visit.me, limit: 50), games.finished(of: visit.me, limit: 5), ClubQueries().invitation())
        let contents = LobbyContents(
            online: online, incoming: incoming, outgoing: outgoing, refused: refused, running: running, finished: finished, invitation: code
        )
        return Lobby(contents, visit: visit, problem: problem)
    }

    // MARK: Challenges

    private func challenge(_ visit: MemberVisit) async throws -> Response {
        try visit.services.limiter.spend(.challenge, by: visit.session.account.description)
        guard let other = ID<Member>(visit.form["member"]) else {
            return try await refuse(visit, "Choose whom to challenge.", .unprocessableContent)
        }
        guard other != visit.me else { return try await refuse(visit, "You cannot challenge yourself.", .unprocessableContent) }
        do {
            let (_, made) = try await visit.write(
                queries.expire(between: visit.me, and: other), queries.challenge(from: visit.me, to: other))
            guard made != nil else { return try await refuse(visit, "That person is not in this club.", .notFound) }
        } catch let error as DatabaseError where error.constraint == "challenges_one_open" {
            return try await meet(other, visit)
        }
        announceBoth(visit, other)
        return try await lobbyAgain(visit)
    }

    /// There is an open challenge between the two already: theirs is accepted, mine stands.
    private func meet(_ other: ID<Member>, _ visit: MemberVisit) async throws -> Response {
        guard let theirs = try await visit.read(queries.open(from: other, to: visit.me)) else { return try await lobbyAgain(visit) }
        return try await start(theirs, visit)
    }

    private func accept(_ visit: MemberVisit) async throws -> Response {
        try await start(visit.visit.identifier("challenge"), visit)
    }

    private func start(_ challenge: ID<Challenge>, _ visit: MemberVisit) async throws -> Response {
        let (started, pair) = try await visit.write(
            queries.accept(challenge, by: visit.me, challengerStarts: Bool.random()), queries.pair(challenge))
        guard let pair, pair.from == visit.me || pair.to == visit.me else { throw Problem.notFound }
        guard let game = pair.game else {
            return try await refuse(visit, "That challenge is no longer open.", .conflict)
        }
        if started != nil { announceBoth(visit, pair.from == visit.me ? pair.to : pair.from) }
        return visit.visit.redirect(to: "\(visit.club.path)/games/\(game)")
    }

    private func close(_ visit: MemberVisit, as state: String) async throws -> Response {
        let challenge: ID<Challenge> = try visit.visit.identifier("challenge")
        let (closed, pair) = try await visit.write(queries.close(challenge, by: visit.me, as: state), queries.pair(challenge))
        guard let pair, pair.from == visit.me || pair.to == visit.me else { throw Problem.notFound }
        guard closed != nil else { return try await refuse(visit, "That challenge is no longer open.", .conflict) }
        announceBoth(visit, pair.from == visit.me ? pair.to : pair.from)
        return try await lobbyAgain(visit)
    }

    private func announceBoth(_ visit: MemberVisit, _ other: ID<Member>) {
        visit.services.announcer.announce(.member(visit.me, in: visit.club.id), .member(other, in: visit.club.id))
    }

    // MARK: Answers

    /// A rematch is asked for beside the board, and answered there.
    private func lobbyAgain(_ visit: MemberVisit) async throws -> Response {
        if let game = ID<Game>(visit.form["game"]) { return visit.visit.redirect(to: "\(visit.club.path)/games/\(game)") }
        guard visit.visit.wantsRepresentation else { return visit.visit.redirect(to: visit.club.path + "/lobby") }
        return try await fragment(visit).representation()
    }

    private func refuse(_ visit: MemberVisit, _ sentence: String, _ status: HTTPResponse.Status) async throws -> Response {
        let fragment = fragment(visit, problem: sentence)
        if visit.visit.wantsRepresentation { return try await fragment.representation(status: status) }
        let tag = fragment.pageTag
        let lobby = try await lobby(visit, problem: sentence)
        let page = LobbyPage(layout: visit.layout, lobby: lobby, clubName: visit.club.name, etag: tag)
        return try visit.visit.page(page, status: status)
    }
}
