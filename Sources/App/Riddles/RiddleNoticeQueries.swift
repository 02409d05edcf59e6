import Postgres

struct RiddleNoticeQueries {
    /// Notifies a member of an action by `actor`. Does nothing if a block exists, or for a member who has left or has muted this kind.
    /// Returns the notified member, or nothing.
    func notify(_ member: ID<Member>?, of kind: NoticeKind, about riddle: ID<Riddle>, by actor: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, subject_id)
            SELECT m.club_id, m.id, $4, $3, r.id FROM riddles r JOIN members m ON m.club_id = r.club_id AND m.id = $2
            WHERE r.id = $1 AND r.erased_at IS NULL AND m.id <> $3 AND m.left_at IS NULL AND $4 <> ALL (m.muted_kinds)
                AND NOT EXISTS (SELECT FROM blocked_pairs a WHERE a.club_id = m.club_id AND a.member_id = m.id AND a.other_id = $3)
            FOR KEY SHARE OF r
            ON CONFLICT (club_id, member_id, kind, subject_id)
            DO UPDATE SET id = DEFAULT, is_read = false, actor_id = excluded.actor_id, created_at = excluded.created_at
            RETURNING n.member_id
            """, riddle, member, actor, kind.name.description)
    }

    /// Notifies the sender that `actor` has finished the riddle. Does nothing if `actor` has not finished it. Returns the notified member,
    /// or nothing.
    func notifySender(of riddle: ID<Riddle>, by actor: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, subject_id)
            SELECT m.club_id, m.id, 'riddledone', $2, r.id FROM riddles r JOIN members m ON m.club_id = r.club_id AND m.id = r.sender_id
            WHERE r.id = $1 AND r.withdrawn_at IS NULL AND \(NoticeQueries.wantsNotice("m", of: "riddledone", by: "$2"))
                AND EXISTS (SELECT FROM riddle_plays p WHERE p.club_id = r.club_id AND p.member_id = $2 AND p.riddle_id = r.id
                    AND p.finished_at IS NOT NULL)
            FOR KEY SHARE OF r
            ON CONFLICT (club_id, member_id, kind, subject_id)
            DO UPDATE SET id = DEFAULT, is_read = false, actor_id = excluded.actor_id, created_at = excluded.created_at
            RETURNING n.member_id
            """, riddle, actor)
    }
}
