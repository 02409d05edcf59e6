import Postgres

struct PracticeDataQueries {
    func levels(of me: ID<Member>) -> Query<ExportRow?> {
        .first(
            """
            SELECT l.member_id, json_agg(json_build_object('game', l.game, 'level', l.level, 'held', l.is_held, 'played_at', l.played_at))::text
            FROM practice_levels l WHERE l.member_id = $1 GROUP BY l.member_id
            """, me)
    }

    func totals(of me: ID<Member>) -> Query<ExportRow?> {
        .first(
            """
            SELECT t.member_id, json_agg(json_build_object('game', t.game, 'games', t.games, 'won', t.won, 'points', t.points, 'best', t.best,
                'won_in_a_row', t.streak, 'at_best', t.best_streak))::text
            FROM practice_totals t WHERE t.member_id = $1 GROUP BY t.member_id
            """, me)
    }

    func days(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT (d.day - '2000-01-01')::bigint, json_build_object('day', d.day, 'games', d.games)::text
            FROM practice_days d WHERE d.member_id = $1 AND d.day > '2000-01-01'::date + $2::integer ORDER BY d.day LIMIT $3
            """, me, after, limit)
    }

    func tasks(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT t.id, json_build_object('title', t.title, 'weekdays_as_bits', t.weekdays, 'time', t.due_at, 'game', t.game,
                'has_notice', t.has_notice, 'since', t.since, 'days', (SELECT json_object_agg(d.day, d.state)
                    FROM practice_task_days d WHERE d.club_id = t.club_id AND d.task_id = t.id))::text
            FROM practice_tasks t WHERE t.member_id = $1 AND t.id > $2 ORDER BY t.id LIMIT $3
            """, me, after, limit)
    }
}
