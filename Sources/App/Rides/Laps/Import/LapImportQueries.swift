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
                \(LapImportQueries.rides)
            ) ORDER BY id FOR NO KEY UPDATE) held
            """, batch)
    }

    /// Sets the laps of each day to the number in the batch, as `LapQueries.setDayTotal` does. Returns the number of changed days. `lock` and
    /// `lockRides` have to run before, so that no other transaction changes the totals. `MemberRideTotalQueries.recalculate(_:)` has to
    /// follow.
    /// - Parameter keyPrefix: the first part of the idempotency key of each lap action. A hyphen and the number of the line follow.
    func count(_ batch: JSON, keyPrefix: String, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH wanted AS (
                SELECT r.club_id, r.id AS ride_id, g.line, g.day, g.laps
                FROM jsonb_to_recordset($1) AS g(line integer, park text, place text, ride text, day date, laps integer)
                \(LapImportQueries.rides)
                LEFT JOIN laps l ON l.club_id = r.club_id AND l.member_id = $2 AND l.ride_id = r.id AND l.day = g.day
                WHERE g.day IS NOT NULL AND g.laps <> coalesce(l.count, 0)
            ), counting AS (
                SELECT a.club_id, a.id, a.ride_id, a.day, a.amount, w.laps,
                    sum(greatest(a.amount, 0)) OVER (PARTITION BY a.ride_id, a.day ORDER BY a.id) AS upto
                FROM wanted w JOIN lap_actions a ON a.club_id = w.club_id AND a.member_id = $2 AND a.ride_id = w.ride_id AND a.day = w.day
                WHERE NOT a.is_undone
            ), undone AS (
                UPDATE lap_actions a SET is_undone = true FROM counting c
                WHERE a.club_id = c.club_id AND a.id = c.id AND (c.amount <= 0 OR c.upto > c.laps)
            ), added AS (
                INSERT INTO lap_actions (club_id, member_id, idempotency_key, ride_id, day, amount)
                SELECT w.club_id, $2, $3 || '-' || w.line, w.ride_id, w.day, w.laps - coalesce(s.laps, 0) FROM wanted w
                LEFT JOIN (SELECT ride_id, day, sum(amount) AS laps FROM counting WHERE amount > 0 AND upto <= laps GROUP BY ride_id, day) s
                    ON s.ride_id = w.ride_id AND s.day = w.day
            )
            INSERT INTO laps (club_id, member_id, ride_id, day, count) SELECT club_id, $2, ride_id, day, laps FROM wanted
            ON CONFLICT (club_id, member_id, ride_id, day) DO UPDATE SET count = excluded.count
            """, batch, me, keyPrefix)
    }

    /// Marks the rides that have no day in the batch as ridden. Returns the number of these rides. `lockRides` has to run before.
    func mark(_ batch: JSON, by me: ID<Member>) -> Query<Int> {
        .one(
            """
            WITH given AS (
                SELECT DISTINCT r.club_id, r.id AS ride_id FROM jsonb_to_recordset($1) AS g(park text, place text, ride text, day date)
                \(LapImportQueries.rides) WHERE g.day IS NULL
            ), marked AS (
                INSERT INTO member_rides AS t (club_id, member_id, ride_id, laps, is_marked)
                SELECT club_id, $2, ride_id, 0, true FROM given ORDER BY ride_id
                ON CONFLICT (club_id, member_id, ride_id) DO UPDATE SET is_marked = true WHERE NOT t.is_marked
            )
            SELECT count(*) FROM given
            """, batch, me)
    }

    /// Joins the rows `g` of a batch with their parks and rides.
    private static let rides: SQL = """
        JOIN parks p ON p.name = g.park AND p.place = coalesce(g.place, p.place)
        JOIN rides r ON r.club_id = p.club_id AND r.park_id = p.id AND r.name = g.ride
        """
}

struct LapImportProblem: RowRecord {
    var line: Int
    var kind: Kind

    enum Kind: String, DatabaseEnum { case park, ride, several, future, unopened }

    static let decoder = RowDecoder(LapImportProblem.init)

    var sentence: String {
        let reason =
            switch kind {
            case .park: "There is no park with this name."
            case .ride: "There is no ride with this name in this park."
            case .several: "There are several parks with this name. Write the place, too."
            case .future: "That day is in the future."
            case .unopened: "The ride was not open yet."
            }
        return "Line \(line): \(reason)"
    }
}

struct LapImportCount: Sendable {
    /// The number of pairs of a ride and a day for which the number of laps has changed.
    var days = 0
    var marks = 0

    static func += (count: inout LapImportCount, other: LapImportCount) {
        count.days += other.days
        count.marks += other.marks
    }
}
