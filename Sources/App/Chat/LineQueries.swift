import Postgres

/// All SQL over `lines`.
struct LineQueries {
    /// The newest lines of a room, or those before one, oldest first.
    func lines(in room: Room, before line: ID<LineRecord> = .last, limit: Int) -> Query<[LineRecord]> {
        .all(
            """
            SELECT id, member_id, handle, display_name, text, created_at, is_removed, is_removed_by_admin FROM (
                SELECT l.id, m.id AS member_id, m.handle, m.display_name, CASE WHEN l.removed_at IS NULL THEN l.text ELSE '' END AS text,
                    l.created_at, l.removed_at IS NOT NULL AS is_removed, l.is_removed_by_admin
                FROM lines l JOIN members m ON m.club_id = l.club_id AND m.id = l.member_id
                WHERE l.room = $1 AND l.id < $2 ORDER BY l.id DESC LIMIT $3
            ) part ORDER BY id
            """, room.name, line, limit)
    }

    func exists(_ room: Room) -> Query<Bool> { .one("SELECT $1::bigint IS NULL OR EXISTS (SELECT FROM games WHERE id = $1)", room.game) }

    func line(_ id: ID<LineRecord>, in room: Room) -> Query<LineRecord?> {
        .first(
            """
            SELECT l.id, m.id, m.handle, m.display_name, CASE WHEN l.removed_at IS NULL THEN l.text ELSE '' END,
                l.created_at, l.removed_at IS NOT NULL, l.is_removed_by_admin
            FROM lines l JOIN members m ON m.club_id = l.club_id AND m.id = l.member_id
            WHERE l.id = $1 AND l.room = $2
            """, id, room.name)
    }

    /// A line that comes again with the same nonce is not stored again. Throws on `lines_game` when there is no such room.
    func add(_ text: String, to room: Room, by me: ID<Member>, nonce: String) -> Query<Int> {
        .change(
            """
            INSERT INTO lines (club_id, game_id, member_id, text, nonce) SELECT club_id, $1, id, $3, $4 FROM members WHERE id = $2
            ON CONFLICT ON CONSTRAINT lines_sent_once DO NOTHING
            """, room.game, me, text, nonce)
    }

    /// Takes one's own line back, or brings it back unless an admin has removed it. Returns how many lines that are.
    func setRemoved(_ isRemoved: Bool, _ line: ID<LineRecord>, in room: Room, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE lines SET removed_at = CASE WHEN $4 THEN coalesce(removed_at, now()) END
            WHERE room = $1 AND id = $2 AND member_id = $3 AND NOT is_removed_by_admin
            """, room.name, line, me, isRemoved)
    }

    /// Removes anybody's line for good. Returns how many lines that are.
    func removeByAdmin(_ line: ID<LineRecord>) -> Query<Int> {
        .change("UPDATE lines SET removed_at = coalesce(removed_at, now()), is_removed_by_admin = true WHERE id = $1", line)
    }

    /// Forgets what was said more than so many days ago; nil: nothing. Returns how many lines that were.
    func forget(olderThan days: Int?, limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM lines WHERE id IN (
                SELECT id FROM lines WHERE created_at < now() - make_interval(days => $1::integer) ORDER BY created_at LIMIT $2)
            """, days, limit)
    }
}

extension ID<LineRecord> {
    /// Behind every line there will be.
    static let last = ID(Int.max)
}
