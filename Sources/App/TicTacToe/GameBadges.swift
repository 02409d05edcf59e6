import Postgres

enum GameBadges {
    static let games = BadgeSource(
        privacy: TicTacToeFeature.played,
        values: """
            SELECT coalesce(sum(s.wins), 0), count(*) FILTER (WHERE s.games > 0) FROM ratings s
            WHERE s.club_id = m.club_id AND s.member_id = m.id
            """,
        [
            BadgeMeasure(
                "wins", "game won", "games won", icon: "cross",
                day: """
                    SELECT g.day FROM (\(finished)) g WHERE g.outcome = g.mark ORDER BY g.day OFFSET k.goal - 1 LIMIT 1
                    """,
                [1: "First win", 10: "Ten wins", 100: "A hundred wins"]),
            BadgeMeasure(
                "boards", "kind of board", "kinds of boards", icon: "grid",
                day: """
                    SELECT min(g.day) AS day FROM (\(finished)) g GROUP BY g.variant ORDER BY day OFFSET k.goal - 1 LIMIT 1
                    """,
                [2: "Another board", 3: "Three boards"]),
        ])

    /// Selects the finished games of the member `m` against other members, with the mark with which `m` played.
    private static let finished: SQL = """
        SELECT 'x' AS mark, x.outcome, x.variant, \(Day.of("x.finished_at", in: "'UTC'")) AS day FROM games x
        WHERE x.club_id = m.club_id AND x.x_member = m.id AND x.outcome <> 'running' AND x.outcome <> 'void' AND x.machine IS NULL
        UNION ALL
        SELECT 'o', o.outcome, o.variant, \(Day.of("o.finished_at", in: "'UTC'")) FROM games o
        WHERE o.club_id = m.club_id AND o.o_member = m.id AND o.outcome <> 'running' AND o.outcome <> 'void' AND o.machine IS NULL
        """
}
