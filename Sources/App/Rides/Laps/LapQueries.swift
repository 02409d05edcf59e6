import Calendar
import Postgres

/// SQL that counts laps. A lap action (a request to count or undo laps) has an idempotency key from the browser, so that a repeated request
/// counts only once. The actions may arrive in any order. Triggers on the tables `laps` and `member_rides` keep the
/// numbers of laps and riders up to date.
///
/// The numbers of different rides and parks are not kept by triggers. `MemberRideTotalQueries.recalculate(idempotencyKey:by:)` has to follow
/// in the same transaction to count them.
struct LapQueries {
    /// Counts `amount` laps on a day. If `day` is nil, the laps count on the current day in the park's time zone. The laps were ridden
    /// `age` seconds ago. That time decides whether they are laps at night.
    func count(
        _ amount: Int, of ride: ID<Ride>, on day: CalendarDate?, idempotencyKey: String, by me: ID<Member>, age: Int = 0
    ) -> Query<LapOutcome> {
        .one(
            """
            WITH \(LapQueries.allowed(LapQueries.notOpen)), action AS (
                INSERT INTO lap_actions (club_id, member_id, idempotency_key, ride_id, day, amount, is_night, made_at)
                SELECT club_id, member_id, $3, ride_id, day, $5::integer,
                    $5 > 0 AND day = moment::date AND extract(hour FROM moment) NOT BETWEEN 4 AND 21, moment AT TIME ZONE time_zone
                FROM allowed CROSS JOIN LATERAL (SELECT (now() - $6 * interval '1 second') AT TIME ZONE time_zone AS moment) at
                WHERE problem IS NULL
                ON CONFLICT ON CONSTRAINT lap_actions_once DO NOTHING RETURNING club_id, member_id, ride_id, day, amount
            ), \(LapQueries.added)
            \(LapQueries.outcome)
            """, ride, me, idempotencyKey, day, amount, age)
    }

    /// Undoes a lap action. If the undo arrives before the action itself, the action will not count. A note about the undone action moves
    /// to another lap action of the same ride and day, if there is one without a note.
    func undo(of ride: ID<Ride>, on day: CalendarDate?, idempotencyKey: String, by me: ID<Member>) -> Query<LapOutcome> {
        .one(
            """
            WITH \(LapQueries.allowed("")), undone AS (
                INSERT INTO lap_actions AS a (club_id, member_id, idempotency_key, ride_id, day, amount, is_undone)
                SELECT club_id, member_id, $3, ride_id, day, 1, true FROM allowed WHERE problem IS NULL
                ON CONFLICT ON CONSTRAINT lap_actions_once DO UPDATE SET is_undone = true WHERE NOT a.is_undone AND a.ride_id = excluded.ride_id
                RETURNING a.club_id, a.id, a.member_id, a.ride_id, a.day, a.amount, a.xmax <> 0 AS was_counted
            ), kept_note AS (
                UPDATE lap_notes n SET lap_action_id = o.id FROM undone u CROSS JOIN LATERAL (
                    SELECT a.id FROM lap_actions a
                    WHERE a.club_id = u.club_id AND a.member_id = u.member_id AND a.ride_id = u.ride_id AND a.day = u.day AND a.id <> u.id
                        AND NOT a.is_undone AND a.amount > 0
                        AND NOT EXISTS (SELECT FROM lap_notes k WHERE k.club_id = a.club_id AND k.lap_action_id = a.id)
                    ORDER BY a.id DESC LIMIT 1
                ) o WHERE n.club_id = u.club_id AND n.lap_action_id = u.id
            ), action AS (SELECT club_id, member_id, ride_id, day, -amount AS amount FROM undone WHERE was_counted), \(LapQueries.added)
            \(LapQueries.outcome)
            """, ride, me, idempotencyKey, day)
    }

    /// Sets the number of laps on a day. Undoes the last lap actions of the day while the number is too high, and then adds the missing
    /// laps. A note about an undone action moves to the new action.
    func setDayTotal(_ laps: Int, of ride: ID<Ride>, on day: CalendarDate?, idempotencyKey: String, by me: ID<Member>) -> Query<LapOutcome>
    {
        .one(
            """
            WITH \(LapQueries.allowed(LapQueries.notOpen)), counting AS (
                SELECT a.club_id, a.id, a.amount, sum(greatest(a.amount, 0)) OVER (ORDER BY a.id) AS upto
                FROM allowed d JOIN lap_actions a ON a.club_id = d.club_id AND a.member_id = d.member_id AND a.ride_id = d.ride_id AND a.day = d.day
                WHERE NOT a.is_undone
            ), staying AS (
                SELECT coalesce(sum(amount), 0) AS laps FROM counting WHERE amount > 0 AND upto <= $5
            ), made AS (
                INSERT INTO lap_actions (club_id, member_id, idempotency_key, ride_id, day, amount)
                SELECT d.club_id, d.member_id, $3, d.ride_id, d.day, $5 - s.laps FROM allowed d, staying s WHERE d.problem IS NULL
                ON CONFLICT ON CONSTRAINT lap_actions_once DO NOTHING RETURNING club_id, id, member_id, ride_id, day, amount
            ), gone AS (
                UPDATE lap_actions a SET is_undone = true FROM counting c
                WHERE a.club_id = c.club_id AND a.id = c.id AND NOT a.is_undone AND (c.amount <= 0 OR c.upto > $5) AND EXISTS (SELECT FROM made)
                RETURNING a.id, a.amount
            ), kept_note AS (
                UPDATE lap_notes n SET lap_action_id = m.id FROM made m WHERE m.amount > 0 AND n.club_id = m.club_id AND n.lap_action_id = (
                    SELECT min(o.lap_action_id) FROM gone g JOIN lap_notes o ON o.lap_action_id = g.id)
            ), action AS (
                SELECT club_id, member_id, ride_id, day, amount - coalesce((SELECT sum(amount) FROM gone), 0)::integer AS amount FROM made
            ), \(LapQueries.added)
            \(LapQueries.outcome)
            """, ride, me, idempotencyKey, day, laps)
    }

