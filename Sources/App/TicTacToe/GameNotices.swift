import Postgres

extension WaitingKind {
    static let turn = WaitingKind(
        "turn", "It is my turn", rank: 2,
        rows: """
            SELECT FROM games WHERE x_member = $1 AND outcome = 'running' AND machine IS NULL AND ply % 2 = 0
            UNION ALL SELECT FROM games WHERE o_member = $1 AND outcome = 'running' AND machine IS NULL AND ply % 2 = 1
            """
    ) { visit, limit in
        GameQueries().running(of: visit.me, limit: 2 * limit).map { games in
            games.compactMap { game in
                guard let mine = game.mark(of: visit.me), game.turn == mine, game.machine == nil else { return nil }
                return NoticeRow(
                    game.player(mine.opponent).person, "waits for your move, \(game.variant.name)", "/games/\(game.id)", at: game.movedAt,
                    isNew: true,
                    club: visit.club)
            }
        }
    }
}
