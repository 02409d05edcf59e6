import Postgres

/// Removes and restores messages and photos. Admins cannot remove or restore their own messages and photos.
struct RemovalQueries {
    /// Removes a message of another member, if its author has not taken the message back. If `ifReported` is true, the message must also
    /// have an open report, so that an earlier decision of another admin stays. Returns the number of removed messages.
    func remove(_ message: ID<ChatMessageRecord>, by me: ID<Member>, ifReported: Bool) -> Query<Int> {
        .one(
            """
            WITH message AS (
                UPDATE messages SET removed_at = now(), is_removed_by_other = true WHERE id = $1 AND member_id <> $2 AND removed_at IS NULL
                    AND (NOT $3 OR EXISTS (SELECT FROM reports r
                        WHERE r.club_id = messages.club_id AND r.message_id = messages.id AND r.verdict IS NULL))
                RETURNING club_id, id
            ), noted AS (
                INSERT INTO removals (club_id, message_id, removed_by) SELECT club_id, id, $2 FROM message
            ), decided AS (
                UPDATE reports r SET verdict = 'removed', decided_at = now(), decided_by = $2 FROM message
                WHERE r.club_id = message.club_id AND r.message_id = message.id AND r.verdict IS NULL
            )
            SELECT count(*) FROM message
            """, message, me, ifReported)
    }

    /// Removes a photo of another member that the club sees, or that has an open report. If `ifReported` is true, the photo must have an
    /// open report. Afterwards only the owner sees the photo, and admins see it in the list of removals. Returns the number of removed
    /// photos.
    func remove(_ photo: ID<Photo>, by me: ID<Member>, ifReported: Bool) -> Query<Int> {
        .one(
            """
            WITH photo AS (
                SELECT p.club_id, p.id, p.audience FROM photos p WHERE p.id = $1 AND p.member_id <> $2
                    AND (p.audience = 'club' AND NOT $3 OR p.audience IN ('club', 'friends', 'me') AND EXISTS (SELECT FROM reports r
                        WHERE r.club_id = p.club_id AND r.photo_id = p.id AND r.verdict IS NULL)) FOR UPDATE
            ), hidden AS (
                UPDATE photos p SET audience = 'removed' FROM photo WHERE p.club_id = photo.club_id AND p.id = photo.id
            ), faceless AS (
                UPDATE members m SET photo_id = NULL FROM photo WHERE m.club_id = photo.club_id AND m.photo_id = photo.id
            ), noted AS (
                INSERT INTO removals (club_id, photo_id, audience, removed_by) SELECT club_id, id, audience, $2 FROM photo
            ), decided AS (
                UPDATE reports r SET verdict = 'removed', decided_at = now(), decided_by = $2 FROM photo
                WHERE r.club_id = photo.club_id AND r.photo_id = photo.id AND r.verdict IS NULL
            )
            SELECT count(*) FROM photo
            """, photo, me, ifReported)
    }

    /// Removals that have not expired, newest first. The statement uses `CASE` and not `coalesce`: under row-level security `coalesce`
    /// would prevent the use of indexes, because PostgreSQL does not know it to be leakproof.
    func removals(at cursor: Cursor<Removal>, limit: Int) -> Query<[Removal]> {
        .all(
            """
            SELECT v.id, \(PersonRecord.columns(of: "m")), coalesce(l.text, p.caption), v.removed_at, remover.display_name,
                l.room_kind, l.room_number, p.id, f.width, f.height, p.description
            FROM (SELECT club_id, id, message_id, photo_id, removed_by, removed_at FROM removals
                WHERE id \(cursor.beyond) $1 ORDER BY id \(cursor.order) LIMIT $2) v
            LEFT JOIN messages l ON l.club_id = v.club_id AND l.id = v.message_id
            LEFT JOIN photos p ON p.club_id = v.club_id AND p.id = CASE WHEN v.photo_id IS NULL THEN l.photo_id ELSE v.photo_id END
            LEFT JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
            LEFT JOIN members remover ON remover.club_id = v.club_id AND remover.id = v.removed_by
            JOIN members m ON m.club_id = v.club_id AND m.id = CASE WHEN v.photo_id IS NULL THEN l.member_id ELSE p.member_id END
            ORDER BY v.id \(cursor.order)
            """, cursor.key, limit)
    }

    /// Restores a message or a photo of another member for everybody who saw it before, and marks its reports with the verdict "kept". Nil
    /// if the removal no longer exists, or concerns a message or a photo of `me`.
    func restore(_ removal: ID<Removal>, by me: ID<Member>) -> Query<Restoration?> {
        .first(
            """
            WITH removal AS (
                DELETE FROM removals v WHERE v.id = $1
                    AND NOT EXISTS (SELECT FROM messages l WHERE l.club_id = v.club_id AND l.id = v.message_id AND l.member_id = $2)
                    AND NOT EXISTS (SELECT FROM photos p WHERE p.club_id = v.club_id AND p.id = v.photo_id AND p.member_id = $2)
                RETURNING club_id, message_id, photo_id, audience
            ), message AS (
                UPDATE messages l SET removed_at = NULL, is_removed_by_other = false FROM removal v
                WHERE l.club_id = v.club_id AND l.id = v.message_id RETURNING l.room_kind, l.room_number
            ), photo AS (
                UPDATE photos p SET audience = v.audience FROM removal v WHERE p.club_id = v.club_id AND p.id = v.photo_id
            ), decided AS (
                UPDATE reports r SET verdict = 'kept', decided_at = now(), decided_by = $2 FROM removal v
                WHERE r.club_id = v.club_id AND (r.message_id = v.message_id OR r.photo_id = v.photo_id)
            )
            SELECT message.room_kind, message.room_number, removal.photo_id FROM removal LEFT JOIN message ON true
            """, removal, me)
    }

    /// Deletes removals that are older than `days` days, and the photos that they removed. The cleanup of the chat deletes the text of
    /// removed messages later. Returns the number of deleted removals.
    func deleteExpired(afterDays days: Int, limit: Int) -> Query<Int> {
        .one(
            """
            WITH due AS (
                SELECT club_id, id, photo_id FROM removals WHERE removed_at < now() - make_interval(days => $1::integer)
                ORDER BY removed_at LIMIT $2 FOR UPDATE
            ), gone AS (
                DELETE FROM removals v USING due WHERE v.club_id = due.club_id AND v.id = due.id
            ), photos_gone AS (
                DELETE FROM photos p USING due WHERE p.club_id = due.club_id AND p.id = due.photo_id
            )
            SELECT count(*) FROM due
            """, days, limit)
    }

    // MARK: Export and erasure

    func eraseRemover(_ member: ID<Member>) -> Query<Int> {
        .change("UPDATE removals SET removed_by = NULL WHERE removed_by = $1", member)
    }
}
