import Postgres

/// SQL for the import of laps. Each batch is a JSON list of `LapImport.LapRow`.
struct LapImportQueries {
    func problems(in batch: JSON, limit: Int) -> Query<[LapImportProblem]> {
        .all(
            """
            SELECT g.line, CASE
                    WHEN NOT EXISTS (SELECT FROM parks p WHERE p.name = g.park AND p.place = coalesce(g.place, p.place)) THEN 'park'
                    WHEN f.rides = 0 THEN 'ride'
                    WHEN f.rides > 1 THEN 'several'
                    WHEN g.day > f.today THEN 'future'
                    WHEN g.day::text < f.opened THEN 'unopened' END AS problem
            FROM jsonb_to_recordset($1) AS g(line integer, park text, place text, ride text, day date)
            CROSS JOIN LATERAL (
                SELECT count(*) AS rides, min(\(Day.of("now()", in: "p.time_zone"))) AS today, min(r.opened) AS opened
                FROM parks p JOIN rides r ON r.club_id = p.club_id AND r.park_id = p.id AND r.name = g.ride
                WHERE p.name = g.park AND p.place = coalesce(g.place, p.place)
            ) f
            WHERE f.rides <> 1 OR g.day > f.today OR g.day::text < f.opened ORDER BY g.line LIMIT $2
            """, batch, limit)
    }

    /// Locks the member, so that no other request counts laps for the member during the import.
    func lock(_ me: ID<Member>) -> Query<Int> {
        .one("SELECT count(*) FROM (SELECT FROM members WHERE id = $1 AND left_at IS NULL FOR UPDATE) m", me)
    }

    /// Locks the rides of a batch in the order of their ids, to avoid deadlocks.
    func lockRides(of batch: JSON) -> Query<Int> {
        .one(
            """
            SELECT count(*) FROM (SELECT FROM rides WHERE id IN (
                SELECT r.id FROM jsonb_to_recordset($1) AS g(park text, place text, ride text)
                JOIN parks p ON p.name = g.park AND p.place = coalesce(g.place, p.place)
                JOIN rides r ON r.club_id = p.club_id AND r.park_id = p.id AND r.name = g.ride
            ) ORDER BY id FOR NO KEY UPDATE) held
            """, batch)
    }

