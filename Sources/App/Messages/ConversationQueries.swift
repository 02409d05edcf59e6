import Postgres

struct ConversationQueries {
    /// Finds or creates the conversation with a member. Nil if the member is not in the club, or if a block exists. Also nil if another
    /// transaction creates the conversation at the same time. A second call then finds the conversation.
    func findOrCreate(with other: ID<Member>, by me: ID<Member>) -> Query<ID<Conversation>?> {
        .first(
            """
            WITH pair AS (
                SELECT m.club_id, least($1, m.id) AS low, greatest($1, m.id) AS high FROM members m
                WHERE m.id = $2 AND m.id <> $1 AND m.left_at IS NULL
                    AND NOT EXISTS (SELECT FROM blocked_pairs a WHERE a.club_id = m.club_id AND a.member_id = $1 AND a.other_id = m.id)
            ), made AS (
                INSERT INTO conversations (club_id, low_member, high_member) SELECT club_id, low, high FROM pair
                ON CONFLICT ON CONSTRAINT conversations_one_a_pair DO NOTHING RETURNING club_id, id, low_member, high_member
            ), sides AS (
                INSERT INTO conversation_sides (club_id, member_id, conversation_id, other_id)
                SELECT club_id, low_member, id, high_member FROM made UNION ALL SELECT club_id, high_member, id, low_member FROM made
            )
            SELECT id FROM made
            UNION ALL
            SELECT c.id FROM pair JOIN conversations c
                ON c.club_id = pair.club_id AND c.low_member = pair.low AND c.high_member = pair.high
            LIMIT 1
            """, me, other)
    }

    func conversation(_ id: ID<Conversation>, of me: ID<Member>) -> Query<Conversation?> {
        .first(
            """
            SELECT s.conversation_id, \(PersonRecord.columns(of: "o")),
                coalesce(\(PresenceQueries.isHere(at: "p.seen_at")), false), s.read_message_id,
                \(Audience.includes("$2", "o.messages_from", of: "o.id", in: "o.club_id")),
                CASE WHEN o.shows_reading AND m.shows_reading THEN t.shown_message_id END, t.read_at
            FROM conversation_sides s
            JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
            JOIN members o ON o.club_id = s.club_id AND o.id = s.other_id
            JOIN conversation_sides t ON t.club_id = s.club_id AND t.member_id = s.other_id AND t.conversation_id = s.conversation_id
            LEFT JOIN presence p ON p.club_id = o.club_id AND p.member_id = o.id
            WHERE s.member_id = $2 AND s.conversation_id = $1
            """, id, me)
    }

    func inbox(of me: ID<Member>, hidden: [ID<Member>], at cursor: Cursor<ChatMessageRecord>, limit: Int) -> Query<[InboxRecord]> {
        .all(
            """
            SELECT s.conversation_id, \(PersonRecord.columns(of: "m")), coalesce(\(PresenceQueries.isHere(at: "p.seen_at")), false),
                s.unread, l.id, CASE WHEN l.removed_at IS NULL THEN l.text ELSE '' END, l.member_id = $1, l.removed_at IS NOT NULL,
                l.photo_id IS NOT NULL, l.created_at
            FROM (
                SELECT club_id, conversation_id, other_id, unread, last_message_id FROM conversation_sides
                WHERE member_id = $1 AND last_message_id \(cursor.beyond) $3 AND other_id <> ALL ($2) ORDER BY last_message_id \(cursor.order) LIMIT $4
            ) s
            JOIN members m ON m.club_id = s.club_id AND m.id = s.other_id
            JOIN messages l ON l.club_id = s.club_id AND l.id = s.last_message_id
            LEFT JOIN presence p ON p.club_id = m.club_id AND p.member_id = m.id
            ORDER BY s.last_message_id \(cursor.order)
            """, me, hidden, cursor.key, limit)
    }

