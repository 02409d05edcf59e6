import Postgres

/// SQL that recalculates and reads the ride totals of a member. A member has a total of all time, and one for each year (2026) and each
/// month (2026-11). Triggers (`migrations/functions/total_laps.sql`) keep the numbers of laps, so only the numbers of rides and parks are
/// recalculated here.
struct MemberRideTotalQueries {
    // MARK: Recalculation

    /// Recalculates the member's numbers of rides and parks after a lap action: of all time, of the year and of the month. Changes nothing
    /// if the member rode the ride on that day both before and after the action. Has to run in the same transaction as the action, which
    /// has locked these totals.
    func recalculate(idempotencyKey: String, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH action AS (
                SELECT a.club_id, a.member_id, a.day FROM lap_actions a
                WHERE a.member_id = $1 AND a.idempotency_key = $2 AND (
                    SELECT l.count FROM laps l
                    WHERE l.club_id = a.club_id AND l.member_id = a.member_id AND l.ride_id = a.ride_id AND l.day = a.day
                ) <= greatest(CASE WHEN a.is_undone THEN -a.amount ELSE a.amount END, 0)
            ), periods AS (
                SELECT a.club_id, a.member_id, p.period, p.first, p.rest FROM action a CROSS JOIN LATERAL (VALUES ('', NULL, NULL),
                    (to_char(a.day, 'YYYY'), date_trunc('year', a.day)::date, (date_trunc('year', a.day) + interval '1 year')::date),
                    (to_char(a.day, 'YYYY-MM'), date_trunc('month', a.day)::date, (date_trunc('month', a.day) + interval '1 month')::date)
                ) p (period, first, rest)
            ), rode AS (
                SELECT p.period, t.club_id, t.ride_id FROM periods p
                JOIN member_rides t ON t.club_id = p.club_id AND t.member_id = p.member_id AND t.is_ridden WHERE p.period = ''
                UNION ALL SELECT p.period, l.club_id, l.ride_id FROM periods p
                JOIN laps l ON l.club_id = p.club_id AND l.member_id = p.member_id AND l.count > 0 AND l.day >= p.first AND l.day < p.rest
            ), counted AS (
                SELECT d.period, count(DISTINCT \(CountingRule.credit(of: "r", by: "u"))) AS rides, count(DISTINCT r.park_id) AS parks
                FROM rode d JOIN rides r ON r.club_id = d.club_id AND r.id = d.ride_id
                LEFT JOIN counting_rules u ON u.club_id = r.club_id GROUP BY d.period
            )
            UPDATE member_ride_totals s SET rides = coalesce(n.rides, 0), parks = coalesce(n.parks, 0)
            FROM periods p LEFT JOIN counted n ON n.period = p.period
            WHERE s.club_id = p.club_id AND s.member_id = p.member_id AND s.period = p.period
                AND (s.rides, s.parks) IS DISTINCT FROM (coalesce(n.rides, 0), coalesce(n.parks, 0))
            """, me, idempotencyKey)
    }

    /// Locks the member's totals. This waits for other transactions that are counting laps, so that `recalculate(_:)` sees those laps.
    func lock(_ member: ID<Member>) -> Query<Int> {
        .change("UPDATE member_ride_totals SET laps = laps WHERE member_id = $1 AND period = ''", member)
    }

    /// Recalculates the member's numbers of rides and parks, of all time and of each year and month. `lock` has to run before.
    func recalculate(_ member: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH rode AS (
                SELECT '' AS period, t.club_id, t.ride_id FROM member_rides t WHERE t.member_id = $1 AND t.is_ridden
                UNION ALL SELECT p.period, l.club_id, l.ride_id FROM laps l
                CROSS JOIN LATERAL (VALUES (to_char(l.day, 'YYYY')), (to_char(l.day, 'YYYY-MM'))) p (period)
                WHERE l.member_id = $1 AND l.count > 0
            ), counted AS (
                SELECT d.period, count(DISTINCT \(CountingRule.credit(of: "r", by: "u"))) AS rides, count(DISTINCT r.park_id) AS parks
                FROM rode d JOIN rides r ON r.club_id = d.club_id AND r.id = d.ride_id
                LEFT JOIN counting_rules u ON u.club_id = r.club_id GROUP BY d.period
            )
            UPDATE member_ride_totals s SET rides = coalesce(n.rides, 0), parks = coalesce(n.parks, 0)
            FROM member_ride_totals o LEFT JOIN counted n ON n.period = o.period
            WHERE o.member_id = $1 AND s.club_id = o.club_id AND s.member_id = o.member_id AND s.period = o.period
                AND (s.rides, s.parks) IS DISTINCT FROM (coalesce(n.rides, 0), coalesce(n.parks, 0))
            """, member)
    }

    /// The members whose totals have to be recalculated, because the club's counting rule or a ride has changed.
    func membersToRecalculate(limit: Int) -> Query<[ID<Member>]> {
        .all("SELECT member_id FROM member_ride_recalculations ORDER BY member_id LIMIT $1", limit)
    }

    func dequeueRecalculation(of member: ID<Member>) -> Query<Int> {
        .change("DELETE FROM member_ride_recalculations WHERE member_id = $1", member)
    }

    // MARK: One member

    /// The member's totals of all time. Rides are counted by the member's own counting rule if there is one, and otherwise by the club's
    /// rule.
    func totals(of member: ID<Member>) -> Query<LapTotals> {
        .one(
            """
            SELECT coalesce(s.laps, 0), coalesce(CASE WHEN o.member_id IS NULL THEN s.rides ELSE (
                    SELECT count(DISTINCT \(CountingRule.credit(of: "r", by: "o"))) FROM member_rides t
                    JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id
                    WHERE t.club_id = o.club_id AND t.member_id = o.member_id AND t.is_ridden) END, 0), coalesce(s.parks, 0)
            FROM (SELECT $1::bigint AS id) m LEFT JOIN member_ride_totals s ON s.member_id = m.id AND s.period = ''
            LEFT JOIN own_counting_rules o ON o.member_id = m.id
            """, member)
    }
}
