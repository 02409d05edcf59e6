import Postgres

/// What a member has said, as it is handed out and cleared.
struct LineDataQueries {
    /// What was said in rooms for all; messages are with their conversations.
    func lines(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT id, json_build_object('id', id, 'room', room, 'text', text, 'sent_at', created_at, 'removed_at', removed_at)::text
            FROM lines WHERE member_id = $1 AND id > $2 AND conversation_id IS NULL ORDER BY id LIMIT $3
            """, me, after, limit)
    }

    func clear(of member: ID<Member>, limit: Int) -> Query<Int> {
        .one(
            """
            WITH gone AS (
                DELETE FROM lines WHERE id IN (SELECT id FROM lines WHERE member_id = $1 ORDER BY id LIMIT $2)
                RETURNING club_id, id, conversation_id
            ), left_over AS (
                UPDATE conversation_sides s SET last_line = (SELECT max(l.id) FROM lines l WHERE l.club_id = s.club_id
                    AND l.room = 'conversation:' || s.conversation_id::text AND l.member_id <> $1)
                FROM gone WHERE s.club_id = gone.club_id AND s.conversation_id = gone.conversation_id AND s.last_line = gone.id
            )
            SELECT count(*) FROM gone
            """, member, limit)
    }
}
