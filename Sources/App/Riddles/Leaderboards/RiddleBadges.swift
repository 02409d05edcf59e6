import Postgres

enum RiddleBadges {
    static let riddles = BadgeSource(
        privacy: RiddleFeature.solved,
        values: """
            SELECT coalesce(max(t.solved), 0), coalesce(max(t.sent), 0), coalesce(max(t.best_streak), 0) FROM riddle_totals t
            WHERE t.club_id = m.club_id AND t.member_id = m.id
            """,
        [
            BadgeMeasure(
                "riddles_solved", "riddle solved", "riddles solved", icon: "riddle",
                day: """
                    SELECT \(Day.of("p.finished_at", in: "'UTC'")) FROM riddle_plays p
                    WHERE p.club_id = m.club_id AND p.member_id = m.id AND p.state = 'right' ORDER BY p.finished_at OFFSET k.goal - 1 LIMIT 1
                    """,
                [1: "First riddle", 10: "Reads pictures", 100: "Speaks emoji"]),
            BadgeMeasure(
                "riddles_sent", "riddle sent", "riddles sent", icon: "send",
                day: """
                    SELECT \(Day.of("r.sent_at", in: "'UTC'")) FROM riddles r
                    WHERE r.club_id = m.club_id AND r.sender_id = m.id ORDER BY r.id OFFSET k.goal - 1 LIMIT 1
                    """,
                [1: "First charade", 10: "Ten charades"]),
            BadgeMeasure(
                "riddle_days", "riddle of the day in a row", "riddles of the day in a row", icon: "star", day: streak,
                [3: "Three days running", 7: "A week with EmoJim", 30: "A month with EmoJim"]),
        ])

    /// SQL for the first day on which a streak reached the goal `k.goal`. A streak is a number of days in a row with a solved riddle of the
    /// day.
    private static let streak: SQL = """
        SELECT min(s.first + k.goal::integer - 1) FROM (
            SELECT min(d.day) AS first, count(*) AS length FROM (
                SELECT p.day, row_number() OVER (ORDER BY p.day)::integer AS place FROM riddle_plays p
                WHERE p.club_id = m.club_id AND p.member_id = m.id AND p.state = 'right' AND p.day IS NOT NULL
            ) d GROUP BY d.day - d.place
        ) s WHERE s.length >= k.goal
        """
}
