import Postgres

enum BadgeChecks {
    static let all = [ConsistencyCheck("holders of badges", .all(holders))]

    private static let holders: SQL = """
        SELECT format('%s of %s: %s kept, %s counted', coalesce(k.goal, n.goal), coalesce(k.measure, n.measure), k.members, n.members)
        FROM (SELECT club_id, measure, goal, count(*) AS members FROM badges WHERE is_counted GROUP BY club_id, measure, goal) n
        FULL JOIN badge_counts k ON k.club_id = n.club_id AND k.measure = n.measure AND k.goal = n.goal
        WHERE coalesce(k.members, 0) <> coalesce(n.members, 0) LIMIT 20
        """
}
