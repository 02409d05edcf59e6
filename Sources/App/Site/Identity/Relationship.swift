import Postgres

struct Relationship: RowRecord {
    var isFollowed: Bool
    var isFollower: Bool
    var sharedFriends: Int

    static let decoder = RowDecoder(Relationship.init)

    var isFriend: Bool { isFollowed && isFollower }

    static let privacy = PrivacyKind(name: "friends", label: "Your friends")

    /// Reads the relationship of `me` to `other`. The number of shared friends is 0 if the other member does not show their friends to
    /// `me`.
    static func query(of me: ID<Member>, to other: ID<Member>) -> Query<Relationship> {
        .one(
            """
            SELECT is_followed, is_follower, CASE WHEN \(PrivacyKind.clubSees("friends", of: "o"))
                    OR \(PrivacyKind.friendsSee("friends", of: "o")) AND is_followed AND is_follower
                THEN (SELECT count(*) FROM follows mine JOIN follows theirs ON theirs.club_id = mine.club_id
                    AND theirs.member_id = $2 AND theirs.followed_id = mine.followed_id AND theirs.is_mutual
                    WHERE mine.member_id = $1 AND mine.is_mutual) ELSE 0 END
            FROM (SELECT EXISTS (SELECT FROM follows WHERE member_id = $1 AND followed_id = $2) AS is_followed,
                EXISTS (SELECT FROM follows WHERE member_id = $2 AND followed_id = $1) AS is_follower) tie
            LEFT JOIN members o ON o.id = $2
            """, me, other)
    }

    static func label(friends: Int, games: Int) -> String? {
        var parts: [String] = []
        if friends > 0 { parts.append(friends == 1 ? "One friend in common" : "\(friends) friends in common") }
        if games > 0 { parts.append(games == 1 ? "one game with you" : "\(games) games with you") }
        guard let first = parts.first else { return nil }
        return ([first.prefix(1).uppercased() + first.dropFirst()] + parts.dropFirst()).joined(separator: ", ")
    }
}
