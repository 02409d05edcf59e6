import Calendar
import GameRules
import Postgres

struct PracticeQueries {
    // MARK: Levels

    func levels(of me: ID<Member>) -> Query<[PracticeLevel]> {
        .all("SELECT \(PracticeLevel.columns) FROM practice_levels l WHERE l.member_id = $1 ORDER BY l.played_at DESC", me)
    }

    func level(of me: ID<Member>, in game: PracticeGame) -> Query<PracticeLevel?> {
        .first("SELECT \(PracticeLevel.columns) FROM practice_levels l WHERE l.member_id = $1 AND l.game = $2", me, game)
    }

    /// The oldest 50 results by which the level was not changed yet.
    func uncountedResults(of me: ID<Member>, in game: PracticeGame) -> Query<[UncountedResult]> {
        .all(
            """
            SELECT id, is_good FROM practice_results WHERE member_id = $1 AND game = $2 AND NOT is_counted ORDER BY id LIMIT 50
            """, me, game)
    }

    /// Marks `results` as counted, and stores the level that follows from them. The stored level does not change if another request has
    /// counted one of the results in the meantime.
    func store(_ level: PracticeLevel, after results: [ID<PracticeResult>], of me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH counted AS (
                UPDATE practice_results SET is_counted = true WHERE member_id = $1 AND id = ANY ($2) AND NOT is_counted
                RETURNING club_id, member_id
            )
            INSERT INTO practice_levels (club_id, member_id, game, level, run, direction, has_turned, is_held, moved, eased_on, asks_easier)
            SELECT c.club_id, c.member_id, $4, $5::bigint, $6::bigint, $7, $8, $9, $10, $11, $12 FROM counted c
            GROUP BY c.club_id, c.member_id HAVING count(*) = $3
            ON CONFLICT (club_id, member_id, game) DO UPDATE SET level = excluded.level, run = excluded.run, direction = excluded.direction,
                has_turned = excluded.has_turned, moved = excluded.moved, eased_on = excluded.eased_on, asks_easier = excluded.asks_easier,
                played_at = now()
            """, me, results, results.count, level.game, level.level, level.staircase.run, level.staircase.direction?.rawValue,
            level.staircase.hasTurned, level.isHeld, level.lastChange, level.easedOn, level.asksEasier)
    }

    func setHeld(_ isHeld: Bool, _ level: PracticeLevel, of me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO practice_levels (club_id, member_id, game, level, is_held)
            SELECT m.club_id, m.id, $2, $3::bigint, $4 FROM members m WHERE m.id = $1
            ON CONFLICT (club_id, member_id, game) DO UPDATE SET is_held = excluded.is_held, asks_easier = false, moved = NULL
            """, me, level.game, level.level, isHeld)
    }

    /// Stores the level after the member has answered the question whether the level should go down again.
    func storeEaseAnswer(_ level: PracticeLevel, of me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE practice_levels SET level = $3::bigint, run = $4::bigint, direction = $5, has_turned = $6, moved = $7, eased_on = $8,
                asks_easier = false
            WHERE member_id = $1 AND game = $2 AND asks_easier AND NOT is_held
            """, me, level.game, level.level, level.staircase.run, level.staircase.direction?.rawValue, level.staircase.hasTurned,
            level.lastChange, level.easedOn)
    }

    /// Stores the current time as the time at which the game was last started. The home page of practice shows the game with the latest
    /// start first.
    func recordStart(of game: PracticeGame, level: Int, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO practice_levels (club_id, member_id, game, level)
            SELECT m.club_id, m.id, $2, $3::bigint FROM members m WHERE m.id = $1
            ON CONFLICT (club_id, member_id, game) DO UPDATE SET played_at = now()
            """, me, game, level)
    }

    // MARK: Settings

    func settings(of me: ID<Member>) -> Query<PracticeSettings?> {
        .first("SELECT \(PracticeSettings.columns) FROM practice_settings s WHERE s.member_id = $1", me)
    }

    func update(_ settings: PracticeSettings, of me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO practice_settings (club_id, member_id, keyboard, hand, switches, scan_pace, measures_taps, shows_clock)
            SELECT m.club_id, m.id, $2, $3, $4::bigint, $5::bigint, $6, $7 FROM members m WHERE m.id = $1
            ON CONFLICT (club_id, member_id) DO UPDATE SET keyboard = excluded.keyboard, hand = excluded.hand, switches = excluded.switches,
                scan_pace = excluded.scan_pace, measures_taps = excluded.measures_taps, shows_clock = excluded.shows_clock
            """, me, settings.keyboard, settings.hand, settings.switches, settings.pace, settings.measuresTaps, settings.showsClock)
    }

    // MARK: Results

    func totals(of me: ID<Member>) -> Query<[PracticeTotal]> {
        .all("SELECT \(PracticeTotal.columns) FROM practice_totals t WHERE t.member_id = $1 ORDER BY t.game DESC", me)
    }

    /// The ID of the last result before the member `$1` last reset the score. Only later results count. The ID is 0 if the score was never
    /// reset.
    private static let reset: SQL = "coalesce((SELECT s.reset_id FROM practice_settings s WHERE s.member_id = $1), 0)"

    func results(
        of me: ID<Member>, _ filter: PracticeFilter = .all, at cursor: Cursor<PracticeResult>, limit: Int
    ) -> Query<[PracticeResult]> {
        .all(
            """
            SELECT \(PracticeResult.columns) FROM practice_results r
            WHERE r.member_id = $1 AND r.id > \(PracticeQueries.reset) AND r.id \(cursor.beyond) $2 AND r.game = ANY ($4)
                AND ($5::boolean IS NULL OR r.is_won = $5)
            ORDER BY r.id \(cursor.order) LIMIT $3
            """, me, cursor.key, limit, (filter.game.map { [$0] } ?? PracticeGame.allCases).map(\.rawValue), filter.isWon)
    }

    /// The last `limit` games, grouped by day. They are grouped by week if they span more than 21 days.
    func periods(of me: ID<Member>, in game: PracticeGame, limit: Int) -> Query<[PracticePeriod]> {
        .all(
            """
            SELECT p.start, p.is_week, count(*), count(*) FILTER (WHERE p.is_good), avg(p.level)::float8,
                avg(p.steps) FILTER (WHERE p.is_won)::float8, avg(p.least) FILTER (WHERE p.is_won)::float8,
                (sum(p.left_ms) / nullif(sum(p.left_taps), 0) / 1000)::float8, (sum(p.right_ms) / nullif(sum(p.right_taps), 0) / 1000)::float8,
                (sum(p.left_missed) * 100.0 / nullif(sum(p.left_taps), 0))::float8,
                (sum(p.right_missed) * 100.0 / nullif(sum(p.right_taps), 0))::float8
            FROM (
                SELECT l.*, CASE WHEN l.is_week THEN date_trunc('week', l.day)::date ELSE l.day END AS start FROM (
                    SELECT *, max(day) OVER () - min(day) OVER () > 21 AS is_week FROM (
                        SELECT day, level, is_good, is_won, steps, least, left_taps, left_ms::numeric, left_missed, right_taps,
                            right_ms::numeric, right_missed
                        FROM practice_results WHERE member_id = $1 AND game = $2 AND id > \(PracticeQueries.reset) ORDER BY id DESC LIMIT $3
                    ) newest
                ) l
            ) p GROUP BY p.start, p.is_week ORDER BY p.start
            """, me, game, limit)
    }

    /// The last `limit` games, grouped by level, with the highest level first. Words of the day have no level and come last.
    func levelTotals(of me: ID<Member>, in game: PracticeGame, limit: Int) -> Query<[LevelTotal]> {
        .all(
            """
            SELECT l.level::bigint, count(*), count(*) FILTER (WHERE l.is_won), sum(l.points), max(l.points)::bigint FROM (
                SELECT level, is_won, points FROM practice_results WHERE member_id = $1 AND game = $2 AND id > \(PracticeQueries.reset)
                ORDER BY id DESC LIMIT $3
            ) l GROUP BY l.level ORDER BY l.level DESC NULLS LAST
            """, me, game, limit)
    }

    func times(of me: ID<Member>, limit: Int) -> Query<[PlayedTime]> {
        .all("SELECT started_at, finished_at FROM practice_results WHERE member_id = $1 ORDER BY id DESC LIMIT $2", me, limit)
    }

    // MARK: Resetting the score

    /// Resets the score, so that earlier results no longer count. The earlier results are kept for 30 days.
    func reset(of me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO practice_settings AS s (club_id, member_id, reset_id, reset_at)
            SELECT m.club_id, m.id, r.id, now() FROM members m
            CROSS JOIN LATERAL (SELECT max(id) AS id FROM practice_results WHERE club_id = m.club_id AND member_id = m.id) r
            WHERE m.id = $1 AND r.id IS NOT NULL
            ON CONFLICT (club_id, member_id) DO UPDATE SET reset_id = excluded.reset_id, reset_at = excluded.reset_at
            WHERE excluded.reset_id > s.reset_id
            """, me)
    }

    /// Undoes the last reset of the score, so that earlier results count again. Changes nothing if the reset was more than 30 days ago.
    func undoReset(of me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE practice_settings SET reset_id = 0, reset_at = NULL
            WHERE member_id = $1 AND reset_at > now() - interval '30 days'
            """, me)
    }

    func recalculateTotals(of me: ID<Member>) -> Query<Int> {
        .one("SELECT recount_practice(m.club_id, m.id)::bigint FROM members m WHERE m.id = $1", me)
    }

    /// Deletes results that are older than a reset of the score, if this reset was more than 30 days ago.
    func deleteResetResults(limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM practice_results WHERE (member_id, id) IN (
                SELECT r.member_id, r.id FROM practice_settings s
                JOIN practice_results r ON r.club_id = s.club_id AND r.member_id = s.member_id AND r.id <= s.reset_id
                WHERE s.reset_at < now() - interval '30 days' LIMIT $1)
            """, limit)
    }
}
