import Postgres

/// SQL for `TopRidersLeaderboard`. Each list starts after `place`.
struct TopRidersQueries {
    func entries(
        by measure: RideTotalMeasure, in period: String, after place: LeaderboardCursor?, limit: Int
    ) -> Query<[TopRidersEntry]> {
        let (score, key) = (place?.score ?? 1e15, place?.key ?? 0)
        let query: Query<[MemberRideTotal]> =
            switch measure {
            case .rides: .all("SELECT \(TopRidersQueries.ranked(by: "rides"))", period, Int(score), key, limit)
            case .laps: .all("SELECT \(TopRidersQueries.ranked(by: "laps"))", period, Int(score), key, limit)
            case .parks: .all("SELECT \(TopRidersQueries.ranked(by: "parks"))", period, Int(score), key, limit)
            }
        return query.map { riders in riders.map { TopRidersEntry($0, by: measure) } }
    }

    private static func ranked(by measure: SQL) -> SQL {
        """
        \(MemberRideTotal.columns) FROM member_ride_totals s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.period = $1 AND s.\(measure) > 0 AND \(LeaderboardMembers.includes("m"))
            AND s.\(measure) <= $2 AND (s.\(measure) < $2 OR s.member_id > $3)
        ORDER BY s.\(measure) DESC, s.member_id LIMIT $4
        """
    }

    func entries(
        by measure: RideTotalMeasure, in period: String, amongFriendsOf me: ID<Member>, after place: LeaderboardCursor?, limit: Int
    ) -> Query<[TopRidersEntry]> {
        let (score, key) = (place?.score ?? 1e15, place?.key ?? 0)
        let query: Query<[MemberRideTotal]> =
            switch measure {
            case .rides: .all("SELECT \(TopRidersQueries.rankedFriends(by: "rides"))", period, Int(score), key, limit, me)
            case .laps: .all("SELECT \(TopRidersQueries.rankedFriends(by: "laps"))", period, Int(score), key, limit, me)
            case .parks: .all("SELECT \(TopRidersQueries.rankedFriends(by: "parks"))", period, Int(score), key, limit, me)
            }
        return query.map { riders in riders.map { TopRidersEntry($0, by: measure) } }
    }

    private static func rankedFriends(by measure: SQL) -> SQL {
        """
        \(MemberRideTotal.columns) FROM (\(TopRidersQueries.friends)) f
        JOIN member_ride_totals s ON s.club_id = f.club_id AND s.member_id = f.id AND s.period = $1
        JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.\(measure) > 0 AND \(LeaderboardMembers.includes("m")) AND s.\(measure) <= $2 AND (s.\(measure) < $2 OR s.member_id > $3)
        ORDER BY s.\(measure) DESC, s.member_id LIMIT $4
        """
    }

    /// SQL for the ids of the member `$5` and of the member's friends.
    private static let friends: SQL = """
        SELECT club_id, id FROM members WHERE id = $5
        UNION ALL SELECT club_id, followed_id FROM follows WHERE member_id = $5 AND is_mutual
        """

    /// The member's total and rank in a period. Nil if the total is 0.
    func ownTotal(of member: ID<Member>, by measure: RideTotalMeasure, in period: String) -> Query<OwnRideTotal?> {
        switch measure {
        case .rides: .first("SELECT \(TopRidersQueries.place(by: "rides"))", member, period)
        case .laps: .first("SELECT \(TopRidersQueries.place(by: "laps"))", member, period)
        case .parks: .first("SELECT \(TopRidersQueries.place(by: "parks"))", member, period)
        }
    }

    private static func place(by measure: SQL) -> SQL {
        """
        \(MemberRideTotal.columns), m.is_ranked,
            \(LeaderboardMembers.count(of: "member_ride_totals a", "a", in: "s.club_id", by: "a.\(measure) DESC", where: "a.period = s.period AND a.\(measure) > 0 AND a.\(measure) > s.\(measure)"))
        FROM member_ride_totals s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.member_id = $1 AND s.period = $2 AND s.\(measure) > 0
        """
    }

    /// The member's total in a period, and the rank among the member's friends. Nil if the total is 0.
    func ownTotalAmongFriends(of member: ID<Member>, by measure: RideTotalMeasure, in period: String) -> Query<OwnRideTotal?> {
        switch measure {
        case .rides: .first("SELECT \(TopRidersQueries.placeAmongFriends(by: "rides"))", member, period)
        case .laps: .first("SELECT \(TopRidersQueries.placeAmongFriends(by: "laps"))", member, period)
        case .parks: .first("SELECT \(TopRidersQueries.placeAmongFriends(by: "parks"))", member, period)
        }
    }

    private static func placeAmongFriends(by measure: SQL) -> SQL {
        """
        \(MemberRideTotal.columns), m.is_ranked, (SELECT count(*) FROM follows f
            JOIN member_ride_totals a ON a.club_id = f.club_id AND a.member_id = f.followed_id AND a.period = s.period AND a.\(measure) > s.\(measure)
            JOIN members o ON o.club_id = f.club_id AND o.id = f.followed_id AND \(LeaderboardMembers.includes("o"))
            WHERE f.club_id = s.club_id AND f.member_id = s.member_id AND f.is_mutual)
        FROM member_ride_totals s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
        WHERE s.member_id = $1 AND s.period = $2 AND s.\(measure) > 0
        """
    }
}

struct OwnRideTotal: RowRecord {
    var rider: MemberRideTotal
    var isRanked: Bool
    var better: Int

    static let decoder = RowDecoder(OwnRideTotal.init)
}
