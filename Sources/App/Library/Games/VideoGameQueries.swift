import Postgres

struct VideoGameQueries {
    func game(_ id: ID<VideoGame>) -> Query<VideoGame?> { .first("SELECT \(VideoGame.columns) FROM video_games t WHERE t.id = $1", id) }

    /// Games with the same or a similar name, the most similar first. If there is a filter, only the first `searchScanLimit` games are
    /// filtered.
    func search(_ name: String, _ filter: VideoGameFilter, to me: ID<Member>, limit: Int) -> Query<[VideoGameEntry]> {
        .all(
            """
            SELECT \(VideoGameEntry.columns) FROM find_video_games($1, $8::integer) WITH ORDINALITY AS f (video_game_id, near, place)
            JOIN video_games t ON t.id = f.video_game_id \(VideoGameEntry.joins(to: "$2")) WHERE \(VideoGameFilter.condition("$3", "$4", "$5", "$6"))
            ORDER BY f.place LIMIT $7
            """, name, me, filter.platform, filter.genre, filter.mode, filter.year, limit, filter.isEmpty ? limit : Self.searchScanLimit)
    }

    /// Games with exactly this name. Differences in case, accents, punctuation, articles ("The") and numerals ("II" or "2") do not count.
    func exactMatches(_ name: String, limit: Int) -> Query<[NamedVideoGame]> {
        .all(
            """
            SELECT t.id, t.name, t.released, t.platforms FROM video_game_names n JOIN video_games t ON t.id = n.video_game_id
            WHERE n.key = video_game_key($1) AND n.key <> '' ORDER BY n.video_game_id LIMIT $2
            """, name, limit)
    }

    /// The most popular shared games and the newest games of the club that match the filter.
    func games(_ filter: VideoGameFilter, to me: ID<Member>, limit: Int) -> Query<[VideoGameEntry]> {
        .all(
            """
            SELECT \(VideoGameEntry.columns) FROM (
                (SELECT * FROM video_games WHERE club_id = 0 ORDER BY popularity DESC, id LIMIT $6)
                UNION ALL (SELECT * FROM video_games WHERE of_club = current_setting('app.club_id')::bigint ORDER BY of_club, id DESC LIMIT $6)
            ) t \(VideoGameEntry.joins(to: "$1"))
            WHERE \(VideoGameFilter.condition("$2", "$3", "$4", "$5")) ORDER BY t.popularity DESC, t.id LIMIT $7
            """, me, filter.platform, filter.genre, filter.mode, filter.year, filter.isEmpty ? limit : Self.browseScanLimit, limit)
    }

