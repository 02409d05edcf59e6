import Postgres

struct PhotoNoticeQueries {
    /// Notifies the owner of a photo that `me` has commented on it. Also notifies the writers of the last 50 comments if they may still see
    /// the photo. Returns the members who were notified.
    func notifyOfComment(on photo: ID<Photo>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, subject_id, message_id)
            SELECT p.club_id, m.id, 'comment', $2, p.id,
                (SELECT max(l.id) FROM messages l WHERE l.room_kind = 'photo' AND l.room_number = p.id AND l.member_id = $2)
            FROM photos p
            CROSS JOIN LATERAL (
                SELECT p.member_id UNION SELECT said.member_id FROM (SELECT l.member_id FROM messages l
                    WHERE l.room_kind = 'photo' AND l.room_number = p.id AND l.removed_at IS NULL ORDER BY l.id DESC LIMIT 50) said
            ) concerned
            JOIN members m ON m.club_id = p.club_id AND m.id = concerned.member_id
            WHERE p.id = $1 AND m.id <> $2 AND \(NoticeQueries.wantsNotice("m", of: "comment", by: "$2"))
                AND \(PhotoAccess.showsComments("p", to: "m.id")) AND \(PhotoAccess.isNotBlocked("p", for: "m.id"))
            FOR KEY SHARE OF p
            ON CONFLICT (club_id, member_id, kind, subject_id)
            DO UPDATE SET id = DEFAULT, message_id = CASE WHEN n.is_read THEN excluded.message_id ELSE n.message_id END, is_read = false,
                actor_id = excluded.actor_id, created_at = excluded.created_at
            RETURNING n.member_id
            """, photo, me)
    }

    /// Notifies the owner of a photo that `me` likes it. There is one notice for each photo, which becomes unread when another member likes
    /// the photo. Returns the members who were notified.
    func notifyOfLike(of photo: ID<Photo>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, subject_id)
            SELECT p.club_id, p.member_id, 'like', $2, p.id FROM photos p JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            WHERE p.id = $1 AND p.member_id <> $2 AND \(NoticeQueries.wantsNotice("m", of: "like", by: "$2"))
            FOR KEY SHARE OF p
            ON CONFLICT (club_id, member_id, kind, subject_id)
            DO UPDATE SET id = DEFAULT, is_read = n.is_read AND n.actor_id = excluded.actor_id, actor_id = excluded.actor_id,
                created_at = excluded.created_at
            RETURNING n.member_id
            """, photo, me)
    }

    func unread(of photo: ID<Photo>) -> Query<[ID<Member>]> { NoticeQueries().unread(photo.rawValue, NoticeKind.ofPhotos) }
}
