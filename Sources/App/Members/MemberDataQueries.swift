import Postgres

struct MemberDataQueries {
    func profile(of me: ID<Member>) -> Query<ExportRow?> {
        .first(
            """
            SELECT id, json_build_object('name', display_name, 'handle', handle, 'role', role, 'about', about, 'joined_at', joined_at,
                'picture', photo_id, 'for_friends', for_friends, 'for_me', for_me, 'messages_from', messages_from, 'shows_reading', shows_reading,
                'on_leaderboards', is_ranked, 'muted_kinds', muted_kinds)::text
            FROM members WHERE id = $1
            """, me)
    }

    /// Members whom `me` has blocked, with the same exception as in `BlockQueries.blocked`.
    func blocks(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT m.id, json_build_object('name', m.display_name, 'handle', m.handle, 'since', b.created_at)::text
            FROM blocks b JOIN members m ON m.club_id = b.club_id AND m.id = b.blocked_id
            LEFT JOIN blocks o ON o.club_id = b.club_id AND o.member_id = b.blocked_id AND o.blocked_id = $1 AND o.created_at < b.created_at
            WHERE b.member_id = $1 AND o.member_id IS NULL AND b.blocked_id > $2 ORDER BY b.blocked_id LIMIT $3
            """, me, after, limit)
    }

    /// Deletes all blocks in which the member has blocked somebody, or was blocked.
    func eraseBlocks(of member: ID<Member>) -> Query<Int> {
        .change("DELETE FROM blocks WHERE $1 IN (member_id, blocked_id)", member)
    }
}
