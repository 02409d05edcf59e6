import Postgres

struct EveningNoticeQueries {
    /// Notifies the guests who have not declined. The actor of the notice is the host. Returns the notified members.
    /// - Parameter includingHost: true to notify the host, too, if the server and not the host has caused the notice. Nobody is the actor
    ///   of a notice for themselves, so the actor of the host's notice is a guest.
    func notifyGuests(of kind: NoticeKind, about evening: ID<Evening>, includingHost: Bool = false) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, subject_id)
            SELECT m.club_id, m.id, $2, a.actor_id, e.id FROM evenings e
            JOIN evening_guests g ON g.club_id = e.club_id AND g.evening_id = e.id AND g.comes IS DISTINCT FROM 'no'
            JOIN members m ON m.club_id = g.club_id AND m.id = g.member_id
            CROSS JOIN LATERAL (SELECT CASE WHEN m.id <> e.host_id THEN e.host_id ELSE (SELECT min(o.member_id) FROM evening_guests o
                WHERE o.club_id = e.club_id AND o.evening_id = e.id AND o.member_id <> e.host_id) END AS actor_id) a
            WHERE e.id = $1 AND a.actor_id IS NOT NULL AND (m.id <> e.host_id OR $3) AND m.left_at IS NULL AND $2 <> ALL (m.muted_kinds)
                AND NOT EXISTS (SELECT FROM blocked_pairs p WHERE p.club_id = m.club_id AND p.member_id = m.id AND p.other_id = a.actor_id)
            FOR KEY SHARE OF e
            ON CONFLICT (club_id, member_id, kind, subject_id)
            DO UPDATE SET id = DEFAULT, is_read = false, actor_id = excluded.actor_id, created_at = excluded.created_at
            RETURNING n.member_id
            """, evening, kind.name.description, includingHost)
    }

    /// Notifies the host that `actor` has answered. Returns the host, or nothing if the host was not notified.
    func notifyHost(of evening: ID<Evening>, by actor: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, subject_id)
            SELECT m.club_id, m.id, 'eveninganswer', $2, e.id FROM evenings e JOIN members m ON m.club_id = e.club_id AND m.id = e.host_id
            WHERE e.id = $1 AND e.host_id <> $2 AND \(NoticeQueries.wantsNotice("m", of: "eveninganswer", by: "$2"))
            FOR KEY SHARE OF e
            ON CONFLICT (club_id, member_id, kind, subject_id)
            DO UPDATE SET id = DEFAULT, is_read = false, actor_id = excluded.actor_id, created_at = excluded.created_at
            RETURNING n.member_id
            """, evening, actor)
    }
}
