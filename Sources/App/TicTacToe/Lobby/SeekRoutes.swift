import GameRules
import Hummingbird
import Postgres

/// The form "Play anyone": starts a game with the member who has waited longest. If nobody waits, the visitor waits.
struct SeekRoutes {
    private let queries = SeekQueries()
    private let lobby = LobbyRoutes()

    func add(to site: Site) {
        site.memberPost("/c/:club/seeks", on: "/lobby", create)
        site.memberPost("/c/:club/seeks/:seek/game", on: "/lobby", join)
        site.memberPost("/c/:club/seeks/withdrawal", on: "/lobby", withdraw)
    }

    private func create(_ visit: MemberVisit) async throws -> Response {
        try await answer(visit) {
            let text = visit.form["variant"]
            guard let variant = text.isEmpty ? .three : TicTacToe.Variant(rawValue: text) else {
                throw Refusal(.unprocessableContent, "Choose a board.")
            }
            return try await visit.pair(variant)
        }
    }

    private func join(_ visit: MemberVisit) async throws -> Response {
        let seek: ID<Seek> = try visit.identifier("seek")
        return try await answer(visit) {
            guard let variant = try await visit.read(queries.variant(of: seek)), let game = try await visit.pair(variant, with: seek) else {
                throw Refusal(.conflict, "Somebody else was faster, or they stopped waiting. Challenge them, or wait for a game.")
            }
            return game
        }
    }

    /// Redirects to the game that `pair` returns. Responds with the lobby if `pair` returns nil.
    private func answer(_ visit: MemberVisit, pair: () async throws -> ID<Game>?) async throws -> Response {
        try await visit.answer {
            try visit.spend(.challenge)
            try visit.requireStorage(for: .games)
            guard let game = try await pair() else { return try await lobby.respondWithLobby(visit) }
            return visit.redirect(to: "\(visit.club.path)/games/\(game)")
        } refused: { refusal in
            try await lobby.refuse(visit, refusal.sentence, refusal.status)
        }
    }

    private func withdraw(_ visit: MemberVisit) async throws -> Response {
        if try await visit.write(queries.deleteSeek(of: visit.me)) > 0 {
            visit.services.announcer.announce(.member(visit.me, in: visit.club.id), .lobby(visit.club.id))
        }
        return try await lobby.respondWithLobby(visit)
    }
}

extension MemberVisit {
    /// Starts a game with the member who has waited longest, or stores a seek, an open request for any opponent. Nil if no game has
    /// started. Marks the member as online first, because only members who are online get an opponent.
    /// - Parameter seek: The only seek with which a game may start. If it is nil, every seek counts.
    func pair(_ variant: TicTacToe.Variant, with seek: ID<Seek>? = nil) async throws -> ID<Game>? {
        let queries = SeekQueries()
        let (_, _, pairing) = try await write(
            PresenceQueries().seen([me]), queries.lock(variant), queries.pair(me, variant, with: seek, iStart: Bool.random()))
        // The lobby shows to all members who waits and who plays.
        services.announcer.announce([me, pairing?.partner].compactMap { $0.map { .member($0, in: club.id) } } + [.lobby(club.id)])
        return pairing?.game
    }
}
