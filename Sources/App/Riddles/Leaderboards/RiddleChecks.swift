import Postgres

/// Compares the stored counts of riddles and the stored totals of members with the rows of `riddle_plays`. Former members have no totals.
enum RiddleChecks {
    static let all = [
        ConsistencyCheck("riddles", .all(riddles)), ConsistencyCheck("riddle scores", .all(scores)),
        ConsistencyCheck("hardest riddles", .all(hardest)), ConsistencyCheck("riddle streaks", .all(streaks)),
    ]

    /// SQL for each riddle: the number of members who solved it, and the number of members who finished without solving it.
    private static let ends: SQL = """
        SELECT club_id, riddle_id, count(*) FILTER (WHERE state = 'right') AS solved, count(*) FILTER (WHERE state <> 'right') AS failed
        FROM riddle_plays WHERE state IN ('right', 'wrong', 'given-up') GROUP BY club_id, riddle_id
        """

    private static let riddles: SQL = """
        SELECT format('riddle %s: %s solved, %s failed, %s finished kept, %s and %s counted', r.id, r.solved, r.failed, r.finished,
            coalesce(n.solved, 0), coalesce(n.failed, 0))
        FROM riddles r LEFT JOIN (\(ends)) n ON n.club_id = r.club_id AND n.riddle_id = r.id
        WHERE (r.solved, r.failed, r.finished)
            IS DISTINCT FROM (coalesce(n.solved, 0), coalesce(n.failed, 0), coalesce(n.solved, 0) + coalesce(n.failed, 0)) LIMIT 20
        """

    /// SQL that finds wrong scores. The sender gets a point for each member who did not solve a riddle, but at most one point for a riddle
    /// to the whole club.
    private static let scores: SQL = """
        WITH tried AS (
            SELECT club_id, member_id, count(*) FILTER (WHERE state = 'right') AS solved, count(*) AS finished
            FROM riddle_plays WHERE state IN ('right', 'wrong', 'given-up') GROUP BY club_id, member_id
        ), made AS (
            SELECT r.club_id, r.sender_id, count(*) AS sent,
                sum(CASE WHEN r.audience = 'club' THEN least(coalesce(n.failed, 0), 1) ELSE coalesce(n.failed, 0) END) AS points
            FROM riddles r LEFT JOIN (\(ends)) n ON n.club_id = r.club_id AND n.riddle_id = r.id
            WHERE r.sender_id IS NOT NULL GROUP BY r.club_id, r.sender_id
        ), counted AS (
            SELECT m.club_id, m.id, coalesce(t.solved, 0) + coalesce(d.points, 0) AS points, coalesce(t.solved, 0) AS solved,
                coalesce(t.finished, 0) AS finished, coalesce(d.sent, 0) AS sent
            FROM members m LEFT JOIN tried t ON t.club_id = m.club_id AND t.member_id = m.id
            LEFT JOIN made d ON d.club_id = m.club_id AND d.sender_id = m.id WHERE m.left_at IS NULL
        )
        SELECT format('member %s: %s points, %s solved, %s finished, %s sent kept, %s, %s, %s, %s counted', n.id, k.points, k.solved,
            k.finished, k.sent, n.points, n.solved, n.finished, n.sent)
        FROM counted n LEFT JOIN riddle_totals k ON k.club_id = n.club_id AND k.member_id = n.id
        WHERE (coalesce(k.points, 0), coalesce(k.solved, 0), coalesce(k.finished, 0), coalesce(k.sent, 0))
            IS DISTINCT FROM (n.points, n.solved, n.finished, n.sent) LIMIT 20
        """

    private static let hardest: SQL = """
        WITH counted AS (
            SELECT DISTINCT ON (r.club_id, r.sender_id) r.club_id, r.sender_id, r.id, n.failed
            FROM riddles r JOIN (\(ends)) n ON n.club_id = r.club_id AND n.riddle_id = r.id
            WHERE n.failed > 0 ORDER BY r.club_id, r.sender_id, n.failed DESC, r.id
        )
        SELECT format('member %s: riddle %s with %s kept, %s with %s counted', m.id, k.hardest_id, k.hardest_failed, n.id, n.failed)
        FROM members m LEFT JOIN riddle_totals k ON k.club_id = m.club_id AND k.member_id = m.id
        LEFT JOIN counted n ON n.club_id = m.club_id AND n.sender_id = m.id
        WHERE m.left_at IS NULL
            AND (k.hardest_id, coalesce(k.hardest_failed, 0)) IS DISTINCT FROM (n.id, coalesce(n.failed, 0)) LIMIT 20
        """

    private static let streaks: SQL = """
        WITH places AS (
            SELECT club_id, member_id, day, row_number() OVER (PARTITION BY club_id, member_id ORDER BY day)::integer AS place
            FROM riddle_plays WHERE state = 'right' AND day IS NOT NULL
        ), rows AS (
            SELECT club_id, member_id, count(*) AS length, max(day) AS last FROM places GROUP BY club_id, member_id, day - place
        ), counted AS (
            SELECT club_id, member_id, (array_agg(length ORDER BY last DESC))[1] AS streak, max(length) AS best, max(last) AS day
            FROM rows GROUP BY club_id, member_id
        )
        SELECT format('member %s: %s up to %s, %s at best kept, %s up to %s, %s counted', m.id, k.streak, k.streak_day, k.best_streak,
            n.streak, n.day, n.best)
        FROM members m LEFT JOIN riddle_totals k ON k.club_id = m.club_id AND k.member_id = m.id
        LEFT JOIN counted n ON n.club_id = m.club_id AND n.member_id = m.id
        WHERE m.left_at IS NULL AND (coalesce(k.streak, 0), coalesce(k.best_streak, 0), k.streak_day)
            IS DISTINCT FROM (coalesce(n.streak, 0), coalesce(n.best, 0), n.day) LIMIT 20
        """
}
