import Postgres

struct ChatMessageDataQueries {
    /// Messages of a member, except those in rooms of `kinds`. Private messages are exported with their conversations.
    func messages(of me: ID<Member>, notIn kinds: [ChatRoomKind], after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT id, json_build_object('id', id,
                'room', CASE room_number WHEN 0 THEN room_kind ELSE room_kind || ':' || room_number END, 'text', text,
                'sent_at', created_at, 'removed_at', removed_at)::text
            FROM messages WHERE member_id = $1 AND id > $2 AND room_kind <> ALL ($4) ORDER BY id LIMIT $3
            """, me, after, limit, kinds.map(\.name))
    }
}
