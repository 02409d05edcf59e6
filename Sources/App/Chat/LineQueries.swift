import Postgres

/// All SQL over `lines`.
struct LineQueries {
    /// The newest lines of a room, or those before one, oldest first.
    func lines(in room: Room, before line: ID<LineRecord> = .last, limit: Int) -> Query<[LineRecord]> {
        .all(
            """
            SELECT id, member_id, handle, display_name, face_id, text, created_at, is_removed, is_removed_by_admin,
                picture_id, width, height, description
            FROM (
                SELECT l.id, m.id AS member_id, m.handle, m.display_name, m.photo_id AS face_id,
                    CASE WHEN l.removed_at IS NULL THEN l.text ELSE '' END AS text, l.created_at, l.removed_at IS NOT NULL AS is_removed,
                    l.is_removed_by_admin, p.id AS picture_id, f.width, f.height, p.description
                FROM lines l JOIN members m ON m.club_id = l.club_id AND m.id = l.member_id
                LEFT JOIN photos p ON p.club_id = l.club_id AND p.id = l.picture_id AND l.removed_at IS NULL
                LEFT JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
                WHERE l.room = $1 AND l.id < $2 ORDER BY l.id DESC LIMIT $3
            ) part ORDER BY id
            """, room.name, line, limit)
    }

    func line(_ id: ID<LineRecord>, in room: Room) -> Query<LineRecord?> {
        .first(
            """
            SELECT l.id, \(PersonRecord.columns(of: "m")), CASE WHEN l.removed_at IS NULL THEN l.text ELSE '' END,
                l.created_at, l.removed_at IS NOT NULL, l.is_removed_by_admin, p.id, f.width, f.height, p.description
            FROM lines l JOIN members m ON m.club_id = l.club_id AND m.id = l.member_id
            LEFT JOIN photos p ON p.club_id = l.club_id AND p.id = l.picture_id AND l.removed_at IS NULL
            LEFT JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
            WHERE l.id = $1 AND l.room = $2
            """, id, room.name)
    }

    /// Whether there is such a room, and `me` may be in it.
    func isOpen(_ room: Room, to me: ID<Member>, hidden: [ID<Member>]) -> Query<Bool> {
        .one(
            """
            SELECT CASE
                WHEN $1::bigint IS NOT NULL THEN EXISTS (SELECT FROM games WHERE id = $1)
                WHEN $2::bigint IS NOT NULL THEN EXISTS (
                    SELECT FROM conversation_sides WHERE member_id = $4 AND conversation_id = $2 AND other_id <> ALL ($5))
                WHEN $3::bigint IS NOT NULL THEN EXISTS (
                    SELECT FROM photos p WHERE p.id = $3 AND p.member_id <> ALL ($5) AND (p.member_id = $4 AND p.audience <> 'conversation' OR \(Photo.isShared("p", with: "$4"))))
                ELSE true END
            """, room.game, room.conversation, room.photo, me, hidden)
    }

