import Postgres

/// Badges for practice. If a member shows their practice to nobody, their badges do not count in the number of members who have a badge.
enum PracticeBadges {
    static let practice = BadgeSource(
        privacy: PracticeFeature.practised, isCountedHidden: false,
        values: """
            SELECT coalesce(sum(t.games), 0), coalesce(sum(t.won) FILTER (WHERE t.game = 'wordley'), 0),
                coalesce(sum(t.unaided) FILTER (WHERE t.game = 'wordley'), 0), coalesce(max(t.best_level) FILTER (WHERE t.game = 'wordley'), 0),
                coalesce(sum(t.daily), 0), coalesce(sum(t.won) FILTER (WHERE t.game = 'slideit'), 0),
                coalesce(sum(t.unaided) FILTER (WHERE t.game = 'slideit'), 0), coalesce(max(t.best_level) FILTER (WHERE t.game = 'slideit'), 0),
                coalesce(sum(t.points), 0), coalesce(max(t.best_streak), 0),
                (SELECT count(*) FROM practice_days d WHERE d.club_id = m.club_id AND d.member_id = m.id),
                coalesce((SELECT max(s.length) FROM (\(streaks)) s), 0)
            FROM practice_totals t WHERE t.club_id = m.club_id AND t.member_id = m.id
            """,
        [
            BadgeMeasure(
                "practice_games", "game practised", "games practised", icon: "practice", day: day("true"),
                [1: "First step", 10: "Well warmed up", 50: "A good habit", 100: "Hundred games", 500: "Five hundred games"]),
            BadgeMeasure(
                "practice_words", "word found", "words found", icon: "practice", day: day("r.is_won AND r.game = 'wordley'"),
                [1: "First word", 10: "Ten words", 50: "Word finder", 100: "Word hunter", 250: "Word master"]),
            BadgeMeasure(
                "practice_words_unaided", "word found without help", "words found without help", icon: "practice",
                day: day("r.is_won AND r.game = 'wordley' AND r.hints = 0"),
                [5: "Without help", 25: "No help needed", 100: "All by myself"]),
            BadgeMeasure(
                "practice_word_level", "level of Wordley reached", "levels of Wordley reached", icon: "practice",
                day: day("r.is_won AND r.game = 'wordley' AND r.level >= k.goal", isFirst: true),
                [7: "Five letters", 11: "Long words", 15: "Top of Wordley"]),
            BadgeMeasure(
                "practice_daily", "word of the day found", "words of the day found", icon: "star",
                day: day("r.is_won AND r.game = 'wordley' AND r.level IS NULL"),
                [1: "Word of the day", 7: "Seven days of words", 30: "A month of words"]),
            BadgeMeasure(
                "practice_puzzles", "puzzle solved", "puzzles solved", icon: "grid", day: day("r.is_won AND r.game = 'slideit'"),
                [1: "First slide", 10: "Ten puzzles", 50: "Puzzle solver", 100: "Puzzle hunter", 250: "Puzzle master"]),
            BadgeMeasure(
                "practice_puzzles_unaided", "puzzle solved without a hint", "puzzles solved without a hint", icon: "grid",
                day: day("r.is_won AND r.game = 'slideit' AND r.hints = 0"),
                [5: "My own way", 25: "Sure fingers", 100: "Steady hands"]),
            BadgeMeasure(
                "practice_puzzle_level", "level of SlideIt reached", "levels of SlideIt reached", icon: "grid",
                day: day("r.is_won AND r.game = 'slideit' AND r.level >= k.goal", isFirst: true),
                [6: "Harder puzzles", 11: "Four by four", 16: "Top of SlideIt"]),
            BadgeMeasure(
                "practice_points", "point", "points", icon: "star",
                day: points,
                [100: "Hundred points", 1000: "Thousand points", 5000: "Five thousand points", 20000: "Twenty thousand points"]),
            BadgeMeasure(
                "practice_in_a_row", "solved in a row", "solved in a row", icon: "star", day: inARow,
                [3: "Three in a row", 5: "Five in a row", 10: "Ten in a row", 20: "Twenty in a row"]),
            BadgeMeasure(
                "practice_days", "day of practice", "days of practice", icon: "clock",
                day: dayOfPractice,
                [3: "Three days", 7: "Seven days", 30: "Thirty days", 100: "Hundred days", 365: "A year of days"]),
            BadgeMeasure(
                "practice_day_streak", "day in a row", "days in a row", icon: "clock",
                day: "SELECT min(s.first + k.goal::integer - 1) FROM (\(streaks)) s WHERE s.length >= k.goal",
                [3: "Three days in a row", 7: "A whole week", 14: "Two whole weeks", 30: "A whole month"]),
        ])

    /// The part of a query that selects the results `r` of the member `m` since the last reset of the score.
    private static let results: SQL = """
        practice_results r WHERE r.club_id = m.club_id AND r.member_id = m.id AND r.id > coalesce((
            SELECT s.reset_id FROM practice_settings s WHERE s.club_id = m.club_id AND s.member_id = m.id), 0)
        """

    /// Selects the day on which the member reached `k.goal` games that meet `condition`. If `isFirst` is true, selects the day of the first
    /// game that meets `condition`.
    private static func day(_ condition: SQL, isFirst: Bool = false) -> SQL {
        let place: SQL = isFirst ? "0" : "k.goal - 1"
        return "SELECT r.day FROM \(results) AND \(condition) ORDER BY r.id OFFSET \(place) LIMIT 1"
    }

    /// Selects the first day and the length of each series of days of practice without a gap.
    private static let streaks: SQL = """
        SELECT min(d.day) AS first, count(*) AS length FROM (
            SELECT p.day, row_number() OVER (ORDER BY p.day)::integer AS place FROM practice_days p
            WHERE p.club_id = m.club_id AND p.member_id = m.id
        ) d GROUP BY d.day - d.place
        """

    private static let points: SQL = """
        SELECT min(p.day) FROM (SELECT r.day, sum(r.points) OVER (ORDER BY r.id) AS points FROM \(results)) p WHERE p.points >= k.goal
        """

    private static let dayOfPractice: SQL = """
        SELECT d.day FROM practice_days d WHERE d.club_id = m.club_id AND d.member_id = m.id ORDER BY d.day OFFSET k.goal - 1 LIMIT 1
        """

    private static let inARow: SQL = """
        SELECT min(x.day) FROM (
            SELECT w.day, count(*) FILTER (WHERE w.is_won) OVER (PARTITION BY w.game, w.lost ORDER BY w.id) AS length FROM (
                SELECT r.*, count(*) FILTER (WHERE NOT r.is_won) OVER (PARTITION BY r.game ORDER BY r.id) AS lost FROM \(results)
            ) w
        ) x WHERE x.length >= k.goal
        """
}
