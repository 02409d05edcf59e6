import GameRules
import Hummingbird
import Postgres

/// "Play anyone": whoever would play anybody is paired with whoever has waited longest.
struct SeekRoutes {
    private let queries = SeekQueries()
    private let lobby = LobbyRoutes()

    func add(to site: Site) {
        site.memberPost("/c/:club/seeks", on: "/lobby", seek)
        site.memberPost("/c/:club/seeks/:seek/game", on: "/lobby", join)
        site.memberPost("/c/:club/seeks/withdrawal", on: "/lobby", withdraw)
    }

    private func seek(_ visit: MemberVisit) async throws -> Response {
        try await answer(visit) {
            let text = visit.form["variant"]
            guard let variant = text.isEmpty ? .three : TicTacToe.Variant(rawValue: text) else {
                throw Refusal(.unprocessableContent, "Choose a board.")
            }
            return try await visit.pair(variant)
        }
    }

    /// Plays whoever waits there, on the board that they wait on.
    private func join(_ visit: MemberVisit) async throws -> Response {
        let seek: ID<Seek> = try visit.identifier("seek")
        return try await answer(visit) {
            guard let variant = try await visit.read(queries.variant(of: seek)), let game = try await visit.pair(variant, with: seek) else {
                throw Refusal(.conflict, "Somebody was quicker, or they stopped waiting. Challenge them, or wait yourself.")
            }
            return game
        }
    }

    /// Leads to the game that `pair` returns, or to the lobby if there is none yet.
    private func answer(_ visit: MemberVisit, pair: () async throws -> ID<Game>?) async throws -> Response {
        try await visit.answer {
            try visit.spend(.challenge)
            try visit.requireRoom(for: .games)
            guard let game = try await pair() else { return try await lobby.again(visit) }
            return visit.redirect(to: "\(visit.club.path)/games/\(game)")
        } refused: { refusal in
            try await lobby.refuse(visit, refusal.sentence, refusal.status)
        }
    }

    private func withdraw(_ visit: MemberVisit) async throws -> Response {
        if try await visit.write(queries.leave(visit.me)) > 0 {
            visit.services.announcer.announce(.member(visit.me, in: visit.club.id), .lobby(visit.club.id))
        }
        return try await lobby.again(visit)
    }
}

extension MemberVisit {
    /// Pairs me with whoever has waited longest, or lets me wait. Gives the game, if there is one. I am here, whatever presence says yet.
    /// - Parameter seek: whom alone I would play.
    func pair(_ variant: TicTacToe.Variant, with seek: ID<Seek>? = nil) async throws -> ID<Game>? {
        let queries = SeekQueries()
        let (_, _, pairing) = try await write(
            PresenceQueries().seen([me]), queries.lock(variant), queries.pair(me, variant, with: seek, iStart: Bool.random()))
        // Everybody in the lobby sees who waits, and who plays.
        services.announcer.announce([me, pairing?.partner].compactMap { $0.map { .member($0, in: club.id) } } + [.lobby(club.id)])
        return pairing?.game
    }
}
