import Postgres

/// All SQL over `game_lines`.
struct LineQueries {
    /// The newest lines, or those before one, oldest first.
    func lines(of game: ID<Game>, before line: ID<LineRecord>? = nil, limit: Int) -> Query<[LineRecord]> {
        .all(
            """
            SELECT id, member_id, handle, display_name, text, created_at, is_removed FROM (
                SELECT l.id, m.id AS member_id, m.handle, m.display_name, CASE WHEN l.removed_at IS NULL THEN l.text ELSE '' END AS text,
                    l.created_at, l.removed_at IS NOT NULL AS is_removed
                FROM game_lines l JOIN members m ON m.club_id = l.club_id AND m.id = l.member_id
                WHERE l.game_id = $1 AND ($2::bigint IS NULL OR l.id < $2) ORDER BY l.id DESC LIMIT $3
            ) part ORDER BY id
            """, game, line, limit)
    }

    /// A line that comes again with the same nonce is not stored again.
    func add(_ text: String, to game: ID<Game>, by me: ID<Member>, nonce: String) -> Query<Int> {
        .change(
            """
            INSERT INTO game_lines (club_id, game_id, member_id, text, nonce)
            SELECT club_id, id, $2, $3, $4 FROM games WHERE id = $1
            ON CONFLICT ON CONSTRAINT game_lines_sent_once DO NOTHING
            """, game, me, text, nonce)
    }

    /// Takes one's own line back, or brings it back. Returns how many lines that are.
    func setRemoved(_ isRemoved: Bool, _ line: ID<LineRecord>, of game: ID<Game>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE game_lines SET removed_at = CASE WHEN $4 THEN coalesce(removed_at, now()) END
            WHERE game_id = $1 AND id = $2 AND member_id = $3
            """, game, line, me, isRemoved)
    }
}
