import Calendar
import Postgres

struct LapLogQueries {
    // MARK: One ride

    /// The friends who have ridden the ride and let their friends see this. The friend with the most laps is first.
    func friends(of me: ID<Member>, on ride: ID<Ride>, hidden: [ID<Member>], limit: Int) -> Query<[FriendOnRide]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), t.laps FROM follows f
            JOIN member_rides t ON t.club_id = f.club_id AND t.member_id = f.followed_id AND t.ride_id = $2 AND t.is_ridden
            JOIN members m ON m.club_id = f.club_id AND m.id = f.followed_id AND \(PrivacyKind.friendsSee("rides", of: "m"))
            WHERE f.member_id = $1 AND f.is_mutual AND f.followed_id <> ALL ($3) ORDER BY t.laps DESC, m.id LIMIT $4
            """, me, ride, hidden, limit)
    }

    func span(of member: ID<Member>, on ride: ID<Ride>) -> Query<LapSpan> {
        .one(
            """
            SELECT (SELECT day FROM laps WHERE member_id = $1 AND ride_id = $2 AND count > 0 ORDER BY day LIMIT 1),
                (SELECT day FROM laps WHERE member_id = $1 AND ride_id = $2 AND count > 0 ORDER BY day DESC LIMIT 1)
            """, member, ride)
    }

    /// The laps of the member and of the whole club in each of the last twelve months, in the park's time zone.
    func months(of member: ID<Member>, on ride: ID<Ride>) -> Query<[LapMonth]> {
        .all(
            """
            SELECT g.month::date, coalesce(sum(l.count), 0), coalesce((SELECT n.laps FROM ride_months n
                WHERE n.club_id = min(r.club_id) AND n.ride_id = min(r.id) AND n.month = g.month::date), 0)
            FROM rides r JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            CROSS JOIN LATERAL (SELECT date_trunc('month', now() AT TIME ZONE p.time_zone) AS last) d
            CROSS JOIN LATERAL generate_series(d.last - interval '11 months', d.last, '1 month') g (month)
            LEFT JOIN laps l ON l.club_id = r.club_id AND l.member_id = $1 AND l.ride_id = r.id AND l.count > 0
                AND l.day >= g.month::date AND l.day < (g.month + interval '1 month')::date
            WHERE r.id = $2 GROUP BY g.month ORDER BY g.month
            """, member, ride)
    }

    // MARK: One member

    func days(of member: ID<Member>, limit: Int) -> Query<[LapDay]> {
        .all(
            """
            SELECT l.day, l.count, r.id, r.name, p.id, p.name
            FROM (SELECT club_id, ride_id, day, count FROM laps WHERE member_id = $1 AND count > 0 ORDER BY day DESC, ride_id LIMIT $2) l
            JOIN rides r ON r.club_id = l.club_id AND r.id = l.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            ORDER BY l.day DESC, l.ride_id
            """, member, limit)
    }

    func span(of member: ID<Member>) -> Query<LapSpan> {
        .one(
            """
            SELECT (SELECT day FROM laps WHERE member_id = $1 AND count > 0 ORDER BY day LIMIT 1),
                (SELECT day FROM laps WHERE member_id = $1 AND count > 0 ORDER BY day DESC LIMIT 1)
            """, member)
    }

    /// The member's laps by day in one year. If `year` is nil, this is the last year with laps. A year before the first year with laps is
    /// replaced by the first year, and a year after the last year is replaced by the last year.
    ///
    /// The year is computed in a subquery with `OFFSET 0`. The comment at `LapCount.dayAtPark` gives the reason.
    func laps(of member: ID<Member>, in year: Int?) -> Query<[LapSum]> {
        .all(
            """
            SELECT l.day, sum(l.count) FROM (
                SELECT d.first, (d.first + interval '1 year' - interval '1 day')::date AS last FROM (
                    SELECT make_date(
                        least(greatest(coalesce($2::bigint, 9999), extract(year FROM o.day)), extract(year FROM n.day))::integer, 1, 1) AS first
                    FROM (SELECT day FROM laps WHERE member_id = $1 AND count > 0 ORDER BY day LIMIT 1) o,
                        (SELECT day FROM laps WHERE member_id = $1 AND count > 0 ORDER BY day DESC LIMIT 1) n
                ) d OFFSET 0
            ) y
            JOIN laps l ON l.member_id = $1 AND l.count > 0 AND l.day BETWEEN y.first AND y.last
            GROUP BY l.day ORDER BY l.day
            """, member, year)
    }

    /// The rides that at least one of two members has ridden. The ride with the most laps of both members together is first.
    func comparison(of member: ID<Member>, with other: ID<Member>) -> Query<[ComparedRide]> {
        .all(
            """
            SELECT r.id, r.name, p.id, p.name, a.laps, b.laps
            FROM (SELECT club_id, ride_id, laps FROM member_rides WHERE member_id = $1 AND is_ridden) a
            FULL JOIN (SELECT club_id, ride_id, laps FROM member_rides WHERE member_id = $2 AND is_ridden) b
                ON b.club_id = a.club_id AND b.ride_id = a.ride_id
            JOIN rides r ON r.club_id = CASE WHEN a.club_id IS NULL THEN b.club_id ELSE a.club_id END
                AND r.id = CASE WHEN a.ride_id IS NULL THEN b.ride_id ELSE a.ride_id END
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            ORDER BY coalesce(a.laps, 0) + coalesce(b.laps, 0) DESC, r.id
            """, member, other)
    }

    func countryCount(of member: ID<Member>) -> Query<Int> {
        .one(
            """
            SELECT count(DISTINCT p.country) FROM member_rides t JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id WHERE t.member_id = $1 AND t.is_ridden AND p.country <> ''
            """, member)
    }

    /// The member's credits (different rides), by the counting rule that applies to the member. The result has only the credits with the
    /// numbers 1, 10, 25, 50, 75, 100, 200 and so on, and the last credit of each month.
    func credits(of member: ID<Member>, limit: Int) -> Query<[Credit]> {
        .all(
            """
            WITH firsts AS (
                SELECT t.club_id, t.ride_id, f.day, \(CountingRule.ownCredit) AS credit
                FROM member_rides t JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id
                \(CountingRule.joins)
                CROSS JOIN LATERAL (SELECT l.day FROM laps l WHERE l.club_id = t.club_id AND l.member_id = t.member_id AND l.ride_id = t.ride_id
                    AND l.count > 0 ORDER BY l.day LIMIT 1) f
                WHERE t.member_id = $1 AND t.laps > 0
            ), credits AS (
                SELECT DISTINCT ON (credit) club_id, ride_id, day FROM firsts WHERE credit IS NOT NULL ORDER BY credit, day, ride_id
            ), numbered AS (
                SELECT club_id, ride_id, day, row_number() OVER w AS n, lead(day) OVER w AS next FROM credits WINDOW w AS (ORDER BY day, ride_id)
            )
            SELECT c.n, c.day, c.is_milestone, r.id, r.name, p.id, p.name
            FROM (SELECT *, n IN (1, 10, 25, 50, 75) OR n % 100 = 0 AS is_milestone FROM numbered) c
            JOIN rides r ON r.club_id = c.club_id AND r.id = c.ride_id JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE c.is_milestone OR c.next IS NULL OR date_trunc('month', c.next) <> date_trunc('month', c.day) ORDER BY c.n LIMIT $2
            """, member, limit)
    }

    /// The member's numbers of rides and laps for each park, country, maker, kind of ride or year. Rides are counted by the counting rule
    /// that applies to the member. The group with the most rides is first, but years are in chronological order.
    func groups(of member: ID<Member>, by group: LapGroup, limit: Int) -> Query<[LapGroupSum]> {
        guard group != .year else { return years(of: member, limit: limit) }
        return .all(
            """
            SELECT name, count(DISTINCT credit), sum(laps)::bigint FROM (
                SELECT \(CountingRule.ownCredit) AS credit, t.laps,
                    CASE $2::text WHEN 'park' THEN p.name WHEN 'country' THEN p.country WHEN 'maker' THEN r.maker ELSE r.kind END AS name
                FROM member_rides t JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
                \(CountingRule.joins)
                WHERE t.member_id = $1 AND t.is_ridden
            ) ridden WHERE name <> '' GROUP BY name ORDER BY count(DISTINCT credit) DESC, sum(laps) DESC, name LIMIT $3
            """, member, group.rawValue, limit)
    }

    private func years(of member: ID<Member>, limit: Int) -> Query<[LapGroupSum]> {
        .all(
            """
            SELECT t.period, CASE WHEN o.member_id IS NULL THEN t.rides ELSE (
                    SELECT count(DISTINCT \(CountingRule.credit(of: "r", by: "o"))) FROM laps l
                    JOIN rides r ON r.club_id = l.club_id AND r.id = l.ride_id
                    WHERE l.club_id = t.club_id AND l.member_id = t.member_id AND l.count > 0
                        AND l.day BETWEEN t.first_day AND t.last_day) END, t.laps
            FROM (SELECT club_id, member_id, period, rides, laps, (period || '-01-01')::date AS first_day,
                    (period || '-12-31')::date AS last_day FROM member_ride_totals
                WHERE member_id = $1 AND length(period) = 4 AND laps > 0 ORDER BY period DESC LIMIT $2) t
            LEFT JOIN own_counting_rules o ON o.club_id = t.club_id AND o.member_id = t.member_id ORDER BY t.period
            """, member, limit)
    }

    /// The rides that the member has ridden, the ride with the most laps first. Rides that are only marked as ridden come last.
    func mostRidden(of member: ID<Member>, limit: Int) -> Query<[MemberRide]> {
        .all(
            """
            SELECT t.laps, r.id, r.name, p.id, p.name
            FROM (SELECT club_id, ride_id, laps FROM member_rides WHERE member_id = $1 AND is_ridden ORDER BY laps DESC, ride_id LIMIT $2) t
            JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            ORDER BY t.laps DESC, t.ride_id
            """, member, limit)
    }
}
