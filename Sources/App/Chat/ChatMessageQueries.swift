import Postgres

struct ChatMessageQueries {
    func messages(in room: ChatRoom, before message: ID<ChatMessageRecord> = .last, limit: Int) -> Query<[ChatMessageRecord]> {
        .all(
            """
            SELECT id, member_id, handle, display_name, face_id, text, created_at, is_removed, is_for_good,
                photo_id, width, height, description, card_path, card_name, card_words
            FROM (
                SELECT l.id, m.id AS member_id, m.handle, m.display_name, m.photo_id AS face_id,
                    CASE WHEN l.removed_at IS NULL THEN l.text ELSE '' END AS text, l.created_at, l.removed_at IS NOT NULL AS is_removed,
                    \(ChatMessageRecord.isRemovedForGood) AS is_for_good, p.id AS photo_id, f.width, f.height, p.description,
                    \(ChatMessageCard.columns)
                FROM messages l JOIN members m ON m.club_id = l.club_id AND m.id = l.member_id
                LEFT JOIN photos p ON p.club_id = l.club_id AND p.id = l.photo_id AND l.removed_at IS NULL
                LEFT JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
                WHERE l.room_kind = $1 AND l.room_number = \(room.kind.messagesRoomNumber) AND l.id < $3 ORDER BY l.id DESC LIMIT $4
            ) part ORDER BY id
            """, room.kind.name, room.storedNumber, message, limit)
    }

    func message(_ id: ID<ChatMessageRecord>, in room: ChatRoom) -> Query<ChatMessageRecord?> {
        .first(
            """
            SELECT l.id, \(PersonRecord.columns(of: "m")), CASE WHEN l.removed_at IS NULL THEN l.text ELSE '' END,
                l.created_at, l.removed_at IS NOT NULL, \(ChatMessageRecord.isRemovedForGood), p.id, f.width, f.height, p.description,
                \(ChatMessageCard.columns)
            FROM messages l JOIN members m ON m.club_id = l.club_id AND m.id = l.member_id
            LEFT JOIN photos p ON p.club_id = l.club_id AND p.id = l.photo_id AND l.removed_at IS NULL
            LEFT JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
            WHERE l.id = $3 AND l.room_kind = $1 AND l.room_number = \(room.kind.messagesRoomNumber)
            """, room.kind.name, room.storedNumber, id)
    }

    func isOpen(_ room: ChatRoom, to me: ID<Member>, hidden: [ID<Member>]) -> Query<Bool> {
        .one("SELECT $1::text IS NOT NULL AND \(room.kind.isOpen)", room.kind.name, room.storedNumber, me, hidden)
    }

    /// The member who may remove messages of others in the room. Nil if only admins may remove them.
    func host(of room: ChatRoom) -> Query<ID<Member>?> {
        guard let host = room.kind.host else { return .one("SELECT NULL::bigint") }
        return .one("SELECT CASE WHEN $1::text IS NOT NULL THEN \(host.member) END", room.kind.name, room.storedNumber)
    }

    /// Stores a message if its author may write in the room. If the author sends a message with the same `idempotencyKey` to the room
    /// again, that message is not stored.
    func add(
        _ text: String, picture: ID<ChatMessagePhoto>?, card: ChatMessageCard? = nil, to room: ChatRoom, by me: ID<Member>,
        idempotencyKey: String
    ) -> Query<ChatMessageChange> {
        let (folded, count): (SQL, SQL) = room.kind.privateChat.map { ($0.folded, ", \($0.count)") } ?? ("NULL", "")
        return .one(
            """
            WITH allowed AS (
                SELECT m.club_id, m.id FROM members m WHERE m.id = $3 AND m.left_at IS NULL AND \(room.kind.mayWrite) FOR KEY SHARE OF m
            ), message AS (
                INSERT INTO messages (club_id, room_kind, room_number, member_id, text, photo_id, idempotency_key, folded,
                    card_path, card_name, card_words)
                SELECT club_id, $1, \(room.kind.messagesRoomNumber), id, $4, $5, $6, \(folded), $7, $8, $9 FROM allowed
                ON CONFLICT ON CONSTRAINT messages_sent_once DO NOTHING
                RETURNING club_id, id, member_id
            )\(count)
            SELECT EXISTS (SELECT FROM allowed), EXISTS (SELECT FROM message)
            """, room.kind.name, room.storedNumber, me, text, picture, idempotencyKey, card?.path, card?.name, card?.words)
    }

