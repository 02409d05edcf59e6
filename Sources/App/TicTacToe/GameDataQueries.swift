import Postgres

/// Exports a member's games and ratings. Games are never erased, because they also belong to the opponents.
struct GameDataQueries {
    func ratings(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT number, rating FROM (
                SELECT row_number() OVER (ORDER BY variant) AS number, json_build_object('board', variant, 'wins', wins, 'draws', draws,
                    'losses', losses, 'rating', rating, 'deviation', deviation, 'best_streak', best_streak, 'played_at', played_at
                )::text AS rating
                FROM ratings WHERE member_id = $1
            ) mine WHERE number > $2 ORDER BY number LIMIT $3
            """, me, after, limit)
    }

    func games(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT g.id, json_build_object('id', g.id, 'board', g.variant, 'mark', CASE WHEN g.x_member = $1 THEN 'x' ELSE 'o' END,
                'opponent', coalesce(m.display_name, 'The machine'), 'machine', g.machine, 'moves', g.moves, 'outcome', g.outcome,
                'ending', g.ending, 'started_at', g.started_at, 'finished_at', g.finished_at)::text
            FROM (
                (SELECT id FROM games WHERE x_member = $1 AND id > $2 ORDER BY id LIMIT $3)
                UNION ALL (SELECT id FROM games WHERE o_member = $1 AND id > $2 ORDER BY id LIMIT $3)
                ORDER BY id LIMIT $3
            ) mine JOIN games g ON g.id = mine.id
            LEFT JOIN members m ON m.club_id = g.club_id AND m.id = CASE WHEN g.x_member = $1 THEN g.o_member ELSE g.x_member END
            ORDER BY g.id
            """, me, after, limit)
    }
}
