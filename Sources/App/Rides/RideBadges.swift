import Postgres

/// Badges for laps and for visits to parks. The date of a badge for laps is the day on which the member reached the goal, in the park's
/// time zone.
enum RideBadges {
    static let rides = BadgeSource(
        privacy: RideFeature.ridden,
        values: """
            SELECT coalesce((SELECT laps FROM member_ride_totals t WHERE t.club_id = m.club_id AND t.member_id = m.id AND t.period = ''), 0), d.*, n.*,
                (SELECT count(*) FROM lap_actions a WHERE a.club_id = m.club_id AND a.member_id = m.id AND a.is_night AND NOT a.is_undone)
            FROM (
                SELECT count(*), count(*) FILTER (WHERE r.kind = 'coaster'), count(DISTINCT r.park_id), count(DISTINCT nullif(p.country, '')),
                    count(DISTINCT nullif(r.maker, '')), count(DISTINCT nullif(r.material, '')), count(DISTINCT r.kind),
                    coalesce(sum(r.height_cm), 0) / 100, coalesce(sum(r.length_cm), 0) / 100, coalesce(sum(r.inversions), 0)
                FROM member_rides t JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id
                JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
                WHERE t.club_id = m.club_id AND t.member_id = m.id AND t.is_ridden
            ) d, (
                SELECT coalesce(max(l.count), 0), count(DISTINCT l.day) FROM laps l
                WHERE l.club_id = m.club_id AND l.member_id = m.id AND l.count > 0
            ) n
            """,
        [
            BadgeMeasure(
                "laps", "lap", "laps", icon: "coaster", day: laps,
                [1: "First lap", 10: "Warmed up", 100: "A hundred times round", 1000: "A thousand times round", 10_000: "Perpetual motion"]),
            BadgeMeasure(
                "rides", "different ride", "different rides", icon: "ticket", day: first("r.id"),
                [
                    5: "A handful of rides", 10: "Ten rides", 50: "Fifty rides", 100: "A hundred rides", 250: "Collector",
                    500: "Five hundred rides", 1000: "A thousand rides",
                ]),
            BadgeMeasure(
                "coasters", "roller coaster", "roller coasters", icon: "coaster", day: first("r.id", where: "r.kind = 'coaster'"),
                [1: "First coaster", 10: "Ten coasters", 50: "Fifty coasters", 100: "A hundred coasters"]),
            BadgeMeasure(
                "parks", "park", "parks", icon: "flag", day: first("r.park_id"),
                [2: "Another gate", 5: "Five gates", 10: "Ten gates", 25: "Gatecrasher", 50: "Fifty gates"]),
            BadgeMeasure(
                "countries", "country", "countries", icon: "globe", day: first("p.country", where: "p.country <> ''"),
                [2: "Across the border", 5: "Five countries", 10: "Ten countries", 20: "Round the world"]),
            BadgeMeasure(
                "makers", "maker", "makers", icon: "wheel", day: first("r.maker", where: "r.maker <> ''"),
                [3: "Three workshops", 5: "Five workshops", 10: "Ten workshops", 20: "Knows them all"]),
            BadgeMeasure(
                "materials", "material", "materials", icon: "grid", day: first("r.material", where: "r.material <> ''"),
                [2: "Wood and steel", 3: "And something else"]),
            BadgeMeasure(
                "kinds", "kind of ride", "kinds of rides", icon: "more", day: first("r.kind"),
                [3: "A mixed day", 6: "Rides anything"]),
            BadgeMeasure(
                "height", "metre of height", "metres of height", icon: "arrow", day: sum("r.height_cm", in: "100"),
                [100: "A hundred metres up", 1000: "A kilometre up", 8849: "As high as Everest"]),
            BadgeMeasure(
                "length", "metre of track", "metres of track", icon: "more", day: sum("r.length_cm", in: "100"),
                [10_000: "Ten kilometres of track", 42_195: "Track for a marathon"]),
            BadgeMeasure(
                "inversions", "inversion", "inversions", icon: "wheel", day: sum("r.inversions", in: "1"),
                [10: "Head over heels", 100: "Mostly upside down"]),
            BadgeMeasure(
                "same_day", "lap of one ride in a day", "laps of one ride in a day", icon: "star",
                day: "SELECT min(l.day) FROM laps l WHERE l.club_id = m.club_id AND l.member_id = m.id AND l.count >= k.goal",
                [10: "Ten in a day", 50: "Fifty in a day", 100: "A hundred in a day"]),
            BadgeMeasure(
                "days", "day of riding", "days of riding", icon: "check",
                day: """
                    SELECT l.day FROM laps l WHERE l.club_id = m.club_id AND l.member_id = m.id AND l.count > 0
                    GROUP BY l.day ORDER BY l.day OFFSET k.goal - 1 LIMIT 1
                    """,
                [10: "Ten days out", 50: "Fifty days out", 200: "Lives here"]),
            BadgeMeasure(
                "nights", "lap at night", "laps at night", icon: "clock",
                day: """
                    SELECT a.day FROM lap_actions a WHERE a.club_id = m.club_id AND a.member_id = m.id AND a.is_night AND NOT a.is_undone
                    ORDER BY a.day OFFSET k.goal - 1 LIMIT 1
                    """,
                [1: "Night rider", 10: "Night owl"]),
        ])

