import Postgres

/// All SQL over `lines`.
struct LineQueries {
    /// The newest lines of a room, or those before one, oldest first.
    func lines(in room: Room, before line: ID<LineRecord> = .last, limit: Int) -> Query<[LineRecord]> {
        .all(
            """
            SELECT id, member_id, handle, display_name, face_id, text, created_at, is_removed, is_for_good,
                picture_id, width, height, description, card_path, card_name, card_words
            FROM (
                SELECT l.id, m.id AS member_id, m.handle, m.display_name, m.photo_id AS face_id,
                    CASE WHEN l.removed_at IS NULL THEN l.text ELSE '' END AS text, l.created_at, l.removed_at IS NOT NULL AS is_removed,
                    \(LineRecord.isRemovedForGood) AS is_for_good, p.id AS picture_id, f.width, f.height, p.description,
                    \(LineCard.columns)
                FROM lines l JOIN members m ON m.club_id = l.club_id AND m.id = l.member_id
                LEFT JOIN photos p ON p.club_id = l.club_id AND p.id = l.picture_id AND l.removed_at IS NULL
                LEFT JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
                WHERE l.room_kind = $1 AND l.room_number = \(room.kind.linesNumber) AND l.id < $3 ORDER BY l.id DESC LIMIT $4
            ) part ORDER BY id
            """, room.kind.name, room.storedNumber, line, limit)
    }

    func line(_ id: ID<LineRecord>, in room: Room) -> Query<LineRecord?> {
        .first(
            """
            SELECT l.id, \(PersonRecord.columns(of: "m")), CASE WHEN l.removed_at IS NULL THEN l.text ELSE '' END,
                l.created_at, l.removed_at IS NOT NULL, \(LineRecord.isRemovedForGood), p.id, f.width, f.height, p.description,
                \(LineCard.columns)
            FROM lines l JOIN members m ON m.club_id = l.club_id AND m.id = l.member_id
            LEFT JOIN photos p ON p.club_id = l.club_id AND p.id = l.picture_id AND l.removed_at IS NULL
            LEFT JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
            WHERE l.id = $3 AND l.room_kind = $1 AND l.room_number = \(room.kind.linesNumber)
            """, room.kind.name, room.storedNumber, id)
    }

    /// Whether there is such a room, and `me` may be in it.
    func isOpen(_ room: Room, to me: ID<Member>, hidden: [ID<Member>]) -> Query<Bool> {
        .one("SELECT $1::text IS NOT NULL AND \(room.kind.isOpen)", room.kind.name, room.storedNumber, me, hidden)
    }

    /// Who removes what others say there; nil: nobody but admins.
    func host(of room: Room) -> Query<ID<Member>?> {
        guard let host = room.kind.host else { return .one("SELECT NULL::bigint") }
        return .one("SELECT CASE WHEN $1::text IS NOT NULL THEN \(host.member) END", room.kind.name, room.storedNumber)
    }

    /// Stores a line if its writer may write there; one that comes again with the same nonce is not stored again.
    func add(
        _ text: String, picture: ID<Photo>?, card: LineCard? = nil, to room: Room, by me: ID<Member>, nonce: String
    ) -> Query<LineChange> {
        let (folded, count): (SQL, SQL) = room.kind.privateTalk.map { ($0.folded, ", \($0.count)") } ?? ("NULL", "")
        return .one(
            """
            WITH allowed AS (
                SELECT m.club_id, m.id FROM members m WHERE m.id = $3 AND m.left_at IS NULL AND \(room.kind.mayWrite) FOR KEY SHARE OF m
            ), line AS (
                INSERT INTO lines (club_id, room_kind, room_number, member_id, text, picture_id, nonce, folded, card_path, card_name, card_words)
                SELECT club_id, $1, \(room.kind.linesNumber), id, $4, $5, $6, \(folded), $7, $8, $9 FROM allowed
                ON CONFLICT ON CONSTRAINT lines_sent_once DO NOTHING
                RETURNING club_id, id, member_id
            )\(count)
            SELECT EXISTS (SELECT FROM allowed), EXISTS (SELECT FROM line)
            """, room.kind.name, room.storedNumber, me, text, picture, nonce, card?.path, card?.name, card?.words)
    }

