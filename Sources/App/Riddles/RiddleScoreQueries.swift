import Postgres

/// All SQL that reads `riddle_totals`, which the triggers of riddles and plays keep.
struct RiddleScoreQueries {
    /// A member's, with the hardest riddle of their own where the visitor may see it; nil: there is none yet.
    func score(of member: ID<Member>, to me: ID<Member>) -> Query<ProfileScore?> {
        .first(
            """
            SELECT \(RiddleScore.columns), r.id, r.emoji FROM riddle_totals s
            LEFT JOIN riddles r ON r.club_id = s.club_id AND r.id = s.hardest_id AND r.deleted_at IS NULL
                AND (s.member_id = $2 OR r.audience = 'club')
            WHERE s.member_id = $1
            """, member, me)
    }

    // MARK: Leaderboards

    /// Who has most of a measure, from behind a place.
    func leaderboard(by measure: RiddleMeasure, after place: LeaderboardPlace?, limit: Int) -> Query<[RankedRiddler]> {
        let (score, key) = (place?.score ?? 1e15, place?.key ?? 0)
        let query: Query<[Riddler]> =
            switch measure {
            case .points: .all("SELECT \(RiddleScoreQueries.ranked(by: "points"))", Int(score), key, limit)
            case .solved: .all("SELECT \(RiddleScoreQueries.ranked(by: "solved"))", Int(score), key, limit)
            }
        return query.map { riddlers in riddlers.map { RankedRiddler($0, by: measure) } }
    }

    private static func ranked(by measure: SQL) -> SQL {
        """
        \(Riddler.columns) FROM riddle_totals s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.\(measure) > 0 AND \(Ranked.includes("m")) AND s.\(measure) <= $1 AND (s.\(measure) < $1 OR s.member_id > $2)
        ORDER BY s.\(measure) DESC, s.member_id LIMIT $3
        """
    }

    /// A member and their friends.
    func leaderboard(
        by measure: RiddleMeasure, ofFriendsOf me: ID<Member>, after place: LeaderboardPlace?, limit: Int
    ) -> Query<[RankedRiddler]> {
        let (score, key) = (place?.score ?? 1e15, place?.key ?? 0)
        let query: Query<[Riddler]> =
            switch measure {
            case .points: .all("SELECT \(RiddleScoreQueries.rankedFriends(by: "points"))", Int(score), key, limit, me)
            case .solved: .all("SELECT \(RiddleScoreQueries.rankedFriends(by: "solved"))", Int(score), key, limit, me)
            }
        return query.map { riddlers in riddlers.map { RankedRiddler($0, by: measure) } }
    }

    private static func rankedFriends(by measure: SQL) -> SQL {
        """
        \(Riddler.columns) FROM (
            SELECT club_id, id FROM members WHERE id = $4
            UNION ALL SELECT club_id, followed_id FROM follows WHERE member_id = $4 AND is_mutual
        ) f JOIN riddle_totals s ON s.club_id = f.club_id AND s.member_id = f.id
        JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.\(measure) > 0 AND \(Ranked.includes("m")) AND s.\(measure) <= $1 AND (s.\(measure) < $1 OR s.member_id > $2)
        ORDER BY s.\(measure) DESC, s.member_id LIMIT $3
        """
    }

    /// A member's own place.
    func riddler(_ member: ID<Member>, by measure: RiddleMeasure) -> Query<OwnRiddler?> {
        switch measure {
        case .points: .first("SELECT \(RiddleScoreQueries.place(by: "points"))", member)
        case .solved: .first("SELECT \(RiddleScoreQueries.place(by: "solved"))", member)
        }
    }

    private static func place(by measure: SQL) -> SQL {
        """
        \(Riddler.columns), m.is_ranked,
            \(Ranked.count(of: "riddle_totals a", "a", in: "s.club_id", by: "a.\(measure) DESC", where: "a.\(measure) > 0 AND a.\(measure) > s.\(measure)"))
        FROM riddle_totals s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.member_id = $1 AND s.\(measure) > 0
        """
    }