    static let visits = BadgeSource(
        privacy: RideFeature.ridden,
        values: "SELECT count(DISTINCT \(visitDay)) FROM check_ins c WHERE c.club_id = m.club_id AND c.member_id = m.id",
        [
            BadgeMeasure(
                "visits", "day checked in", "days checked in", icon: "ticket",
                day: """
                    SELECT \(visitDay) AS day FROM check_ins c WHERE c.club_id = m.club_id AND c.member_id = m.id
                    GROUP BY day ORDER BY day OFFSET k.goal - 1 LIMIT 1
                    """,
                [1: "Through the gate", 10: "Knows the way", 50: "Season ticket"])
        ])

    /// Awards or deletes badges after a lap action (a request that counts or undoes laps).
    ///
    /// The member's numbers are computed only if the action may have crossed a goal. A number of laps can cross a goal at 1 and at
    /// multiples of ten. The number of laps at night can cross a goal at 1 and at 10. All other numbers change only with the first lap on a
    /// ride, or with the first lap on a ride on that day.
    static func award(idempotencyKey: String, by me: ID<Member>) -> Query<[EarnedBadge]> {
        .all(awardStatement, [me], rides.names, rides.goals, idempotencyKey)
    }

    /// `OFFSET 0` keeps PostgreSQL from merging the subquery into the outer query. So the planner reads each sum by its key, even if its
    /// statistics are wrong.
    static let awardStatement: SQL = rides.awardStatement(
        if: """
            EXISTS (SELECT FROM lap_actions a CROSS JOIN LATERAL (
                    SELECT CASE WHEN a.is_undone THEN -a.amount ELSE a.amount END AS amount,
                        (SELECT t.laps FROM member_ride_totals t WHERE t.club_id = a.club_id AND t.member_id = a.member_id AND t.period = '') AS in_all,
                        (SELECT d.laps FROM member_rides d
                            WHERE d.club_id = a.club_id AND d.member_id = a.member_id AND d.ride_id = a.ride_id) AS of_ride,
                        (SELECT l.count FROM laps l
                            WHERE l.club_id = a.club_id AND l.member_id = a.member_id AND l.ride_id = a.ride_id AND l.day = a.day) AS of_day
                    OFFSET 0
                ) n
                WHERE a.club_id = m.club_id AND a.member_id = m.id AND a.idempotency_key = $4 AND (
                    n.of_ride <= greatest(n.amount, 0) OR n.of_day <= greatest(n.amount, 0)
                    OR n.in_all / 10 <> (n.in_all - n.amount) / 10 OR n.of_day / 10 <> (n.of_day - n.amount) / 10
                    OR a.is_night AND (SELECT count(*) FROM (SELECT FROM lap_actions b WHERE b.club_id = a.club_id AND b.member_id = a.member_id
                        AND b.is_night AND NOT b.is_undone LIMIT 12) few) < 12))
            """)

    // MARK: Days

    private static let visitDay: SQL = Day.of("c.made_at", in: "'UTC'")

    private static let laps: SQL = """
        SELECT s.day FROM (
            SELECT l.day, sum(sum(l.count)) OVER (ORDER BY l.day) AS laps FROM laps l
            WHERE l.club_id = m.club_id AND l.member_id = m.id AND l.count > 0 GROUP BY l.day
        ) s WHERE s.laps >= k.goal ORDER BY s.day LIMIT 1
        """

    /// SQL for the day on which the laps of the member first had as many different values as the goal. For example, if `value` is the park
    /// and the goal is 10, this is the day of the first lap in the tenth park.
    private static func first(_ value: SQL, where condition: SQL = "true") -> SQL {
        """
        SELECT f.day FROM (
            SELECT min(l.day) AS day FROM laps l JOIN rides r ON r.club_id = l.club_id AND r.id = l.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE l.club_id = m.club_id AND l.member_id = m.id AND l.count > 0 AND \(condition) GROUP BY \(value)
        ) f ORDER BY f.day OFFSET k.goal - 1 LIMIT 1
        """
    }

    /// SQL for the day on which a sum reached the goal. The sum adds `amount` once for each ride that the member has ridden, and is divided
    /// by `unit`.
    private static func sum(_ amount: SQL, in unit: SQL) -> SQL {
        """
        SELECT s.day FROM (
            SELECT f.day, sum(f.amount) OVER (ORDER BY f.day, f.id) AS amount FROM (
                SELECT l.ride_id AS id, min(l.day) AS day, min(\(amount)) AS amount FROM laps l
                JOIN rides r ON r.club_id = l.club_id AND r.id = l.ride_id
                WHERE l.club_id = m.club_id AND l.member_id = m.id AND l.count > 0 GROUP BY l.ride_id
            ) f
        ) s WHERE s.amount / \(unit) >= k.goal ORDER BY s.day LIMIT 1
        """
    }
}
