import Postgres

struct ConversationDataQueries {
    func conversations(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT s.conversation_id, m.display_name FROM conversation_sides s
            JOIN members m ON m.club_id = s.club_id AND m.id = s.other_id
            WHERE s.member_id = $1 AND s.conversation_id > $2 AND s.last_message_id IS NOT NULL ORDER BY s.conversation_id LIMIT $3
            """, me, after, limit)
    }

    func messages(in conversation: ID<Conversation>, of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT l.id, json_build_object('id', l.id, 'mine', l.member_id = $2,
                'text', CASE WHEN l.removed_at IS NULL OR l.member_id = $2 THEN l.text ELSE '' END,
                'photo', CASE WHEN l.removed_at IS NULL OR l.member_id = $2 THEN l.photo_id END,
                'card', CASE WHEN l.removed_at IS NULL OR l.member_id = $2 THEN l.card_name END,
                'sent_at', l.created_at, 'removed_at', l.removed_at)::text
            FROM messages l WHERE l.room_kind = 'conversation' AND l.room_number = $1 AND l.id > $3
                AND EXISTS (SELECT FROM conversation_sides s WHERE s.member_id = $2 AND s.conversation_id = $1)
            ORDER BY l.id LIMIT $4
            """, conversation, me, after, limit)
    }

    /// Sets the last message of each of the member's conversations to the last message of the other member, because the member's own
    /// messages are erased.
    func eraseLastMessages(of member: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE conversation_sides s SET last_message_id = (SELECT l.id FROM messages l WHERE l.club_id = s.club_id
                AND l.room_kind = 'conversation' AND l.room_number = s.conversation_id AND l.member_id <> $1 ORDER BY l.id DESC LIMIT 1)
            WHERE $1 IN (s.member_id, s.other_id) AND s.last_message_id IS NOT NULL
            """, member)
    }

    func eraseUnread(of member: ID<Member>) -> Query<Int> {
        .change("UPDATE conversation_sides SET unread = 0 WHERE $1 IN (member_id, other_id) AND unread > 0", member)
    }
}