    func unread(of me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[InboxRecord]> {
        .all(
            """
            SELECT s.conversation_id, \(PersonRecord.columns(of: "m")), coalesce(\(PresenceQueries.isHere(at: "p.seen_at")), false),
                s.unread, l.id, CASE WHEN l.removed_at IS NULL THEN l.text ELSE '' END, l.member_id = $1, l.removed_at IS NOT NULL,
                l.photo_id IS NOT NULL, l.created_at
            FROM (
                SELECT club_id, conversation_id, other_id, unread, last_message_id FROM conversation_sides
                WHERE member_id = $1 AND unread > 0 AND other_id <> ALL ($2) ORDER BY last_message_id DESC LIMIT $3
            ) s
            JOIN members m ON m.club_id = s.club_id AND m.id = s.other_id
            JOIN messages l ON l.club_id = s.club_id AND l.id = s.last_message_id
            LEFT JOIN presence p ON p.club_id = m.club_id AND p.member_id = m.id
            ORDER BY s.last_message_id DESC
            """, me, hidden, limit)
    }

    /// Locks the conversation until the transaction ends, so that only one transaction at a time sends messages or marks messages as read.
    func lock(_ id: ID<Conversation>) -> Query<[ID<Conversation>]> {
        .all("SELECT id FROM conversations WHERE id = $1 FOR NO KEY UPDATE", id)
    }

    /// Marks messages up to `message` as read by `me`. The other member sees this only if `me` shares read receipts. Returns 0 if nothing
    /// changed.
    func markRead(_ id: ID<Conversation>, upTo message: ID<ChatMessageRecord>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE conversation_sides s SET read_message_id = greatest(s.read_message_id, least($3, s.last_message_id)),
                shown_message_id = CASE WHEN m.shows_reading THEN greatest(s.shown_message_id, least($3, s.last_message_id)) ELSE s.shown_message_id END,
                read_at = CASE WHEN m.shows_reading AND s.shown_message_id < least($3, s.last_message_id) THEN now() ELSE s.read_at END,
                unread = (SELECT count(*) FROM messages l WHERE l.club_id = s.club_id AND l.room_kind = 'conversation'
                    AND l.room_number = s.conversation_id AND l.id > $3 AND l.member_id <> $2 AND l.removed_at IS NULL)
            FROM members m
            WHERE s.member_id = $2 AND s.conversation_id = $1 AND m.club_id = s.club_id AND m.id = s.member_id
                AND (s.read_message_id < least($3, s.last_message_id) OR s.unread > 0)
            """, id, me, message)
    }

    /// Recalculates the numbers of unread messages of both members, after a message was removed or restored.
    func recalculateUnread(_ id: ID<Conversation>) -> Query<Int> {
        .change(
            """
            UPDATE conversation_sides s SET unread = (SELECT count(*) FROM messages l WHERE l.club_id = s.club_id
                AND l.room_kind = 'conversation' AND l.room_number = s.conversation_id AND l.id > s.read_message_id AND l.member_id <> s.member_id
                AND l.removed_at IS NULL)
            WHERE s.conversation_id = $1
            """, id)
    }

    /// Stores the folded text of messages that do not have it yet: the text in lower case, with each white space as one blank. A search
    /// compares this text (`migrations/functions/fold.sql`). Returns the number of changed messages.
    func storeFoldedText(limit: Int) -> Query<Int> {
        .change(
            """
            UPDATE messages SET folded = fold(text) WHERE id IN (
                SELECT id FROM messages WHERE room_kind = 'conversation' AND folded IS NULL ORDER BY id DESC LIMIT $1)
            """, limit)
    }

    func members(of id: ID<Conversation>) -> Query<[ID<Member>]> {
        .all("SELECT member_id FROM conversation_sides WHERE conversation_id = $1", id)
    }

    /// Messages to or from `me` that contain `words`, newest first. The search ignores case and the length of white space. The limits are
    /// divided equally between the conversations, but each conversation gets at least 100 messages and 50 000 bytes. Returns at least one
    /// row, see `SearchRow`.
    func messages(
        with words: String, of me: ID<Member>, hidden: [ID<Member>], before message: ID<ChatMessageRecord>, within limits: SearchLimits,
        limit: Int
    ) -> Query<[SearchRow]> {
        .all(
            """
            WITH sides AS MATERIALIZED (
                SELECT club_id, conversation_id, other_id FROM conversation_sides
                WHERE member_id = $1 AND last_message_id IS NOT NULL AND other_id <> ALL ($2)
            ), share AS MATERIALIZED (
                SELECT greatest(100, $6::bigint / greatest(count(*), 1)) AS messages,
                    greatest(50000, $7::bigint / greatest(count(*), 1)) AS bytes
                FROM sides
            ), step AS MATERIALIZED (
                SELECT max(reached.id) AS message, coalesce(max(reached.id), 0) AS start FROM sides s CROSS JOIN share CROSS JOIN LATERAL (
                    SELECT id FROM (
                        SELECT id, row_number() OVER newest AS messages, sum(octet_length(text)) OVER newest AS bytes FROM messages
                        WHERE club_id = s.club_id AND room_kind = 'conversation' AND room_number = s.conversation_id AND id < $3
                        WINDOW newest AS (ORDER BY id DESC ROWS UNBOUNDED PRECEDING)
                    ) counted
                    WHERE counted.messages > share.messages OR counted.bytes > share.bytes ORDER BY id DESC LIMIT 1
                ) reached
            )
            SELECT step.message, found.* FROM step LEFT JOIN LATERAL (
                SELECT l.id AS message_id, s.conversation_id, (SELECT max(id) FROM (
                        SELECT n.id FROM messages n WHERE n.club_id = s.club_id AND n.room_kind = 'conversation'
                            AND n.room_number = s.conversation_id AND n.id > l.id ORDER BY n.id LIMIT 21
                    ) near HAVING count(*) = 21),
                    \(PersonRecord.columns(of: "m")), l.member_id = $1, l.text, l.created_at
                FROM sides s
                JOIN members m ON m.club_id = s.club_id AND m.id = s.other_id
                CROSS JOIN LATERAL (
                    SELECT id, member_id, text, created_at FROM messages
                    WHERE club_id = s.club_id AND room_kind = 'conversation' AND room_number = s.conversation_id
                        AND removed_at IS NULL AND id < $3 AND id >= step.start
                        AND strpos(coalesce(folded, fold(text)), (SELECT fold($4))) > 0
                    ORDER BY id DESC LIMIT $5
                ) l
                ORDER BY l.id DESC LIMIT $5
            ) found ON true
            ORDER BY found.message_id DESC
            """, me, hidden, message, words, limit, limits.messages, limits.bytes)
    }
}
