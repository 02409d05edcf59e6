import Postgres

struct PracticeDataQueries {
    func results(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT r.id, json_build_object('game', r.game, 'level', r.level, 'won', r.is_won, 'good', r.is_good, 'points', r.points,
                'guesses_or_moves', r.steps, 'fewest', r.least, 'hints', r.hints, 'started_at', r.started_at, 'finished_at', r.finished_at,
                'taps', CASE WHEN r.left_taps + r.right_taps > 0 THEN json_build_object('left', r.left_taps, 'left_ms', r.left_ms,
                    'left_missed', r.left_missed, 'right', r.right_taps, 'right_ms', r.right_ms, 'right_missed', r.right_missed) END)::text
            FROM practice_results r WHERE r.member_id = $1 AND r.id > $2 ORDER BY r.id LIMIT $3
            """, me, after, limit)
    }

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

    func settings(of me: ID<Member>) -> Query<ExportRow?> {
        .first(
            """
            SELECT s.member_id, json_build_object('keyboard', s.keyboard, 'hand', s.hand, 'switches', s.switches,
                'scan_pace_ms', s.scan_pace, 'measures_taps', s.measures_taps, 'shows_clock', s.shows_clock, 'on_the_leaderboard', s.is_ranked,
                'began_anew_at', s.reset_at)::text
            FROM practice_settings s WHERE s.member_id = $1
            """, me)
    }

    func days(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT (d.day - '2000-01-01')::bigint, json_build_object('day', d.day, 'games', d.games)::text
            FROM practice_days d WHERE d.member_id = $1 AND d.day > '2000-01-01'::date + $2::integer ORDER BY d.day LIMIT $3
            """, me, after, limit)
    }

    func links(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT l.id, json_build_object('for', l.label, 'parts', l.parts, 'made_at', l.made_at, 'ends_at', l.ends_at,
                'seen_at', l.seen_at)::text
            FROM practice_links l WHERE l.member_id = $1 AND l.id > $2 ORDER BY l.id LIMIT $3
            """, me, after, limit)
    }

    func tasks(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT t.id, json_build_object('title', t.title, 'weekdays_as_bits', t.weekdays, 'time', t.due_at, 'game', t.game,
                'told_at_the_bell', t.is_told, 'since', t.since, 'days', (SELECT json_object_agg(d.day, d.state)
                    FROM practice_task_days d WHERE d.club_id = t.club_id AND d.task_id = t.id))::text
            FROM practice_tasks t WHERE t.member_id = $1 AND t.id > $2 ORDER BY t.id LIMIT $3
            """, me, after, limit)
    }

    func clearResults(of member: ID<Member>, limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM practice_results WHERE member_id = $1 AND id IN (
                SELECT id FROM practice_results WHERE member_id = $1 ORDER BY id LIMIT $2)
            """, member, limit)
    }

    func clearLevels(of member: ID<Member>) -> Query<Int> { .change("DELETE FROM practice_levels WHERE member_id = $1", member) }
    func clearSettings(of member: ID<Member>) -> Query<Int> { .change("DELETE FROM practice_settings WHERE member_id = $1", member) }
    func clearDays(of member: ID<Member>) -> Query<Int> { .change("DELETE FROM practice_days WHERE member_id = $1", member) }
    func clearLinks(of member: ID<Member>) -> Query<Int> { .change("DELETE FROM practice_links WHERE member_id = $1", member) }
    func clearTasks(of member: ID<Member>) -> Query<Int> { .change("DELETE FROM practice_tasks WHERE member_id = $1", member) }
    func clearTotals(of member: ID<Member>) -> Query<Int> { .change("DELETE FROM practice_totals WHERE member_id = $1", member) }
}
