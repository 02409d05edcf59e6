import Calendar
import Postgres

/// All SQL for the table `member_ride_totals`: the ride totals of each member, of all time, of each year (2026) and of each month (2026-11).
struct MemberRideTotalQueries {
    // MARK: Recalculation

    /// Recalculates the member's numbers of rides and parks: of all time, and of the year and month of a lap action. Does so only if the
    /// action has changed whether the member rode the ride on that day. Has to run after the action in the same transaction, because the
    /// action has locked these rows.
    func recalculate(idempotencyKey: String, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH act AS (
                SELECT a.club_id, a.member_id, a.day FROM lap_actions a
                WHERE a.member_id = $1 AND a.idempotency_key = $2 AND (
                    SELECT l.count FROM laps l
                    WHERE l.club_id = a.club_id AND l.member_id = a.member_id AND l.ride_id = a.ride_id AND l.day = a.day
                ) <= greatest(CASE WHEN a.is_undone THEN -a.amount ELSE a.amount END, 0)
            ), periods AS (
                SELECT a.club_id, a.member_id, p.period, p.first, p.rest FROM act a CROSS JOIN LATERAL (VALUES ('', NULL, NULL),
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

    // MARK: Leaderboards

    func leaderboard(
        by measure: RideTotalMeasure, in period: String, after place: LeaderboardPlace?, limit: Int
    ) -> Query<[TopRidersEntry]> {
        let (score, key) = (place?.score ?? 1e15, place?.key ?? 0)
        let query: Query<[MemberRideTotal]> =
            switch measure {
            case .rides: .all("SELECT \(MemberRideTotalQueries.ranked(by: "rides"))", period, Int(score), key, limit)
            case .laps: .all("SELECT \(MemberRideTotalQueries.ranked(by: "laps"))", period, Int(score), key, limit)
            case .parks: .all("SELECT \(MemberRideTotalQueries.ranked(by: "parks"))", period, Int(score), key, limit)
            }
        return query.map { riders in riders.map { TopRidersEntry($0, by: measure) } }
    }

    private static func ranked(by measure: SQL) -> SQL {
        """
        \(MemberRideTotal.columns) FROM member_ride_totals s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.period = $1 AND s.\(measure) > 0 AND \(Ranked.includes("m"))
            AND s.\(measure) <= $2 AND (s.\(measure) < $2 OR s.member_id > $3)
        ORDER BY s.\(measure) DESC, s.member_id LIMIT $4
        """
    }

    func leaderboard(
        by measure: RideTotalMeasure, in period: String, ofFriendsOf me: ID<Member>, after place: LeaderboardPlace?, limit: Int
    ) -> Query<[TopRidersEntry]> {
        let (score, key) = (place?.score ?? 1e15, place?.key ?? 0)
        let query: Query<[MemberRideTotal]> =
            switch measure {
            case .rides: .all("SELECT \(MemberRideTotalQueries.rankedFriends(by: "rides"))", period, Int(score), key, limit, me)
            case .laps: .all("SELECT \(MemberRideTotalQueries.rankedFriends(by: "laps"))", period, Int(score), key, limit, me)
            case .parks: .all("SELECT \(MemberRideTotalQueries.rankedFriends(by: "parks"))", period, Int(score), key, limit, me)
            }
        return query.map { riders in riders.map { TopRidersEntry($0, by: measure) } }
    }

    private static func rankedFriends(by measure: SQL) -> SQL {
        """
        \(MemberRideTotal.columns) FROM (\(MemberRideTotalQueries.friends)) f
        JOIN member_ride_totals s ON s.club_id = f.club_id AND s.member_id = f.id AND s.period = $1
        JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.\(measure) > 0 AND \(Ranked.includes("m")) AND s.\(measure) <= $2 AND (s.\(measure) < $2 OR s.member_id > $3)
        ORDER BY s.\(measure) DESC, s.member_id LIMIT $4
        """
    }

    /// SQL for the ids of the member `$5` and of the member's friends.
    private static let friends: SQL = """
        SELECT club_id, id FROM members WHERE id = $5
        UNION ALL SELECT club_id, followed_id FROM follows WHERE member_id = $5 AND is_mutual
        """

    /// The member's total and rank in a period. Nil if the total is 0.
    func ownTotal(of member: ID<Member>, by measure: RideTotalMeasure, in period: String) -> Query<OwnRideTotal?> {
        switch measure {
        case .rides: .first("SELECT \(MemberRideTotalQueries.place(by: "rides"))", member, period)
        case .laps: .first("SELECT \(MemberRideTotalQueries.place(by: "laps"))", member, period)
        case .parks: .first("SELECT \(MemberRideTotalQueries.place(by: "parks"))", member, period)
        }
    }

    private static func place(by measure: SQL) -> SQL {
        """
        \(MemberRideTotal.columns), m.is_ranked,
            \(Ranked.count(of: "member_ride_totals a", "a", in: "s.club_id", by: "a.\(measure) DESC", where: "a.period = s.period AND a.\(measure) > 0 AND a.\(measure) > s.\(measure)"))
        FROM member_ride_totals s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.member_id = $1 AND s.period = $2 AND s.\(measure) > 0
        """
    }

    /// The member's total in a period, and the rank among the member's friends. Nil if the total is 0.
    func ownTotalAmongFriends(of member: ID<Member>, by measure: RideTotalMeasure, in period: String) -> Query<OwnRideTotal?> {
        switch measure {
        case .rides: .first("SELECT \(MemberRideTotalQueries.placeAmongFriends(by: "rides"))", member, period)
        case .laps: .first("SELECT \(MemberRideTotalQueries.placeAmongFriends(by: "laps"))", member, period)
        case .parks: .first("SELECT \(MemberRideTotalQueries.placeAmongFriends(by: "parks"))", member, period)
        }
    }

    private static func placeAmongFriends(by measure: SQL) -> SQL {
        """
        \(MemberRideTotal.columns), m.is_ranked, (SELECT count(*) FROM follows f
            JOIN member_ride_totals a ON a.club_id = f.club_id AND a.member_id = f.followed_id AND a.period = s.period AND a.\(measure) > s.\(measure)
            JOIN members o ON o.club_id = f.club_id AND o.id = f.followed_id AND \(Ranked.includes("o"))
            WHERE f.club_id = s.club_id AND f.member_id = s.member_id AND f.is_mutual)
        FROM member_ride_totals s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.member_id = $1 AND s.period = $2 AND s.\(measure) > 0
        """
    }
}

enum RideTotalMeasure: String, CaseIterable, Sendable {
    case rides, laps, parks

    var heading: String {
        switch self {
        case .rides: "Rides"
        case .laps: "Laps"
        case .parks: "Parks"
        }
    }
}

struct MemberRideTotal: RowRecord {
    var person: PersonRecord
    var rides: Int
    var laps: Int
    var parks: Int

    static let decoder = RowDecoder(MemberRideTotal.init)

    /// The columns of a total. Needs a row `s` of `member_ride_totals` and the row `m` of its member.
    static let columns: SQL = """
        \(PersonRecord.columns(of: "m")), s.rides, s.laps, s.parks
        """

    subscript(measure: RideTotalMeasure) -> Int {
        switch measure {
        case .rides: rides
        case .laps: laps
        case .parks: parks
        }
    }
}

struct OwnRideTotal: RowRecord {
    var rider: MemberRideTotal
    var isRanked: Bool
    /// The number of members with a higher total.
    var better: Int

    static let decoder = RowDecoder(OwnRideTotal.init)
}
