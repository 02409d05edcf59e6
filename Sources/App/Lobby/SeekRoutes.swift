import GameRules
import Hummingbird
import Postgres

/// "Play anyone": whoever would play anybody is paired with whoever has waited longest.
struct SeekRoutes {
    private let queries = SeekQueries()
    private let lobby = LobbyRoutes()

    func add(to site: Site) {
        site.memberPost("/c/:club/seeks", on: "/lobby", seek)
        site.memberPost("/c/:club/seeks/withdrawal", on: "/lobby", withdraw)
    }

    private func seek(_ visit: MemberVisit) async throws -> Response {
        try visit.spend(.challenge)
        let text = visit.form["variant"]
        guard let variant = text.isEmpty ? .three : TicTacToe.Variant(rawValue: text) else {
            return try await lobby.refuse(visit, "Choose a board.", .unprocessableContent)
        }
        guard let game = try await visit.pair(variant) else { return try await lobby.again(visit) }
        return visit.redirect(to: "\(visit.club.path)/games/\(game)")
    }

    private func withdraw(_ visit: MemberVisit) async throws -> Response {
        if try await visit.write(queries.leave(visit.me)) > 0 {
            visit.services.announcer.announce(.member(visit.me, in: visit.club.id))
        }
        return try await lobby.again(visit)
    }
}

extension MemberVisit {
    /// Pairs me with whoever has waited longest, or lets me wait. Gives the game, if there is one. I am here, whatever presence says yet.
    func pair(_ variant: TicTacToe.Variant) async throws -> ID<Game>? {
        let queries = SeekQueries()
        let (_, _, pairing) = try await write(
            PresenceQueries().seen([me]), queries.lock(variant), queries.pair(me, variant, iStart: Bool.random()))
        services.announcer.announce([me, pairing?.partner].compactMap { $0.map { .member($0, in: club.id) } })
        if pairing?.game != nil { services.announcer.announce(.lobby(club.id)) }
        return pairing?.game
    }
}