    /// The laps of `me` on a ride, for the browser, after an action has counted or undone laps. `idempotencyKey` is the key of that action.
    /// If `day` is nil, the day is the current day in the park's time zone. Nil if there is no such ride.
    func tally(of ride: ID<Ride>, on day: CalendarDate?, idempotencyKey: String, by me: ID<Member>) -> Query<LapTally?> {
        .first(
            """
            SELECT d.day, greatest(coalesce(l.count, 0), 0), coalesce(t.laps, 0), (
                SELECT a.idempotency_key FROM lap_actions a
                WHERE a.club_id = r.club_id AND a.member_id = $2 AND a.ride_id = r.id AND a.day = d.day
                    AND NOT a.is_undone AND a.amount = 1 AND a.idempotency_key <> $3 ORDER BY a.id DESC LIMIT 1)
            FROM rides r JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            CROSS JOIN LATERAL (SELECT coalesce($4::date, \(Day.of("now()", in: "p.time_zone"))) AS day) d
            LEFT JOIN laps l ON l.club_id = r.club_id AND l.member_id = $2 AND l.ride_id = r.id AND l.day = d.day
            LEFT JOIN member_rides t ON t.club_id = r.club_id AND t.member_id = $2 AND t.ride_id = r.id
            WHERE r.id = $1
            """, ride, me, idempotencyKey, day)
    }

    /// Marks a ride as ridden without counting laps, or removes the mark. `MemberRideTotalQueries.recalculate(_:)` has to follow. Returns
    /// false if there is no such ride, or if the member has left the club.
    func mark(_ ride: ID<Ride>, isRidden: Bool, by me: ID<Member>) -> Query<Bool> {
        .one(
            """
            WITH allowed AS (
                SELECT m.club_id, m.id AS member_id, r.id AS ride_id FROM members m JOIN rides r ON r.club_id = m.club_id AND r.id = $1
                WHERE m.id = $2 AND m.left_at IS NULL FOR KEY SHARE OF m, r
            ), marked AS (
                INSERT INTO member_rides AS t (club_id, member_id, ride_id, laps, is_marked)
                SELECT club_id, member_id, ride_id, 0, true FROM allowed WHERE $3
                ON CONFLICT (club_id, member_id, ride_id) DO UPDATE SET is_marked = true WHERE NOT t.is_marked
            ), unmarked AS (
                UPDATE member_rides t SET is_marked = false FROM allowed a
                WHERE NOT $3 AND t.club_id = a.club_id AND t.member_id = a.member_id AND t.ride_id = a.ride_id AND t.is_marked
            )
            SELECT EXISTS (SELECT FROM allowed)
            """, ride, me, isRidden)
    }

    /// A `WHEN` branch that refuses to count `$5` laps if the ride is not open on that day.
    private static let notOpen: SQL = """
        WHEN $5 > 0 AND (d.day::text > nullif(r.closed, '') || '~' OR r.status <> 'operating' AND d.day = d.today) THEN 'closed'
        """

    /// A CTE with the ride, the member, the day, and the `problem` because of which the action is refused. `otherProblems` adds more `WHEN`
    /// branches for problems.
    private static func allowed(_ otherProblems: SQL) -> SQL {
        """
        allowed AS (
            SELECT m.club_id, m.id AS member_id, r.id AS ride_id, p.time_zone, d.day, CASE
                WHEN d.day > d.today THEN 'future'
                WHEN d.day::text < r.opened THEN 'unopened'
                \(otherProblems)
                WHEN EXISTS (SELECT FROM lap_actions a WHERE a.club_id = m.club_id AND a.member_id = m.id AND a.idempotency_key = $3 AND a.ride_id <> r.id)
                    THEN 'reused' END AS problem
            FROM members m
            JOIN rides r ON r.club_id = m.club_id AND r.id = $1
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            CROSS JOIN LATERAL (SELECT \(Day.of("now()", in: "p.time_zone")) AS today, coalesce($4::date, \(Day.of("now()", in: "p.time_zone"))) AS day) d
            WHERE m.id = $2 AND m.left_at IS NULL FOR KEY SHARE OF m, r
        )
        """
    }

    /// A CTE that adds the row of `action` to the laps of the day.
    private static let added: SQL = """
        added AS (
            INSERT INTO laps AS l (club_id, member_id, ride_id, day, count) SELECT club_id, member_id, ride_id, day, amount FROM action
            ON CONFLICT (club_id, member_id, ride_id, day) DO UPDATE SET count = l.count + excluded.count
        )
        """

    private static let outcome: SQL = "SELECT EXISTS (SELECT FROM allowed), (SELECT problem FROM allowed)"
}
