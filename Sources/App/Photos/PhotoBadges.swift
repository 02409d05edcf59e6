import Postgres

enum PhotoBadges {
    static let photos = BadgeSource(
        values: "SELECT count(*) FROM photos p WHERE p.club_id = m.club_id AND p.member_id = m.id AND p.\(PhotoAccess.isForClubOrFriends)",
        [
            BadgeMeasure(
                "photos", "photo shared", "photos shared", icon: "photo",
                day: """
                    SELECT \(Day.of("p.created_at", in: "'UTC'")) FROM photos p
                    WHERE p.club_id = m.club_id AND p.member_id = m.id AND p.\(PhotoAccess.isForClubOrFriends)
                    ORDER BY p.id OFFSET k.goal - 1 LIMIT 1
                    """,
                [1: "First picture", 10: "An album", 100: "A hundred pictures"])
        ])
}