    /// Takes one's own line back, or brings it back unless somebody else has removed it, or its words are forgotten. The room's host removes
    /// what others say there, for good.
    func setRemoved(_ isRemoved: Bool, _ line: ID<LineRecord>, in room: Room, by me: ID<Member>) -> Query<LineChange> {
        let host = room.kind.host?.member ?? "NULL::bigint"
        return .one(
            """
            WITH mine AS (
                SELECT id, removed_at IS NOT NULL AS is_removed, member_id = $3 AS is_own FROM lines l
                WHERE room_kind = $1 AND room_number = \(room.kind.linesNumber) AND id = $4 AND (member_id = $3 AND NOT is_removed_by_admin
                    AND ($5 OR removed_at IS NULL OR removed_at > now() - \(LineRecord.timeToRestore)) OR $5 AND \(host) = $3) FOR UPDATE OF l
            ), changed AS (
                UPDATE lines l SET removed_at = CASE WHEN $5 THEN coalesce(l.removed_at, now()) END, is_removed_by_admin = NOT mine.is_own
                FROM mine WHERE l.id = mine.id AND (mine.is_removed <> $5 OR NOT mine.is_own AND NOT l.is_removed_by_admin) RETURNING l.id
            )
            SELECT EXISTS (SELECT FROM mine), EXISTS (SELECT FROM changed)
            """, room.kind.name, room.storedNumber, me, line, isRemoved)
    }

    /// Forgets what was said in lines that were taken back and cannot be brought back, with photos that were sent in them, and what was reported of them.
    /// What an admin took out stays for as long as it may be brought back. Returns how many lines that were.
    func forgetRemoved(limit: Int) -> Query<Int> {
        .one(
            """
            WITH due AS (
                SELECT l.club_id, l.id, l.picture_id FROM lines l
                WHERE l.removed_at < now() - \(LineRecord.timeToRestore) AND (l.text <> '' OR l.picture_id IS NOT NULL)
                    AND NOT EXISTS (SELECT FROM removals v WHERE v.club_id = l.club_id AND v.line_id = l.id)
                ORDER BY l.removed_at LIMIT $1 FOR UPDATE OF l
            ), forgotten AS (
                UPDATE lines l SET text = '', picture_id = NULL, card_path = NULL, card_name = NULL, card_words = NULL, folded = CASE WHEN l.folded IS NOT NULL THEN '' END
                FROM due WHERE l.club_id = due.club_id AND l.id = due.id
            ), pictures AS (
                DELETE FROM photos p USING due WHERE p.club_id = due.club_id AND p.id = due.picture_id AND p.conversation_id IS NOT NULL
                    AND NOT EXISTS (SELECT FROM lines o WHERE o.club_id = p.club_id AND o.picture_id = p.id
                        AND NOT EXISTS (SELECT FROM due WHERE due.id = o.id))
            ), reports AS (
                DELETE FROM reports r USING due WHERE r.club_id = due.club_id AND r.line_id = due.id AND r.verdict IS NULL
            )
            SELECT count(*) FROM due
            """, limit)
    }

    /// Forgets what was said more than so many days ago in rooms that keep nothing; nil: nothing. Returns how many lines that were.
    func forget(olderThan days: Int?, in kinds: [RoomKind], limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM lines WHERE id IN (
                SELECT id FROM lines WHERE room_kind = ANY ($2) AND created_at < now() - make_interval(days => $1::integer)
                ORDER BY created_at LIMIT $3)
            """, days, kinds.filter { !$0.isKept }.map(\.name), limit)
    }
}

/// What became of a line.
struct LineChange: Sendable, RowDecodable {
    /// Whether its writer may do that.
    var isAllowed: Bool
    /// False: it was so before.
    var isNew: Bool

    init(_ row: inout Row) throws {
        isAllowed = try row.next()
        isNew = try row.next()
    }
}
