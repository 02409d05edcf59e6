import Postgres

struct FriendDataQueries {
    func follows(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT m.id, json_build_object('name', m.display_name, 'handle', m.handle, 'is_friend', f.is_mutual, 'since', f.created_at)::text
            FROM follows f JOIN members m ON m.club_id = f.club_id AND m.id = f.followed_id
            WHERE f.member_id = $1 AND f.followed_id > $2 ORDER BY f.followed_id LIMIT $3
            """, me, after, limit)
    }

    func followers(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT m.id, json_build_object('name', m.display_name, 'handle', m.handle, 'is_friend', f.is_mutual, 'since', f.created_at)::text
            FROM follows f JOIN members m ON m.club_id = f.club_id AND m.id = f.member_id
            WHERE f.followed_id = $1 AND f.member_id > $2 ORDER BY f.member_id LIMIT $3
            """, me, after, limit)
    }

    /// Members whose friend requests `me` has ignored.
    func dismissals(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT m.id, json_build_object('name', m.display_name, 'handle', m.handle)::text
            FROM dismissals d JOIN members m ON m.club_id = d.club_id AND m.id = d.follower_id
            WHERE d.member_id = $1 AND d.follower_id > $2 ORDER BY d.follower_id LIMIT $3
            """, me, after, limit)
    }

    func eraseFollows(of member: ID<Member>, limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM follows WHERE (member_id, followed_id) IN (
                (SELECT member_id, followed_id FROM follows WHERE member_id = $1 LIMIT $2)
                UNION (SELECT member_id, followed_id FROM follows WHERE followed_id = $1 LIMIT $2))
            """, member, limit)
    }

    func eraseDismissals(of member: ID<Member>) -> Query<Int> {
        .change("DELETE FROM dismissals WHERE $1 IN (member_id, follower_id)", member)
    }
}
