import Postgres

/// Which members leaderboards show, in SQL.
enum Ranked {
    /// Whether the member `m` does not stay out of leaderboards.
    static func includes(_ m: SQL) -> SQL { "\(m).is_ranked" }

    /// How many of `rows`, each with `club_id` and `member_id`, are not of members who stay out: all, less those few. Nothing is read of
    /// the members who do not.
    /// - Parameters:
    ///   - rows: a table with its alias: `scores a`.
    ///   - a: the alias.
    ///   - condition: which rows are counted.
    static func count(of rows: SQL, _ a: SQL, in club: SQL, where condition: SQL) -> SQL {
        """
        (SELECT count(*) FROM \(rows) WHERE \(a).club_id = \(club) AND \(condition))
            - (SELECT count(*) FROM members u JOIN \(rows) ON \(a).club_id = u.club_id AND \(a).member_id = u.id
                WHERE u.club_id = \(club) AND NOT u.is_ranked AND \(condition))
        """
    }
}