    /// Sets the laps of each day to the number in the batch, as `LapQueries.setDayTotal` does, and marks rides as ridden. `lock` and
    /// `lockRides` have to run before, so that no other transaction changes the sums. `MemberRideTotalQueries.recalculate(_:)` has to run
    /// after this statement.
    /// - Parameter keyPrefix: the first part of the idempotency key of each lap action. A hyphen and the number of the line follow.
    func count(_ batch: JSON, keyPrefix: String, by me: ID<Member>) -> Query<LapImportCount> {
        .one(
            """
            WITH given AS (
                SELECT r.club_id, r.id AS ride_id, g.line, g.day, g.laps
                FROM jsonb_to_recordset($1) AS g(line integer, park text, place text, ride text, day date, laps integer)
                JOIN parks p ON p.name = g.park AND p.place = coalesce(g.place, p.place)
                JOIN rides r ON r.club_id = p.club_id AND r.park_id = p.id AND r.name = g.ride
            ), wanted AS (
                SELECT g.club_id, g.ride_id, g.line, g.day, g.laps FROM given g
                LEFT JOIN laps l ON l.club_id = g.club_id AND l.member_id = $2 AND l.ride_id = g.ride_id AND l.day = g.day
                WHERE g.day IS NOT NULL AND g.laps <> coalesce(l.count, 0)
            ), counting AS (
                SELECT a.club_id, a.id, a.ride_id, a.day, a.amount, w.laps,
                    sum(greatest(a.amount, 0)) OVER (PARTITION BY a.ride_id, a.day ORDER BY a.id) AS upto
                FROM wanted w JOIN lap_actions a ON a.club_id = w.club_id AND a.member_id = $2 AND a.ride_id = w.ride_id AND a.day = w.day
                WHERE NOT a.is_undone
            ), staying AS (
                SELECT ride_id, day, sum(amount) AS laps FROM counting WHERE amount > 0 AND upto <= laps GROUP BY ride_id, day
            ), made AS (
                INSERT INTO lap_actions (club_id, member_id, idempotency_key, ride_id, day, amount)
                SELECT w.club_id, $2, $3 || '-' || w.line, w.ride_id, w.day, w.laps - coalesce(s.laps, 0)
                FROM wanted w LEFT JOIN staying s ON s.ride_id = w.ride_id AND s.day = w.day
                RETURNING club_id, member_id, ride_id, day, amount
            ), gone AS (
                UPDATE lap_actions a SET is_undone = true FROM counting c
                WHERE a.club_id = c.club_id AND a.id = c.id AND (c.amount <= 0 OR c.upto > c.laps) RETURNING a.ride_id, a.day, a.amount
            ), act AS (
                SELECT m.club_id, m.member_id, m.ride_id, m.day, m.amount - coalesce(g.amount, 0)::integer AS amount FROM made m
                LEFT JOIN (SELECT ride_id, day, sum(amount) AS amount FROM gone GROUP BY ride_id, day) g
                    ON g.ride_id = m.ride_id AND g.day = m.day
            ), day AS (
                INSERT INTO laps AS l (club_id, member_id, ride_id, day, count) SELECT club_id, member_id, ride_id, day, amount FROM act
                ON CONFLICT (club_id, member_id, ride_id, day) DO UPDATE SET count = l.count + excluded.count RETURNING ride_id, day, count
            ), change AS (
                SELECT a.club_id, a.member_id, a.ride_id, a.day, greatest(d.count, 0) - greatest(d.count - a.amount, 0) AS laps
                FROM act a JOIN day d ON d.ride_id = a.ride_id AND d.day = a.day
            ), of_rides AS (
                SELECT s.club_id, s.ride_id, sum(s.laps) AS laps, bool_or(s.is_marked) AS is_marked, coalesce(bool_or(b.is_ridden), false) AS was_ridden,
                    coalesce(max(b.laps), 0) AS before
                FROM (SELECT club_id, ride_id, laps, false AS is_marked FROM change
                    UNION ALL SELECT club_id, ride_id, 0, true FROM given WHERE day IS NULL) s
                LEFT JOIN member_rides b ON b.club_id = s.club_id AND b.member_id = $2 AND b.ride_id = s.ride_id GROUP BY s.club_id, s.ride_id
            ), ridden_now AS (
                INSERT INTO member_rides AS t (club_id, member_id, ride_id, laps, is_marked)
                SELECT club_id, $2, ride_id, before + laps, is_marked FROM of_rides
                ON CONFLICT (club_id, member_id, ride_id) DO UPDATE SET is_marked = t.is_marked OR excluded.is_marked, laps = excluded.laps
                RETURNING ride_id, is_ridden
            ), of_member AS (
                INSERT INTO member_ride_totals AS s (club_id, member_id, period, laps, rides)
                SELECT c.club_id, $2, c.period, coalesce(max(o.laps), 0) + sum(c.laps), 0 FROM (
                    SELECT c.club_id, p.period, c.laps FROM change c
                    CROSS JOIN LATERAL (VALUES (''), (to_char(c.day, 'YYYY')), (to_char(c.day, 'YYYY-MM'))) p (period)
                    UNION ALL SELECT club_id, '', 0 FROM given WHERE day IS NULL
                ) c LEFT JOIN member_ride_totals o ON o.club_id = c.club_id AND o.member_id = $2 AND o.period = c.period GROUP BY c.club_id, c.period
                ON CONFLICT (club_id, member_id, period) DO UPDATE SET laps = excluded.laps
            ), of_month AS (
                INSERT INTO ride_months AS n (club_id, ride_id, month, laps)
                SELECT c.club_id, c.ride_id, c.month, coalesce(o.laps, 0) + c.laps FROM (
                    SELECT club_id, ride_id, date_trunc('month', day)::date AS month, sum(laps) AS laps FROM change GROUP BY 1, 2, 3
                ) c LEFT JOIN ride_months o ON o.club_id = c.club_id AND o.ride_id = c.ride_id AND o.month = c.month
                ON CONFLICT (club_id, ride_id, month) DO UPDATE SET laps = excluded.laps
            ), of_club AS (
                UPDATE rides r SET laps = r.laps + c.laps, riders = r.riders + n.is_ridden::integer - c.was_ridden::integer
                FROM of_rides c JOIN ridden_now n ON n.ride_id = c.ride_id WHERE r.club_id = c.club_id AND r.id = c.ride_id
            )
            SELECT (SELECT count(*) FROM act), (SELECT count(*) FROM of_rides WHERE is_marked)
            """, batch, me, keyPrefix)
    }
}

struct LapImportProblem: Sendable, RowDecodable {
    var line: Int
    var problem: String

    init(_ row: inout Row) throws {
        line = try row.next()
        problem = try row.next()
    }

    var sentence: String {
        let words =
            switch problem {
            case "park": "There is no park with this name."
            case "ride": "There is no ride with this name in this park."
            case "several": "There are several parks with this name. Write the place, too."
            case "future": "That day is in the future."
            default: "The ride was not open yet."
            }
        return "Line \(line): \(words)"
    }
}

struct LapImportCount: Sendable, RowDecodable {
    /// The number of pairs of a ride and a day for which the number of laps has changed.
    var days = 0
    /// The number of rides that the file marks as ridden.
    var marks = 0

    init() {}

    init(_ row: inout Row) throws {
        days = try row.next()
        marks = try row.next()
    }

    static func += (count: inout LapImportCount, other: LapImportCount) {
        count.days += other.days
        count.marks += other.marks
    }
}
