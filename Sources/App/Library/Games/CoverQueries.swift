import Postgres

struct CoverQueries {
    /// Saves the cover of a game that belongs to the tenant of the transaction. The tenant has to be club 0 for a game that all clubs
    /// share. Returns the number of saved files, which is 0 if there is no such game.
    func save(_ cover: CoverFiles, of game: ID<VideoGame>) -> Query<Int> {
        let (large, small) = (cover.pictures.large, cover.pictures.small)
        return .change(
            """
            INSERT INTO video_game_covers (club_id, video_game_id, member_id, size, digest, width, height, data)
            SELECT t.club_id, t.id, t.added_by, file.size, $2, file.width, file.height, file.data
            FROM video_games t, (VALUES ('large', $3::integer, $4::integer, $5::bytea), ('small', $6, $7, $8)) file (size, width, height, data)
            WHERE t.id = $1 AND t.club_id = current_setting('app.club_id')::bigint
            ON CONFLICT (club_id, video_game_id, size) DO UPDATE SET digest = excluded.digest, width = excluded.width,
                height = excluded.height, data = excluded.data
            """, game, Bytes(cover.digest), large.width, large.height, Bytes(large.bytes), small.width, small.height,
            Bytes(small.bytes))
    }

    func remove(of game: ID<VideoGame>) -> Query<Int> {
        .change("DELETE FROM video_game_covers WHERE club_id = current_setting('app.club_id')::bigint AND video_game_id = $1", game)
    }

    /// Shared games from `source` without a cover, among the `limit` most popular games.
    func missing(from source: String, limit: Int) -> Query<[VideoGameWithoutCover]> {
        .all(
            """
            SELECT t.id, t.name, t.genres FROM (SELECT * FROM video_games ORDER BY popularity DESC, id LIMIT $2) t
            WHERE t.club_id = 0 AND t.source = $1
                AND NOT EXISTS (SELECT FROM video_game_covers c WHERE c.club_id = t.club_id AND c.video_game_id = t.id AND c.size = 'small')
            ORDER BY t.popularity DESC, t.id
            """, source, limit)
    }

    func file(_ size: CoverFiles.Size, of game: ID<VideoGame>) -> Query<CoverFile?> {
        .first(
            """
            SELECT encode(substring(c.digest FOR 12), 'hex'), t.club_id <> 0, c.data FROM video_games t
            JOIN video_game_covers c ON c.club_id = t.club_id AND c.video_game_id = t.id AND c.size = $2 WHERE t.id = $1
            """, game, size)
    }

    /// SQL for a text that changes when the cover of the game `t` changes. NULL if the game has no cover. `t` is an alias of `video_games`.
    static let version: SQL = """
        (SELECT encode(substring(c.digest FOR 12), 'hex') FROM video_game_covers c
            WHERE c.club_id = t.club_id AND c.video_game_id = t.id AND c.size = 'small')
        """
}

struct CoverFile: RowRecord {
    var version: String
    var isOwn: Bool
    var data: Bytes

    static let decoder = RowDecoder(CoverFile.init)
}

struct VideoGameWithoutCover: RowRecord {
    var id: ID<VideoGame>
    var name: String
    var genres: [String]

    static let decoder = RowDecoder(VideoGameWithoutCover.init)
}
