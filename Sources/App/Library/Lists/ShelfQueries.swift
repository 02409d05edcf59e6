import Postgres

struct ShelfQueries {
    func shelf(_ id: ID<Shelf>, of me: ID<Member>) -> Query<Shelf?> {
        .first("SELECT \(Shelf.columns) FROM shelves s WHERE s.id = $1 AND s.member_id = $2", id, me)
    }

    /// A shelf with its owner. Nil if `me` cannot see the shelf.
    func shelf(_ id: ID<Shelf>, to me: ID<Member>, hidden: [ID<Member>]) -> Query<OwnedShelf?> {
        .first(
            """
            SELECT \(Shelf.columns), \(PersonRecord.columns(of: "m")) FROM shelves s
            JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id AND m.left_at IS NULL
            LEFT JOIN follows f ON f.club_id = s.club_id AND f.member_id = s.member_id AND f.followed_id = $2
            WHERE s.id = $1 AND (s.member_id = $2 OR \(ShelfQueries.isShown) AND s.member_id <> ALL ($3))
            """, id, me, hidden)
    }

    func shelves(of member: ID<Member>, to me: ID<Member>) -> Query<[CountedShelf]> {
        .all(
            """
            SELECT \(Shelf.columns), n.games FROM shelves s
            JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
            LEFT JOIN follows f ON f.club_id = s.club_id AND f.member_id = s.member_id AND f.followed_id = $2
            CROSS JOIN LATERAL (SELECT count(*) AS games FROM shelf_games t
                JOIN library_entries e ON e.club_id = t.club_id AND e.member_id = t.member_id AND e.video_game_id = t.video_game_id
                WHERE t.club_id = s.club_id AND t.shelf_id = s.id
                    AND (s.member_id = $2 OR \(LibraryEntry.isShown(toFriend: "coalesce(f.is_mutual, false)")))) n
            WHERE s.member_id = $1 AND (s.member_id = $2 OR \(ShelfQueries.isShown)) ORDER BY s.name, s.id
            """, member, me)
    }

    /// The games on a shelf in its owner's order. A game is left out if `me` cannot see the list that it is on.
    func games(on shelf: ID<Shelf>, to me: ID<Member>, after place: LibraryPlace?, limit: Int) -> Query<[ListedVideoGame]> {
        .all(
            """
            SELECT \(LibraryEntry.columns), h.place, t.name, t.released, t.platforms, \(CoverQueries.version) FROM shelf_games h
            JOIN library_entries e ON e.club_id = h.club_id AND e.member_id = h.member_id AND e.video_game_id = h.video_game_id
            JOIN members m ON m.club_id = h.club_id AND m.id = h.member_id
            LEFT JOIN follows f ON f.club_id = h.club_id AND f.member_id = h.member_id AND f.followed_id = $2
            JOIN video_games t ON t.id = h.video_game_id
            WHERE h.shelf_id = $1 AND (h.place, h.video_game_id) > ($3, $4)
                AND (h.member_id = $2 OR \(LibraryEntry.isShown(toFriend: "coalesce(f.is_mutual, false)")))
            ORDER BY h.place, h.video_game_id LIMIT $5
            """, shelf, me, place?.place ?? -.infinity, place?.game.rawValue ?? 0, limit)
    }

    /// SQL condition: another member can see the shelf `s`. `f` is the row of `follows` for the owner who follows that member, or NULL.
    private static let isShown: SQL = "(s.audience = 'club' OR s.audience = 'friends' AND coalesce(f.is_mutual, false))"

    func places(of game: ID<VideoGame>, for me: ID<Member>) -> Query<[ShelfPlace]> {
        .all(
            """
            SELECT s.id, s.name, t.video_game_id IS NOT NULL FROM shelves s
            LEFT JOIN shelf_games t ON t.club_id = s.club_id AND t.shelf_id = s.id AND t.video_game_id = $1
            WHERE s.member_id = $2 ORDER BY s.name, s.id
            """, game, me)
    }

    // MARK: Changes

    /// Creates a shelf. Nil if the member has left, or already has `Shelf.limit` shelves.
    func add(_ form: ShelfForm, by me: ID<Member>) -> Query<ID<Shelf>?> {
        .first(
            """
            INSERT INTO shelves (club_id, member_id, name, audience) SELECT m.club_id, m.id, $2, $3 FROM members m
            WHERE m.id = $1 AND m.left_at IS NULL AND (SELECT count(*) FROM shelves s WHERE s.member_id = $1) < $4 RETURNING id
            """, me, form.name, form.audience, Shelf.limit)
    }

    func change(_ id: ID<Shelf>, to form: ShelfForm, by me: ID<Member>) -> Query<Int> {
        .change("UPDATE shelves SET name = $3, audience = $4 WHERE id = $1 AND member_id = $2", id, me, form.name, form.audience)
    }

    func remove(_ id: ID<Shelf>, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM shelves WHERE id = $1 AND member_id = $2", id, me)
    }

    /// Puts a game that is on the member's lists at the end of the shelves `shelves`, and removes the game from all other shelves.
    ///
    /// Returns how many of the shelves have no room for the game. If there is such a shelf, nothing changes.
    func put(_ game: ID<VideoGame>, on shelves: [ID<Shelf>], by me: ID<Member>) -> Query<Int> {
        .one(
            """
            WITH wanted AS (
                SELECT s.club_id, s.id, e.member_id, e.video_game_id, p.games, p.last FROM shelves s
                JOIN library_entries e ON e.club_id = s.club_id AND e.member_id = s.member_id AND e.video_game_id = $1
                CROSS JOIN LATERAL (SELECT count(*) AS games, coalesce(max(t.place), 0) AS last FROM shelf_games t
                    WHERE t.club_id = s.club_id AND t.shelf_id = s.id) p
                WHERE s.member_id = $2 AND s.id = ANY ($3) AND NOT EXISTS (SELECT FROM shelf_games t
                    WHERE t.club_id = s.club_id AND t.shelf_id = s.id AND t.video_game_id = $1)
            ), full_ones AS (
                SELECT count(*) AS shelves FROM wanted WHERE games >= $4
            ), gone AS (
                DELETE FROM shelf_games WHERE member_id = $2 AND video_game_id = $1 AND shelf_id <> ALL ($3)
                    AND (SELECT shelves FROM full_ones) = 0
            ), put AS (
                INSERT INTO shelf_games (club_id, shelf_id, member_id, video_game_id, place)
                SELECT club_id, id, member_id, video_game_id, last + 1 FROM wanted WHERE (SELECT shelves FROM full_ones) = 0
                ON CONFLICT DO NOTHING
            )
            SELECT shelves FROM full_ones
            """, game, me, shelves, Shelf.gameLimit)
    }

    // MARK: Export and erasure

    func all(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT s.id, json_build_object('name', s.name, 'audience', s.audience, 'games', (
                SELECT coalesce(json_agg(t.name ORDER BY h.place, h.video_game_id), '[]') FROM shelf_games h JOIN video_games t ON t.id = h.video_game_id
                WHERE h.club_id = s.club_id AND h.shelf_id = s.id))::text
            FROM shelves s WHERE s.member_id = $1 AND s.id > $2 ORDER BY s.id LIMIT $3
            """, me, after, limit)
    }
}
