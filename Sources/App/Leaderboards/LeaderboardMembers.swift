import Postgres

enum LeaderboardMembers {
    /// SQL for a condition that is true if the member in row `m` is on leaderboards. Members can choose to stay out of leaderboards.
    static func includes(_ m: SQL) -> SQL { "\(m).is_ranked" }

    /// The maximum number of entries that are counted to find a rank. This limits the cost of a rank in a large club.
    static let maxCounted = 1000
    private static let limit: SQL = "1000"

    /// SQL that counts the rows of members who are on leaderboards, up to `maxCounted`. It counts all rows, and subtracts the rows of the
    /// few members who stay out of leaderboards. So the statement does not read `members` for each counted row. The rows need `club_id` and
    /// `member_id`.
    /// - Parameters:
    ///   - rows: a table with its alias, such as `ratings a`.
    ///   - a: the alias of the table.
    ///   - order: the order of an index in which the counted rows are next to each other.
    ///   - condition: the condition that a row must meet to be counted.
    static func count(of rows: SQL, _ a: SQL, in club: SQL, by order: SQL, where condition: SQL) -> SQL {
        """
        (SELECT CASE WHEN n.count < \(LeaderboardMembers.limit) THEN n.count - (
            SELECT count(*) FROM members u JOIN \(rows) ON \(a).club_id = u.club_id AND \(a).member_id = u.id
                WHERE u.club_id = \(club) AND NOT u.is_ranked AND \(condition)) ELSE \(LeaderboardMembers.limit) END
            FROM (SELECT count(*) FROM (SELECT FROM \(rows) WHERE \(a).club_id = \(club) AND \(condition)
                ORDER BY \(order) LIMIT \(LeaderboardMembers.limit)) found) n)
        """
    }
}
