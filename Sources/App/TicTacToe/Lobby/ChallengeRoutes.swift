import GameRules
import Hummingbird
import Postgres
import Web

struct ChallengeRoutes {
    private let queries = LobbyQueries()
    private let lobby = LobbyRoutes()

    func add(to site: Site) {
        site.memberGet("/c/:club/challenges/new", showForm)
        site.memberPost("/c/:club/challenges", on: "/lobby", create)
        site.memberPost("/c/:club/challenges/:challenge/acceptance", on: "/lobby") { visit in
            try await accept(visit.identifier("challenge"), visit)
        }
        site.memberGet("/c/:club/challenges/:challenge/decline", confirmDecline)
        site.memberPost("/c/:club/challenges/:challenge/decline", decline)
        site.memberPost("/c/:club/challenges/:challenge/withdrawal", on: "/lobby", withdraw)
    }

    // MARK: Sending

    private func showForm(_ visit: MemberVisit) async throws -> Response {
        guard let other = ID<Member>(visit.query("member") ?? ""), other != visit.me, !visit.hidden.contains(other) else {
            throw Problem.notFound
        }
        return try await form(visit, other, GameProposal())
    }

    private func form(
        _ visit: MemberVisit, _ other: ID<Member>, _ proposal: GameProposal, _ problem: Refusal? = nil
    ) async throws -> Response {
        guard let person = try await visit.read(ClubDirectoryQueries().person(other)) else { throw Problem.notFound }
        let page = ChallengePage(layout: visit.layout, opponent: person, proposal, club: visit.club, problem: problem?.sentence)
        return try visit.page(page)
    }

    private func create(_ visit: MemberVisit) async throws -> Response {
        guard let other = ID<Member>(visit.form["member"]) else {
            return try await lobby.refuse(visit, "Choose a member to challenge.", .unprocessableContent)
        }
        guard other != visit.me else { return try await lobby.refuse(visit, "You cannot challenge yourself.", .unprocessableContent) }
        return try await visit.answer {
            try visit.spend(.challenge)
            return try await create(proposal(visit, to: other), to: other, visit)
        } refused: { refusal in
            try await form(visit, other, GameProposal(asTyped: visit.form), refusal)
        }
    }

    private func create(_ proposal: GameProposal, to other: ID<Member>, _ visit: MemberVisit) async throws -> Response {
        do {
            let (_, _, made) = try await visit.write(
                ClubDirectoryQueries().lock(visit.me, other), queries.endExpired(between: visit.me, and: other),
                queries.createChallenge(from: visit.me, to: other, proposal))
            guard made != nil else { return try await lobby.refuse(visit, "You cannot challenge that person.", .notFound) }
        } catch let error as DatabaseError where error.constraint == "challenges_one_open" {
            return try await resolveOpenChallenge(with: other, proposal, visit)
        }
        announce(visit, other)
        return try await respondWithGameOrLobby(visit)
    }

    /// The proposal in the form. If the form is on the page of a game of the same two members, the proposal is a game on the same board
    /// with crosses and noughts swapped.
    private func proposal(_ visit: MemberVisit, to other: ID<Member>) async throws -> GameProposal {
        guard let id = ID<Game>(visit.form["game"]), let game = try await visit.read(GameQueries().game(id)),
            let mine = game.mark(of: visit.me), game.player(mine.opponent).person.id == other
        else { return try GameProposal(visit.form) }
        return GameProposal(rematchOf: game.variant, hadCrosses: mine == .x)
    }

    /// Called if the two members already have an open challenge. If `other` has sent the open challenge, the visitor accepts it. Throws
    /// `Refusal` if this is not possible, because the new proposal is for another board or has special terms. If the visitor has sent the
    /// open challenge, this challenge gets the new proposal.
    private func resolveOpenChallenge(with other: ID<Member>, _ proposal: GameProposal, _ visit: MemberVisit) async throws -> Response {
        if let theirs = try await visit.read(queries.openChallenge(from: other, to: visit.me)) {
            let isPlain = proposal.words.isEmpty && proposal.bestOf == 1 && proposal.start == .lot
            guard isPlain, theirs.variant == proposal.variant || visit.form["variant"].isEmpty else {
                throw Refusal(
                    .conflict, "They have challenged you already, on \(theirs.variant.name). Accept or decline that in the lobby first.")
            }
            return try await accept(theirs.id, visit)
        }
        try await visit.write(queries.replace(from: visit.me, to: other, proposal))
        announce(visit, other)
        return try await respondWithGameOrLobby(visit)
    }

    // MARK: Answering

    private func accept(_ challenge: ID<Challenge>, _ visit: MemberVisit) async throws -> Response {
        let (started, pair) = try await visit.write(
            queries.accept(challenge, by: visit.me, challengerStartsIfRandom: Bool.random()), queries.pair(of: challenge))
        guard let pair, pair.from == visit.me || pair.to == visit.me else { throw Problem.notFound }
        guard let game = pair.game else { return try await lobby.refuse(visit, "That challenge is no longer open.", .conflict) }
        if started != nil {
            let other = pair.from == visit.me ? pair.to : pair.from
            try await visit.write(LobbyNoticeQueries().notifyOfAcceptance(game, to: other, by: visit.me))
            announce(visit, other)
            visit.services.announcer.announce(.lobby(visit.club.id))
        }
        return visit.redirect(to: "\(visit.club.path)/games/\(game)")
    }

    private func confirmDecline(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Challenge> = try visit.identifier("challenge")
        let (path, incoming) = (visit.club.path + "/lobby", try await visit.read(queries.incoming(to: visit.me)))
        guard let challenge = incoming.first(where: { $0.id == id }) else { return visit.redirect(to: path) }
        let row = ChallengeRow(challenge, person: challenge.from, lobby: visit.club)
        return try visit.page(DeclinePage(layout: visit.layout, challenge: row, lobbyPath: path))
    }

    private func decline(_ visit: MemberVisit) async throws -> Response {
        let reason = Challenge.Reason(rawValue: visit.form["reason"])
        return try await close(visit) { queries.decline($0, by: visit.me, reason: reason) }
    }

    private func withdraw(_ visit: MemberVisit) async throws -> Response {
        try await close(visit) { queries.withdraw($0, by: visit.me) }
    }

    private func close(_ visit: MemberVisit, _ closing: (ID<Challenge>) -> Query<ChallengePair?>) async throws -> Response {
        let challenge: ID<Challenge> = try visit.identifier("challenge")
        let (closed, pair) = try await visit.write(closing(challenge), queries.pair(of: challenge))
        guard let pair, pair.from == visit.me || pair.to == visit.me else { throw Problem.notFound }
        guard closed != nil else { return try await lobby.refuse(visit, "That challenge is no longer open.", .conflict) }
        announce(visit, pair.from == visit.me ? pair.to : pair.from)
        return try await respondWithGameOrLobby(visit)
    }

    private func announce(_ visit: MemberVisit, _ other: ID<Member>) {
        visit.services.announcer.announce(.member(visit.me, in: visit.club.id), .member(other, in: visit.club.id))
    }

    /// A rematch is requested on the page of the finished game, so the response leads back there.
    private func respondWithGameOrLobby(_ visit: MemberVisit) async throws -> Response {
        if let game = ID<Game>(visit.form["game"]) { return visit.redirect(to: "\(visit.club.path)/games/\(game)") }
        return try await lobby.respondWithLobby(visit)
    }
}

extension RateLimiter.Limit {
    static let challenge = RateLimiter.Limit(name: "challenge", burst: 20, secondsPerToken: 3)
}
