import Postgres

/// All SQL over `games`, `game_records` and `game_lines`.
struct GameQueries {
    func game(_ id: ID<Game>) -> Query<GameRecord?> {
        .first(
            """
            SELECT g.id, x.id, x.handle, x.display_name, coalesce(rx.wins, 0), coalesce(rx.draws, 0), coalesce(rx.losses, 0),
                o.id, o.handle, o.display_name, coalesce(ro.wins, 0), coalesce(ro.draws, 0), coalesce(ro.losses, 0),
                g.moves, g.outcome, g.ending, g.moved_at, g.finished_at
            FROM games g
            JOIN members x ON x.club_id = g.club_id AND x.id = g.x_member
            JOIN members o ON o.club_id = g.club_id AND o.id = g.o_member
            LEFT JOIN game_records rx ON rx.club_id = g.club_id AND rx.member_id = g.x_member
            LEFT JOIN game_records ro ON ro.club_id = g.club_id AND ro.member_id = g.o_member
            WHERE g.id = $1
            """, id)
    }

    func running(of me: ID<Member>, limit: Int) -> Query<[GameRecord]> {
        .all(
            """
            SELECT g.id, x.id, x.handle, x.display_name, 0, 0, 0, o.id, o.handle, o.display_name, 0, 0, 0,
                g.moves, g.outcome, g.ending, g.moved_at, g.finished_at
            FROM (
                (SELECT club_id, id, x_member, o_member, moves, outcome, ending, moved_at, finished_at
                    FROM games WHERE x_member = $1 AND outcome = 'running' ORDER BY id DESC LIMIT $2)
                UNION ALL
                (SELECT club_id, id, x_member, o_member, moves, outcome, ending, moved_at, finished_at
                    FROM games WHERE o_member = $1 AND outcome = 'running' ORDER BY id DESC LIMIT $2)
            ) g
            JOIN members x ON x.club_id = g.club_id AND x.id = g.x_member
            JOIN members o ON o.club_id = g.club_id AND o.id = g.o_member
            ORDER BY g.moved_at DESC LIMIT $2
            """, me, limit)
    }

    func finished(of me: ID<Member>, limit: Int) -> Query<[GameRecord]> {
        .all(
            """
            SELECT g.id, x.id, x.handle, x.display_name, 0, 0, 0, o.id, o.handle, o.display_name, 0, 0, 0,
                g.moves, g.outcome, g.ending, g.moved_at, g.finished_at
            FROM (
                (SELECT club_id, id, x_member, o_member, moves, outcome, ending, moved_at, finished_at
                    FROM games WHERE x_member = $1 AND outcome <> 'running' ORDER BY finished_at DESC LIMIT $2)
                UNION ALL
                (SELECT club_id, id, x_member, o_member, moves, outcome, ending, moved_at, finished_at
                    FROM games WHERE o_member = $1 AND outcome <> 'running' ORDER BY finished_at DESC LIMIT $2)
            ) g
            JOIN members x ON x.club_id = g.club_id AND x.id = g.x_member
            JOIN members o ON o.club_id = g.club_id AND o.id = g.o_member
            ORDER BY g.finished_at DESC LIMIT $2
            """, me, limit)
    }

    func latestFinished(limit: Int) -> Query<[GameRecord]> {
        .all(
            """
            SELECT g.id, x.id, x.handle, x.display_name, 0, 0, 0, o.id, o.handle, o.display_name, 0, 0, 0,
                g.moves, g.outcome, g.ending, g.moved_at, g.finished_at
            FROM (
                SELECT club_id, id, x_member, o_member, moves, outcome, ending, moved_at, finished_at
                FROM games WHERE outcome <> 'running' ORDER BY finished_at DESC LIMIT $1
            ) g
            JOIN members x ON x.club_id = g.club_id AND x.id = g.x_member
            JOIN members o ON o.club_id = g.club_id AND o.id = g.o_member
            ORDER BY g.finished_at DESC
            """, limit)
    }

    /// Adds `cell` to a running game that still stands at `ply`, or ends it without a move (nil). An ending is scored for both players
    /// in the same statement, exactly once. Returns how many games changed: 0 when somebody was faster.
    func advance(_ id: ID<Game>, ply: Int, cell: Int?, outcome: String, ending: String?) -> Query<Int> {
        .one(
            """
            WITH advanced AS (
                UPDATE games SET
                    moves = CASE WHEN $3::smallint IS NULL THEN moves ELSE moves || $3::smallint END,
                    outcome = $4, ending = $5, moved_at = now(), finished_at = CASE WHEN $4 <> 'running' THEN now() END
                WHERE id = $1 AND ($3::smallint IS NULL OR ply = $2) AND outcome = 'running'
                RETURNING club_id, x_member, o_member, outcome
            ), scored AS (
                INSERT INTO game_records (club_id, member_id, wins, draws, losses)
                SELECT club_id, member_id, (outcome = mark)::integer, (outcome = 'draw')::integer, (outcome NOT IN (mark, 'draw'))::integer
                FROM advanced CROSS JOIN LATERAL (VALUES (x_member, 'x'), (o_member, 'o')) AS player (member_id, mark)
                WHERE outcome <> 'running' ORDER BY member_id
                ON CONFLICT (club_id, member_id) DO UPDATE SET
                    wins = game_records.wins + excluded.wins, draws = game_records.draws + excluded.draws,
                    losses = game_records.losses + excluded.losses
            )
            SELECT count(*) FROM advanced
            """, id, ply, cell, outcome, ending)
    }

    /// The newest lines, oldest first.
    func newestLines(of game: ID<Game>, limit: Int) -> Query<[LineRecord]> {
        .all(
            """
            SELECT id, member_id, handle, display_name, text, created_at FROM (
                SELECT l.id, m.id AS member_id, m.handle, m.display_name, l.text, l.created_at
                FROM game_lines l JOIN members m ON m.club_id = l.club_id AND m.id = l.member_id
                WHERE l.game_id = $1 ORDER BY l.id DESC LIMIT $2
            ) newest ORDER BY id
            """, game, limit)
    }

    /// A line that comes again with the same nonce is not stored again.
    func add(_ text: String, to game: ID<Game>, by me: ID<Member>, nonce: String) -> Query<Int> {
        .change(
            """
            INSERT INTO game_lines (club_id, game_id, member_id, text, nonce)
            SELECT club_id, id, $2, $3, $4 FROM games WHERE id = $1
            ON CONFLICT ON CONSTRAINT game_lines_sent_once DO NOTHING
            """, game, me, text, nonce)
    }
}
