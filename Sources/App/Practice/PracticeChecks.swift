import Postgres

enum PracticeChecks {
    static let all = [ConsistencyCheck("practice totals", .all(totals)), ConsistencyCheck("practice days", .all(days))]

    private static let totals: SQL = """
        SELECT 'member ' || coalesce(t.member_id, r.member_id) || ', ' || coalesce(t.game, r.game) FROM practice_totals t FULL JOIN (
            SELECT p.club_id, p.member_id, p.game, count(*) AS games, count(*) FILTER (WHERE p.is_won) AS won, sum(p.points) AS points,
                max(p.points) AS best FROM \(counted) GROUP BY p.club_id, p.member_id, p.game
        ) r ON r.club_id = t.club_id AND r.member_id = t.member_id AND r.game = t.game
        WHERE (t.games, t.won, t.points, t.best) IS DISTINCT FROM (r.games, r.won, r.points, r.best) LIMIT 100
        """

    private static let days: SQL = """
        SELECT 'member ' || coalesce(d.member_id, r.member_id) || ', ' || coalesce(d.day, r.day) FROM practice_days d FULL JOIN (
            SELECT p.club_id, p.member_id, p.day, count(*) AS games FROM \(counted) GROUP BY p.club_id, p.member_id, p.day
        ) r ON r.club_id = d.club_id AND r.member_id = d.member_id AND r.day = d.day
        WHERE d.games IS DISTINCT FROM r.games LIMIT 100
        """

    /// The part of a query that selects the results `p` since the last reset of the score.
    private static let counted: SQL = """
        practice_results p LEFT JOIN practice_settings s ON s.club_id = p.club_id AND s.member_id = p.member_id
            WHERE p.id > coalesce(s.reset_id, 0)
        """
}
