import Postgres

/// Which members leaderboards show, in SQL.
enum Ranked {
    /// Whether the member `m` does not stay out of leaderboards.
    static func includes(_ m: SQL) -> SQL { "\(m).is_ranked" }

    /// So many who are better are counted, and no more, so that a place costs the same in any club.
    static let mostCounted = 1000
    private static let limit: SQL = "1000"

    /// How many of `rows`, each with `club_id` and `member_id`, are not of members who stay out: all, less those few. Nothing is read of
    /// the members who do not.
    /// - Parameters:
    ///   - rows: a table with its alias: `scores a`.
    ///   - a: the alias.
    ///   - order: of an index that has them in a row.
    ///   - condition: which rows are counted.
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
