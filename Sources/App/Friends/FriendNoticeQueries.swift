import Postgres

struct FriendNoticeQueries {
    /// Notifies `other` that `me` is now a friend. If `other` got the same notice within the last day and has read it, the notice stays
    /// read.
    func notifyOfFriendship(_ other: ID<Member>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, subject_id)
            SELECT m.club_id, m.id, 'friend', $2, $2 FROM members m WHERE m.id = $1
                AND \(NoticeQueries.wantsNotice("m", of: "friend", by: "$2"))
            ON CONFLICT (club_id, member_id, kind, subject_id)
            DO UPDATE SET id = DEFAULT, is_read = n.is_read AND n.created_at > now() - interval '1 day', created_at = excluded.created_at
            RETURNING n.member_id
            """, other, me)
    }
}
