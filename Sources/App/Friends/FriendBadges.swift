import Postgres

enum FriendBadges {
    static let friends = BadgeSource(
        privacy: Relationship.privacy,
        values: "SELECT count(*) FROM follows f WHERE f.club_id = m.club_id AND f.member_id = m.id AND f.is_mutual",
        [
            BadgeMeasure(
                "friends", "friend", "friends", icon: "heart",
                day: """
                    SELECT \(Day.of("greatest(f.created_at, o.created_at)", in: "'UTC'")) AS day FROM follows f
                    JOIN follows o ON o.club_id = f.club_id AND o.member_id = f.followed_id AND o.followed_id = f.member_id
                    WHERE f.club_id = m.club_id AND f.member_id = m.id AND f.is_mutual ORDER BY day OFFSET k.goal - 1 LIMIT 1
                    """,
                [1: "A friend", 5: "A full bench", 25: "The whole train"])
        ])
}
