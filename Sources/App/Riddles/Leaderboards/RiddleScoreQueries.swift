import Postgres

/// Reads the table `riddle_totals`. Triggers on `riddles` and `riddle_plays` keep this table up to date.
struct RiddleScoreQueries {
    /// The score of a member. Nil if the member has no score yet. The hardest riddle is included only if `me` may see that riddle.
    func score(of member: ID<Member>, to me: ID<Member>) -> Query<ProfileScore?> {
        .first(
            """
            SELECT \(RiddleScore.columns), r.id, r.emoji FROM riddle_totals s
            LEFT JOIN riddles r ON r.club_id = s.club_id AND r.id = s.hardest_id AND r.withdrawn_at IS NULL
                AND (s.member_id = $2 OR r.audience = 'club')
            WHERE s.member_id = $1
            """, member, me)
    }

    // MARK: Leaderboards

    func leaderboard(by measure: RiddleMeasure, after place: LeaderboardCursor?, limit: Int) -> Query<[RiddleLeaderboardEntry]> {
        let (score, key) = (place?.score ?? 1e15, place?.key ?? 0)
        let query: Query<[MemberRiddleScore]> =
            switch measure {
            case .points: .all("SELECT \(RiddleScoreQueries.ranked(by: "points"))", Int(score), key, limit)
            case .solved: .all("SELECT \(RiddleScoreQueries.ranked(by: "solved"))", Int(score), key, limit)
            }
        return query.map { riddlers in riddlers.map { RiddleLeaderboardEntry($0, by: measure) } }
    }

    private static func ranked(by measure: SQL) -> SQL {
        """
        \(MemberRiddleScore.columns) FROM riddle_totals s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.\(measure) > 0 AND \(LeaderboardMembers.includes("m")) AND s.\(measure) <= $1 AND (s.\(measure) < $1 OR s.member_id > $2)
        ORDER BY s.\(measure) DESC, s.member_id LIMIT $3
        """
    }

    /// The leaderboard with only `me` and their friends.
    func leaderboard(
        by measure: RiddleMeasure, ofFriendsOf me: ID<Member>, after place: LeaderboardCursor?, limit: Int
    ) -> Query<[RiddleLeaderboardEntry]> {
        let (score, key) = (place?.score ?? 1e15, place?.key ?? 0)
        let query: Query<[MemberRiddleScore]> =
            switch measure {
            case .points: .all("SELECT \(RiddleScoreQueries.rankedFriends(by: "points"))", Int(score), key, limit, me)
            case .solved: .all("SELECT \(RiddleScoreQueries.rankedFriends(by: "solved"))", Int(score), key, limit, me)
            }
        return query.map { riddlers in riddlers.map { RiddleLeaderboardEntry($0, by: measure) } }
    }

    private static func rankedFriends(by measure: SQL) -> SQL {
        """
        \(MemberRiddleScore.columns) FROM (
            SELECT club_id, id FROM members WHERE id = $4
            UNION ALL SELECT club_id, followed_id FROM follows WHERE member_id = $4 AND is_mutual
        ) f JOIN riddle_totals s ON s.club_id = f.club_id AND s.member_id = f.id
        JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.\(measure) > 0 AND \(LeaderboardMembers.includes("m")) AND s.\(measure) <= $1 AND (s.\(measure) < $1 OR s.member_id > $2)
        ORDER BY s.\(measure) DESC, s.member_id LIMIT $3
        """
    }

    func ownPlace(of member: ID<Member>, by measure: RiddleMeasure) -> Query<OwnRiddleScore?> {
        switch measure {
        case .points: .first("SELECT \(RiddleScoreQueries.place(by: "points"))", member)
        case .solved: .first("SELECT \(RiddleScoreQueries.place(by: "solved"))", member)
        }
    }

    private static func place(by measure: SQL) -> SQL {
        """
        \(MemberRiddleScore.columns), m.is_ranked,
            \(LeaderboardMembers.count(of: "riddle_totals a", "a", in: "s.club_id", by: "a.\(measure) DESC", where: "a.\(measure) > 0 AND a.\(measure) > s.\(measure)"))
        FROM riddle_totals s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.member_id = $1 AND s.\(measure) > 0
        """
    }

    func ownPlaceAmongFriends(of member: ID<Member>, by measure: RiddleMeasure) -> Query<OwnRiddleScore?> {
        switch measure {
        case .points: .first("SELECT \(RiddleScoreQueries.placeAmongFriends(by: "points"))", member)
        case .solved: .first("SELECT \(RiddleScoreQueries.placeAmongFriends(by: "solved"))", member)
        }
    }

    private static func placeAmongFriends(by measure: SQL) -> SQL {
        """
        \(MemberRiddleScore.columns), m.is_ranked, (SELECT count(*) FROM follows f
            JOIN riddle_totals a ON a.club_id = f.club_id AND a.member_id = f.followed_id AND a.\(measure) > s.\(measure)
            JOIN members o ON o.club_id = f.club_id AND o.id = f.followed_id AND \(LeaderboardMembers.includes("o"))
            WHERE f.club_id = s.club_id AND f.member_id = s.member_id AND f.is_mutual)
        FROM riddle_totals s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.member_id = $1 AND s.\(measure) > 0
        """
    }
}

enum RiddleMeasure: String, CaseIterable, Sendable {
    case points, solved

    var label: String {
        switch self {
        case .points: "Points"
        case .solved: "Solved"
        }
    }
}

struct RiddleScore: RowRecord {
    var points: Int
    var solved: Int
    var finished: Int
    var sent: Int
    var hardestFailed: Int
    /// The number of days in a row on which the member solved the riddle of the day. The last of these days is today or yesterday.
    var streak: Int
    var bestStreak: Int

    static let decoder = RowDecoder(RiddleScore.init)

    /// Columns of a score. `s` is a row of `riddle_totals`. The streak is 0 if its last day was before yesterday (UTC).
    static let columns: SQL = """
        s.points, s.solved, s.finished, s.sent, s.hardest_failed,
        CASE WHEN s.streak_day >= \(Day.of("now()", in: "'UTC'")) - 1 THEN s.streak ELSE 0 END, s.best_streak
        """

    /// The percentage of solved riddles among the riddles that the member finished.
    var share: Int { finished == 0 ? 0 : (200 * solved + finished) / (2 * finished) }

    subscript(measure: RiddleMeasure) -> Int {
        switch measure {
        case .points: points
        case .solved: solved
        }
    }
}

struct ProfileScore: Sendable, RowDecodable {
    var score: RiddleScore
    /// The member's hardest riddle. Nil if there is none, or if the visitor may not see it.
    var hardest: (id: ID<Riddle>, emoji: String)?

    init(_ row: inout Row) throws {
        score = try RiddleScore(&row)
        let (id, emoji): (ID<Riddle>?, String?) = (try row.next(), try row.next())
        if let id, let emoji { hardest = (id, emoji) }
    }
}

struct MemberRiddleScore: RowRecord {
    var person: PersonRecord
    var score: RiddleScore

    static let decoder = RowDecoder(MemberRiddleScore.init)

    /// Columns of a member with a score. `s` is a row of `riddle_totals`, and `m` is its member.
    static let columns: SQL = "\(PersonRecord.columns(of: "m")), \(RiddleScore.columns)"
}

struct OwnRiddleScore: RowRecord {
    var riddler: MemberRiddleScore
    var isRanked: Bool
    var better: Int

    static let decoder = RowDecoder(OwnRiddleScore.init)
}
