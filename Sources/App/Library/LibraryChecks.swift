import Postgres

enum LibraryChecks {
    static let lists: SQL = """
        SELECT 'member ' || coalesce(t.member_id, e.member_id) || ', ' || coalesce(t.state, e.state)
        FROM (SELECT * FROM library_totals WHERE video_games > 0) t FULL JOIN (
            SELECT club_id, member_id, state, count(*) AS video_games FROM library_entries GROUP BY club_id, member_id, state
        ) e ON e.club_id = t.club_id AND e.member_id = t.member_id AND e.state = t.state
        WHERE t.video_games IS DISTINCT FROM e.video_games LIMIT 100
        """

    static let leaderboardTotals: SQL = """
        SELECT 'member ' || coalesce(t.member_id, e.member_id) || ', ' || coalesce(t.measure, e.measure)
        FROM (SELECT * FROM library_leaderboard_totals WHERE amount > 0) t FULL JOIN (
            SELECT club_id, member_id, 'finished' AS measure, finished_in(l) AS year, count(*) AS amount FROM library_entries l
                WHERE state = 'finished' GROUP BY 1, 2, 4
            UNION ALL SELECT club_id, member_id, 'reviews', 0, count(*) FROM library_entries
                WHERE state = 'finished' AND note <> '' GROUP BY 1, 2
            UNION ALL SELECT club_id, member_id, 'shelves', 0, count(*) FROM shelves WHERE audience = 'club' GROUP BY 1, 2
        ) e ON e.club_id = t.club_id AND e.member_id = t.member_id AND e.measure = t.measure AND e.year = t.year
        WHERE t.amount IS DISTINCT FROM e.amount LIMIT 100
        """

    static let games: SQL = """
        SELECT 'video game ' || coalesce(t.video_game_id, e.video_game_id)
        FROM (SELECT * FROM video_game_totals WHERE members > 0) t FULL JOIN (
            SELECT club_id, video_game_id, count(*) AS members, count(rating) AS ratings, coalesce(sum(rating), 0) AS rated
            FROM library_entries GROUP BY club_id, video_game_id
        ) e ON e.club_id = t.club_id AND e.video_game_id = t.video_game_id
        WHERE (t.members, t.ratings, t.rated) IS DISTINCT FROM (e.members, e.ratings, e.rated) LIMIT 100
        """
}
