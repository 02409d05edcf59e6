import Calendar
import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// Reads which video games members began or finished in a month. Lists that not everybody in the club can see do not count.
struct LibraryMonthQueries {
    func games(in month: LibraryMonth, limit: Int) -> Query<[MonthVideoGame]> {
        .all(
            """
            SELECT t.id, t.name, t.released, t.platforms, \(CoverQueries.version), g.began, g.finished, g.ratings, g.rated FROM (
                SELECT e.video_game_id, count(*) FILTER (WHERE e.state <> 'finished') AS began, count(*) FILTER (WHERE e.state = 'finished') AS finished,
                    count(e.rating) AS ratings, coalesce(sum(e.rating), 0) AS rated
                FROM \(LibraryMonthQueries.monthEntries) GROUP BY e.video_game_id
                ORDER BY count(*) DESC, count(e.rating) DESC, e.video_game_id LIMIT $3
            ) g JOIN video_games t ON t.id = g.video_game_id ORDER BY g.began + g.finished DESC, g.ratings DESC, g.video_game_id
            """, month.start, month.end, limit)
    }

    func totals(of month: LibraryMonth) -> Query<MonthTotals> {
        .one(
            """
            SELECT count(DISTINCT e.video_game_id) FILTER (WHERE e.state <> 'finished'),
                count(DISTINCT e.video_game_id) FILTER (WHERE e.state = 'finished'), count(DISTINCT e.video_game_id), count(DISTINCT e.member_id),
                (SELECT e.active_on FROM \(LibraryMonthQueries.clubEntries) WHERE e.active_on < $1 ORDER BY e.active_on DESC LIMIT 1),
                (SELECT e.active_on FROM \(LibraryMonthQueries.clubEntries) WHERE e.active_on >= $2 ORDER BY e.active_on LIMIT 1)
            FROM \(LibraryMonthQueries.monthEntries)
            """, month.start, month.end)
    }

    /// SQL for the entries `e` with activity on a day of the month. `$1` is the first day of the month, `$2` the first day of the next
    /// month.
    private static let monthEntries: SQL = """
        \(LibraryMonthQueries.clubEntries) AND e.active_on >= $1 AND e.active_on < $2
        """

    /// SQL for the entries `e` that everybody in the club can see.
    private static let clubEntries: SQL = """
        library_entries e JOIN members m ON m.club_id = e.club_id AND m.id = e.member_id AND m.left_at IS NULL AND \(LibraryEntry.isForClub)
        """
}
