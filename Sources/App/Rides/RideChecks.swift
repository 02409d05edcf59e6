import Postgres

enum RideChecks {
    static let all = [
        ConsistencyCheck("laps by day", .all(days)), ConsistencyCheck("laps by ride and member", .all(ridden)),
        ConsistencyCheck("member ride totals", .all(memberTotals)), ConsistencyCheck("laps and riders of rides", .all(rides)),
        ConsistencyCheck("laps by month", .all(months)), ConsistencyCheck("mean ranks", .all(ranks)),
    ]

    private static let days: SQL = """
        SELECT format('member %s, ride %s, %s: %s kept, %s counted', coalesce(l.member_id, a.member_id), coalesce(l.ride_id, a.ride_id),
            coalesce(l.day, a.day), coalesce(l.count, 0), coalesce(a.count, 0))
        FROM (SELECT club_id, member_id, ride_id, day, sum(amount) AS count FROM lap_actions WHERE NOT is_undone
            GROUP BY club_id, member_id, ride_id, day) a
        FULL JOIN laps l ON l.club_id = a.club_id AND l.member_id = a.member_id AND l.ride_id = a.ride_id AND l.day = a.day
        WHERE coalesce(l.count, 0) <> coalesce(a.count, 0) LIMIT 20
        """

    private static let ridden: SQL = """
        SELECT format('member %s, ride %s: %s kept, %s counted', coalesce(t.member_id, l.member_id), coalesce(t.ride_id, l.ride_id),
            coalesce(t.laps, 0), coalesce(l.laps, 0))
        FROM (SELECT club_id, member_id, ride_id, sum(count) AS laps FROM laps WHERE count > 0 GROUP BY club_id, member_id, ride_id) l
        FULL JOIN member_rides t ON t.club_id = l.club_id AND t.member_id = l.member_id AND t.ride_id = l.ride_id
        WHERE coalesce(t.laps, 0) <> coalesce(l.laps, 0) LIMIT 20
        """

    /// Leaves out the members in `member_ride_recalculations`, because the scheduled cleanup will recalculate their totals.
    private static let memberTotals: SQL = """
        WITH rode AS (
            SELECT club_id, member_id, '' AS period, ride_id, laps FROM member_rides WHERE is_ridden
            UNION ALL SELECT l.club_id, l.member_id, p.period, l.ride_id, l.count FROM laps l
            CROSS JOIN LATERAL (VALUES (to_char(l.day, 'YYYY')), (to_char(l.day, 'YYYY-MM'))) p (period) WHERE l.count > 0
        ), counted AS (
            SELECT d.club_id, d.member_id, d.period, sum(d.laps) AS laps, count(DISTINCT r.park_id) AS parks,
                count(DISTINCT \(CountingRule.credit(of: "r", by: "u"))) AS rides
            FROM rode d JOIN rides r ON r.club_id = d.club_id AND r.id = d.ride_id LEFT JOIN counting_rules u ON u.club_id = r.club_id
            GROUP BY d.club_id, d.member_id, d.period
        )
        SELECT format('member %s, %s: %s laps, %s rides, %s parks kept, %s, %s, %s counted', coalesce(s.member_id, n.member_id),
            coalesce(nullif(coalesce(s.period, n.period), ''), 'all time'), s.laps, s.rides, s.parks, n.laps, n.rides, n.parks)
        FROM counted n FULL JOIN member_ride_totals s ON s.club_id = n.club_id AND s.member_id = n.member_id AND s.period = n.period
        WHERE (coalesce(s.laps, 0), coalesce(s.rides, 0), coalesce(s.parks, 0))
                IS DISTINCT FROM (coalesce(n.laps, 0), coalesce(n.rides, 0), coalesce(n.parks, 0))
            AND NOT EXISTS (SELECT FROM member_ride_recalculations d WHERE d.club_id = s.club_id AND d.member_id = s.member_id) LIMIT 20
        """

    private static let rides: SQL = """
        SELECT format('ride %s: %s laps by %s members kept, %s by %s counted', r.id, r.laps, r.riders, coalesce(n.laps, 0), coalesce(n.riders, 0))
        FROM rides r LEFT JOIN (SELECT club_id, ride_id, sum(laps) AS laps, count(*) FILTER (WHERE is_ridden) AS riders
            FROM member_rides GROUP BY club_id, ride_id) n ON n.club_id = r.club_id AND n.ride_id = r.id
        WHERE (r.laps, r.riders) IS DISTINCT FROM (coalesce(n.laps, 0), coalesce(n.riders, 0)) LIMIT 20
        """

    private static let months: SQL = """
        SELECT format('ride %s, %s: %s kept, %s counted', coalesce(k.ride_id, n.ride_id), coalesce(k.month, n.month), k.laps, n.laps)
        FROM (SELECT club_id, ride_id, date_trunc('month', day)::date AS month, sum(count) AS laps FROM laps WHERE count > 0 GROUP BY 1, 2, 3) n
        FULL JOIN ride_months k ON k.club_id = n.club_id AND k.ride_id = n.ride_id AND k.month = n.month
        WHERE coalesce(k.laps, 0) <> coalesce(n.laps, 0) LIMIT 20
        """

    private static let ranks: SQL = """
        SELECT format('ride %s: %s places of %s members kept, %s of %s counted', coalesce(k.ride_id, n.ride_id), k.places, k.members, n.places, n.members)
        FROM (SELECT club_id, ride_id, sum(place) AS places, count(*) AS members FROM ride_ranks GROUP BY club_id, ride_id) n
        FULL JOIN ride_rank_totals k ON k.club_id = n.club_id AND k.ride_id = n.ride_id
        WHERE (coalesce(k.places, 0), coalesce(k.members, 0)) IS DISTINCT FROM (coalesce(n.places, 0), coalesce(n.members, 0)) LIMIT 20
        """
}