    /// Their place among their friends.
    func friend(_ member: ID<Member>, by measure: RiddleMeasure) -> Query<OwnRiddler?> {
        switch measure {
        case .points: .first("SELECT \(RiddleScoreQueries.placeAmongFriends(by: "points"))", member)
        case .solved: .first("SELECT \(RiddleScoreQueries.placeAmongFriends(by: "solved"))", member)
        }
    }

    private static func placeAmongFriends(by measure: SQL) -> SQL {
        """
        \(Riddler.columns), m.is_ranked, (SELECT count(*) FROM follows f
            JOIN riddle_totals a ON a.club_id = f.club_id AND a.member_id = f.followed_id AND a.\(measure) > s.\(measure)
            JOIN members o ON o.club_id = f.club_id AND o.id = f.followed_id AND \(Ranked.includes("o"))
            WHERE f.club_id = s.club_id AND f.member_id = s.member_id AND f.is_mutual)
        FROM riddle_totals s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.member_id = $1 AND s.\(measure) > 0
        """
    }
}

/// By what members are ranked.
enum RiddleMeasure: String, CaseIterable, Sendable {
    case points, solved

    /// In the head of a table.
    var heading: String {
        switch self {
        case .points: "Points"
        case .solved: "Solved"
        }
    }
}

/// What a member has made of riddles.
struct RiddleScore: Sendable, RowDecodable {
    var points: Int
    var solved: Int
    /// Of those that they tried, with an end.
    var finished: Int
    var sent: Int
    /// How many could not solve the hardest of their own.
    var hardestFailed: Int
    /// Riddles of the day on days in a row: up to today or yesterday, and the most.
    var streak: Int
    var bestStreak: Int

    init(_ row: inout Row) throws {
        points = try row.next()
        solved = try row.next()
        finished = try row.next()
        sent = try row.next()
        hardestFailed = try row.next()
        streak = try row.next()
        bestStreak = try row.next()
    }

    /// Of a row `s` of `riddle_totals`. A streak goes on until the day after its last is over.
    static let columns: SQL = """
        s.points, s.solved, s.finished, s.sent, s.hardest_failed,
        CASE WHEN s.streak_day >= \(Day.of("now()", in: "'UTC'")) - 1 THEN s.streak ELSE 0 END, s.best_streak
        """

    /// How many of those that they tried they have solved, in percent.
    var share: Int { finished == 0 ? 0 : (200 * solved + finished) / (2 * finished) }

    subscript(measure: RiddleMeasure) -> Int {
        switch measure {
        case .points: points
        case .solved: solved
        }
    }
}

/// A member's score as their profile has it.
struct ProfileScore: Sendable, RowDecodable {
    var score: RiddleScore
    /// The hardest riddle of their own; nil: there is none that the visitor may see.
    var hardest: (id: ID<Riddle>, emoji: String)?

    init(_ row: inout Row) throws {
        score = try RiddleScore(&row)
        let (id, emoji): (ID<Riddle>?, String?) = (try row.next(), try row.next())
        if let id, let emoji { hardest = (id, emoji) }
    }
}

/// A member with their score.
struct Riddler: Sendable, RowDecodable {
    var person: PersonRecord
    var score: RiddleScore

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        score = try RiddleScore(&row)
    }

    /// Of a row `s` of `riddle_totals` and its member `m`.
    static let columns: SQL = "\(PersonRecord.columns(of: "m")), \(RiddleScore.columns)"
}

struct OwnRiddler: Sendable, RowDecodable {
    var riddler: Riddler
    var isRanked: Bool
    /// How many have more.
    var better: Int

    init(_ row: inout Row) throws {
        riddler = try Riddler(&row)
        isRanked = try row.next()
        better = try row.next()
    }
}