    /// Removes or restores a message. Members may do this with their own messages. They cannot restore a message that somebody else has
    /// removed, or that was removed too long ago. The room's host may also remove messages of others, but not restore them.
    func setRemoved(_ isRemoved: Bool, _ message: ID<ChatMessageRecord>, in room: ChatRoom, by me: ID<Member>) -> Query<ChatMessageChange> {
        let host = room.kind.host?.member ?? "NULL::bigint"
        return .one(
            """
            WITH message AS (
                SELECT id, removed_at IS NOT NULL AS is_removed, member_id = $3 AS is_own FROM messages l
                WHERE room_kind = $1 AND room_number = \(room.kind.messagesRoomNumber) AND id = $4
                    AND (member_id = $3 AND NOT is_removed_by_other
                        AND ($5 OR removed_at IS NULL OR removed_at > now() - \(ChatMessageRecord.authorTimeToRestore))
                        OR $5 AND \(host) = $3) FOR UPDATE OF l
            ), changed AS (
                UPDATE messages l SET removed_at = CASE WHEN $5 THEN coalesce(l.removed_at, now()) END, is_removed_by_other = NOT message.is_own
                FROM message WHERE l.id = message.id AND (message.is_removed <> $5 OR NOT message.is_own AND NOT l.is_removed_by_other) RETURNING l.id
            )
            SELECT EXISTS (SELECT FROM message), EXISTS (SELECT FROM changed)
            """, room.kind.name, room.storedNumber, me, message, isRemoved)
    }

    /// Deletes the contents of removed messages that can no longer be restored. Also deletes the photos that were sent in these messages,
    /// and the open reports about these messages. A message that an admin has removed keeps its contents as long as the admin can restore
    /// it. Returns the number of messages whose contents were deleted.
    func deleteRemoved(limit: Int) -> Query<Int> {
        .one(
            """
            WITH due AS (
                SELECT l.club_id, l.id, l.photo_id FROM messages l
                WHERE l.removed_at < now() - \(ChatMessageRecord.authorTimeToRestore) AND (l.text <> '' OR l.photo_id IS NOT NULL)
                    AND NOT EXISTS (SELECT FROM removals v WHERE v.club_id = l.club_id AND v.message_id = l.id)
                ORDER BY l.removed_at LIMIT $1 FOR UPDATE OF l
            ), forgotten AS (
                UPDATE messages l SET text = '', photo_id = NULL, card_path = NULL, card_name = NULL, card_words = NULL,
                    folded = CASE WHEN l.folded IS NOT NULL THEN '' END
                FROM due WHERE l.club_id = due.club_id AND l.id = due.id
            ), pictures AS (
                DELETE FROM photos p USING due WHERE p.club_id = due.club_id AND p.id = due.photo_id AND p.conversation_id IS NOT NULL
                    AND NOT EXISTS (SELECT FROM messages o WHERE o.club_id = p.club_id AND o.photo_id = p.id
                        AND NOT EXISTS (SELECT FROM due WHERE due.id = o.id))
            ), reports AS (
                DELETE FROM reports r USING due WHERE r.club_id = due.club_id AND r.message_id = due.id AND r.verdict IS NULL
            )
            SELECT count(*) FROM due
            """, limit)
    }

    /// Deletes messages that are older than `days`, except in kinds of rooms that keep their messages. If `days` is nil, deletes nothing.
    /// Returns the number of deleted messages.
    func delete(olderThan days: Int?, in kinds: [ChatRoomKind], limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM messages WHERE id IN (
                SELECT id FROM messages WHERE room_kind = ANY ($2) AND created_at < now() - make_interval(days => $1::integer)
                ORDER BY created_at LIMIT $3)
            """, days, kinds.filter { !$0.isKept }.map(\.name), limit)
    }
}

struct ChatMessageChange: RowRecord {
    var isAllowed: Bool
    /// False if nothing has changed, because the message was already stored, removed or restored.
    var isNew: Bool

    static let decoder = RowDecoder(ChatMessageChange.init)
}