    /// Other games of the members who have this game.
    ///
    /// A game is found if at least two of these members have it. The games are sorted by the number of these members, divided by the square
    /// root of the number of all members who have the game. Without the division, games that everybody has would come first.
    func similarGames(to game: ID<VideoGame>, to me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[VideoGameEntry]> {
        .all(
            """
            SELECT \(VideoGameEntry.columns) FROM (
                SELECT o.video_game_id, o.shared / sqrt(s.members) AS near FROM (
                    SELECT e.club_id, e.video_game_id, count(*) AS shared FROM (
                        SELECT m.club_id, m.id, m.for_friends, m.for_me FROM library_entries e
                        JOIN members m ON m.club_id = e.club_id AND m.id = e.member_id AND m.left_at IS NULL
                        WHERE e.video_game_id = $1 AND e.member_id <> ALL ($3) AND e.state IN ('plays', 'again', 'finished')
                            AND \(LibraryEntry.isForClub) LIMIT 100
                    ) m CROSS JOIN LATERAL (
                        SELECT e.club_id, e.video_game_id FROM library_entries e WHERE e.club_id = m.club_id AND e.member_id = m.id
                            AND e.video_game_id <> $1 AND e.state <> 'aside' AND \(LibraryEntry.isForClub) LIMIT 100
                    ) e GROUP BY e.club_id, e.video_game_id HAVING count(*) > 1
                ) o JOIN video_game_totals s ON s.club_id = o.club_id AND s.video_game_id = o.video_game_id ORDER BY near DESC, o.video_game_id LIMIT $4
            ) f JOIN video_games t ON t.id = f.video_game_id \(VideoGameEntry.joins(to: "$2")) ORDER BY f.near DESC, t.id
            """, game, me, hidden, limit)
    }

    /// The maximum number of games to which a filter is applied: `searchScanLimit` if the member searches for a name, and otherwise
    /// `browseScanLimit`.
    private static let (searchScanLimit, browseScanLimit) = (200, 20_000)

    /// Adds a game to the club. Returns nil if the member has added `maxAddedPerMember` games. Also returns nil if `isAnother` is false and
    /// a game of that name exists.
    func add(_ form: VideoGameForm, isAnother: Bool, by me: ID<Member>) throws -> Query<ID<VideoGame>?> {
        .first(
            """
            INSERT INTO video_games (club_id, added_by, name, \(FactColumns.names(of: VideoGameFacts.ofForm)))
            SELECT m.club_id, m.id, $2, \(FactColumns.names(of: VideoGameFacts.ofForm, in: "f"))
            FROM members m, jsonb_to_record($3) AS f (\(FactColumns.definitions(of: VideoGameFacts.ofForm)))
            WHERE m.id = $1 AND m.left_at IS NULL AND (SELECT count(*) FROM video_games t
                WHERE t.of_club = m.club_id AND t.added_by = m.id) < $4
                AND ($5 OR NOT EXISTS (SELECT FROM video_game_names n WHERE n.key = video_game_key($2) AND n.key <> ''))
            RETURNING id
            """, me, form.name, try JSON(encoding: form.facts), Self.maxAddedPerMember, isAnother)
    }

    static let maxAddedPerMember = 1000

    /// Changes a game of the club. Returns 0 if the game does not exist, or if all clubs share it.
    func change(_ id: ID<VideoGame>, to form: VideoGameForm) throws -> Query<Int> {
        .change(
            """
            UPDATE video_games t SET name = $2,
                (\(FactColumns.names(of: VideoGameFacts.ofForm))) = ROW (\(FactColumns.names(of: VideoGameFacts.ofForm, in: "f")))
            FROM jsonb_to_record($3) AS f (\(FactColumns.definitions(of: VideoGameFacts.ofForm))) WHERE t.id = $1 AND t.club_id <> 0
            """, id, form.name, try JSON(encoding: form.facts))
    }

    /// Deletes a game of the club, and all list entries with this game. The badges of the members who had the game on a list are checked
    /// again later. Returns 0 if nothing was deleted.
    /// - Parameter target: the game that the deleted game was merged into. If this game does not exist any more, nothing is deleted. Nil if
    /// the deleted game was not merged.
    func remove(_ id: ID<VideoGame>, mergedInto target: ID<VideoGame>? = nil) -> Query<Int> {
        .change(
            """
            WITH queued AS (
                INSERT INTO badge_recalculations (club_id, member_id) SELECT club_id, member_id FROM library_entries WHERE own_video_game_id = $1
                ON CONFLICT DO NOTHING
            )
            DELETE FROM video_games WHERE id = $1 AND club_id <> 0 AND ($2::bigint IS NULL OR EXISTS (SELECT FROM video_games WHERE id = $2))
            """, id, target)
    }

    func eraseAdditions(of member: ID<Member>) -> Query<Int> {
        .change("UPDATE video_games SET added_by = NULL WHERE of_club = current_setting('app.club_id')::bigint AND added_by = $1", member)
    }

    func additions(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT t.id, json_build_object('name', t.name, 'at', t.created_at)::text FROM video_games t
            WHERE t.of_club = current_setting('app.club_id')::bigint AND t.added_by = $1 AND t.id > $2 ORDER BY t.id LIMIT $3
            """, me, after, limit)
    }

    /// Adds games to the catalogue that all clubs share. The tenant is club 0. If a game with the same name and release date exists, that
    /// game is updated. Returns the number of new games.
    func upsertShared(_ games: JSON) -> Query<Int> {
        .one(
            """
            WITH given AS (
                SELECT * FROM ROWS FROM (jsonb_to_recordset($1) AS (name text, popularity integer, \(FactColumns.definitions(of: VideoGameFacts.all))))
                    WITH ORDINALITY AS g (name, popularity, \(FactColumns.names(of: VideoGameFacts.all)), place)
            ), known AS (
                SELECT DISTINCT ON (g.name, g.released) t.id, g.* FROM given g JOIN video_games t ON t.club_id = 0 AND t.name = g.name
                    AND t.released IS NOT DISTINCT FROM g.released AND t.provider IS NULL ORDER BY g.name, g.released, t.id
            ), changed AS (
                UPDATE video_games t SET popularity = k.popularity,
                    (\(FactColumns.names(of: VideoGameFacts.all))) = ROW (\(FactColumns.names(of: VideoGameFacts.all, in: "k")))
                FROM known k WHERE t.id = k.id
            ), added AS (
                INSERT INTO video_games (club_id, name, popularity, \(FactColumns.names(of: VideoGameFacts.all)))
                SELECT 0, g.name, g.popularity, \(FactColumns.names(of: VideoGameFacts.all, in: "g"))
                FROM given g WHERE NOT EXISTS (SELECT FROM known k WHERE k.name = g.name AND k.released IS NOT DISTINCT FROM g.released)
                ORDER BY g.place RETURNING id
            )
            SELECT count(*) FROM added
            """, games)
    }

    func hasSharedGames() -> Query<Bool> { .one("SELECT EXISTS (SELECT FROM video_games WHERE club_id = 0)") }
}

struct VideoGameEntry: RowRecord {
    var id: ID<VideoGame>
    var name: String
    var released: String?
    var platforms: [String]
    var cover: String?
    /// The member's list that has the game. Nil if none of the member's lists has it.
    var list: LibraryEntry.State?

    static let decoder = RowDecoder(VideoGameEntry.init)

    static let columns: SQL = "t.id, t.name, t.released, t.platforms, \(CoverQueries.version), e.state"

    static func joins(to me: SQL) -> SQL { "LEFT JOIN library_entries e ON e.member_id = \(me) AND e.video_game_id = t.id" }
}

/// A video game with the facts that distinguish it from others of the same name.
struct NamedVideoGame: RowRecord {
    var id: ID<VideoGame>
    var name: String
    var released: String?
    var platforms: [String]

    static let decoder = RowDecoder(NamedVideoGame.init)
}

struct VideoGameTotals: RowRecord {
    var ratings: Int
    private var ratingSum: Int

    static let decoder = RowDecoder(VideoGameTotals.init)

    /// Columns of the ratings. `s` is the alias of `video_game_totals`, which may come from a left join.
    static let columns: SQL = "coalesce(s.ratings, 0)::bigint, coalesce(s.rated, 0)"

    /// The average from 1 to 10, with one decimal. Nil if there are no ratings.
    var rating: Double? { ratings == 0 ? nil : (Double(ratingSum) / Double(ratings) * 10).rounded() / 10 }
}

struct VideoGameFilter: Sendable {
    var platform: String?
    var genre: String?
    var mode: String?
    var year: String?

    static let modes: KeyValuePairs = ["alone": "Alone", "together": "Together", "against": "Against each other"]

    init() {}

    init(_ form: Form) {
        func text(_ name: String) -> String? {
            let text = form.line(name)
            return text.isEmpty ? nil : text.prefix(scalars: 100)
        }
        (platform, genre) = (text("platform"), text("genre"))
        mode = Self.modes.first { $0.key == form["mode"] }?.key
        year = text("year").flatMap { $0.wholeMatch(of: /\d{4}/) == nil ? nil : $0 }
    }

    var isEmpty: Bool { platform == nil && genre == nil && mode == nil && year == nil }

    /// SQL condition: the game `t` of `video_games` matches the filter. A part of the name of a platform or genre is enough: "switch"
    /// matches "Nintendo Switch".
    static func condition(_ platform: SQL, _ genre: SQL, _ mode: SQL, _ year: SQL) -> SQL {
        """
        (\(platform)::text IS NULL OR EXISTS (SELECT FROM unnest(t.platforms) p (name) WHERE strpos(lower(p.name), lower(\(platform))) > 0))
        AND (\(genre)::text IS NULL OR EXISTS (SELECT FROM unnest(t.genres) g (name) WHERE strpos(lower(g.name), lower(\(genre))) > 0))
        AND (\(year)::text IS NULL OR left(t.released, 4) = \(year))
        AND CASE \(mode)::text WHEN 'alone' THEN t.is_alone WHEN 'together' THEN t.together > 1 WHEN 'against' THEN t.against > 1
            ELSE true END
        """
    }
}