    /// Stores a line if its writer may write there; one that comes again with the same nonce is not stored again. A message counts as
    /// unread on the other side.
    func add(_ text: String, picture: ID<Photo>?, to room: Room, by me: ID<Member>, nonce: String) -> Query<Saying> {
        .one(
            """
            WITH allowed AS (
                SELECT m.club_id, m.id FROM members m WHERE m.id = $5 AND m.left_at IS NULL AND CASE
                    WHEN $2::bigint IS NOT NULL THEN EXISTS (SELECT FROM games WHERE id = $2)
                    WHEN $3::bigint IS NOT NULL THEN EXISTS (
                        SELECT FROM conversation_sides s JOIN members o ON o.club_id = s.club_id AND o.id = s.other_id
                        WHERE s.member_id = $5 AND s.conversation_id = $3
                            AND NOT EXISTS (SELECT FROM apart a WHERE a.club_id = s.club_id AND a.member_id = $5 AND a.other_id = o.id)
                            AND \(Audience.includes("$5", "o.messages_from", of: "o.id", in: "o.club_id")))
                    WHEN $4::bigint IS NOT NULL THEN EXISTS (
                        SELECT FROM photos p WHERE p.id = $4
                            AND NOT EXISTS (SELECT FROM apart a
                                WHERE a.club_id = p.club_id AND a.member_id = $5 AND a.other_id = p.member_id)
                            AND (p.member_id = $5 AND p.audience <> 'conversation' OR \(Photo.isShared("p", with: "$5"))))
                    ELSE true END
                FOR KEY SHARE OF m
            ), line AS (
                INSERT INTO lines (club_id, room, game_id, conversation_id, photo_id, member_id, text, picture_id, nonce, folded)
                SELECT club_id, $1, $2, $3, $4, id, $6, $7, $8, CASE WHEN $3 IS NOT NULL THEN fold($6) END FROM allowed
                ON CONFLICT ON CONSTRAINT lines_sent_once DO NOTHING
                RETURNING club_id, id, conversation_id, member_id
            ), told AS (
                UPDATE conversation_sides s SET last_line = greatest(s.last_line, line.id),
                    unread = s.unread + CASE WHEN s.member_id = line.member_id THEN 0 ELSE 1 END
                FROM line WHERE s.club_id = line.club_id AND s.conversation_id = line.conversation_id
            )
            SELECT EXISTS (SELECT FROM allowed), EXISTS (SELECT FROM line)
            """, room.name, room.game, room.conversation, room.photo, me, text, picture, nonce)
    }

    /// Folds the words of messages that were stored without (`migrations/0026_folded_messages.sql`). Returns how many that were.
    func fold(limit: Int) -> Query<Int> {
        .change(
            """
            UPDATE lines SET folded = fold(text) WHERE id IN (
                SELECT id FROM lines WHERE conversation_id IS NOT NULL AND folded IS NULL ORDER BY id DESC LIMIT $1)
            """, limit)
    }

    /// Takes one's own line back, or brings it back unless somebody else has removed it. Whose photo it is removes what others say under
    /// it, for good.
    func setRemoved(_ isRemoved: Bool, _ line: ID<LineRecord>, in room: Room, by me: ID<Member>) -> Query<Saying> {
        .one(
            """
            WITH mine AS (
                SELECT id, removed_at IS NOT NULL AS is_removed, member_id = $3 AS is_own FROM lines l
                WHERE room = $1 AND id = $2 AND (member_id = $3 AND NOT is_removed_by_admin
                    OR $4 AND EXISTS (SELECT FROM photos p WHERE p.club_id = l.club_id AND p.id = l.photo_id AND p.member_id = $3)) FOR UPDATE
            ), changed AS (
                UPDATE lines l SET removed_at = CASE WHEN $4 THEN coalesce(l.removed_at, now()) END, is_removed_by_admin = NOT mine.is_own
                FROM mine WHERE l.id = mine.id AND (mine.is_removed <> $4 OR NOT mine.is_own AND NOT l.is_removed_by_admin) RETURNING l.id
            )
            SELECT EXISTS (SELECT FROM mine), EXISTS (SELECT FROM changed)
            """, room.name, line, me, isRemoved)
    }

    /// Removes anybody's line for good. Returns how many lines that are.
    func removeByAdmin(_ line: ID<LineRecord>) -> Query<Int> {
        .change("UPDATE lines SET removed_at = coalesce(removed_at, now()), is_removed_by_admin = true WHERE id = $1", line)
    }

    /// Forgets what was said in the lobby and beside boards more than so many days ago; nil: nothing. Returns how many lines that were.
    func forget(olderThan days: Int?, limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM lines WHERE id IN (
                SELECT id FROM lines WHERE created_at < now() - make_interval(days => $1::integer)
                    AND conversation_id IS NULL AND photo_id IS NULL ORDER BY created_at LIMIT $2)
            """, days, limit)
    }
}

/// What became of a line.
struct Saying: Sendable, RowDecodable {
    /// Whether its writer may do that.
    var isAllowed: Bool
    /// False: it was so before.
    var isNew: Bool

    init(_ row: inout Row) throws {
        isAllowed = try row.next()
        isNew = try row.next()
    }
}

extension ID<LineRecord> {
    /// Behind every line there will be.
    static let last = ID(Int.max)
}
