import Postgres

/// SQL that selects and counts the members on leaderboards.
enum Ranked {
    /// Whether the member in row `m` is on leaderboards. Members can choose to stay out.
    static func includes(_ m: SQL) -> SQL { "\(m).is_ranked" }

    /// The maximum number of better entries that are counted, so that the cost of a rank does not grow with the club.
    static let maxCounted = 1000
    private static let limit: SQL = "1000"

    /// Counts `rows` of members who are on leaderboards, up to the maximum: it counts all rows and subtracts those of the few members who
    /// stay out. This reads no `members` rows of the others. Rows have `club_id` and `member_id`.
    /// - Parameters:
    ///   - rows: a table with its alias, such as `scores a`.
    ///   - a: the alias.
    ///   - order: the order of an index in which the counted rows are next to each other.
    ///   - condition: selects the rows to count.
    static func count(of rows: SQL, _ a: SQL, in club: SQL, by order: SQL, where condition: SQL) -> SQL {
        """
        (SELECT CASE WHEN n.count < \(Ranked.limit) THEN n.count - (
            SELECT count(*) FROM members u JOIN \(rows) ON \(a).club_id = u.club_id AND \(a).member_id = u.id
                WHERE u.club_id = \(club) AND NOT u.is_ranked AND \(condition)) ELSE \(Ranked.limit) END
            FROM (SELECT count(*) FROM (SELECT FROM \(rows) WHERE \(a).club_id = \(club) AND \(condition)
                ORDER BY \(order) LIMIT \(Ranked.limit)) found) n)
        """
    }
}
