import Postgres

struct LibraryQueries {
    static let gameLimit = 5000

    func entry(of game: ID<VideoGame>, by me: ID<Member>) -> Query<MarkedEntry?> {
        .first(
            """
            SELECT \(LibraryEntry.columns), \(LibraryEntry.fingerprint(of: "e"))
            FROM library_entries e WHERE e.member_id = $1 AND e.video_game_id = $2
            """, me, game)
    }

    func list(_ state: LibraryEntry.State, of member: ID<Member>, after place: LibraryPlace?, limit: Int) -> Query<[ListedVideoGame]> {
        .all(
            """
            SELECT \(ListedVideoGame.columns) FROM (
                SELECT * FROM library_entries WHERE member_id = $1 AND state = $2 AND (place, video_game_id) > ($3, $4)
                ORDER BY place, video_game_id LIMIT $5
            ) e JOIN video_games t ON t.id = e.video_game_id ORDER BY e.place, e.video_game_id
            """, member, state, place?.place ?? -.infinity, place?.game.rawValue ?? 0, limit)
    }

    func allGames(of me: ID<Member>, after game: ID<VideoGame>, limit: Int) -> Query<[ListedVideoGame]> {
        .all(
            """
            SELECT \(ListedVideoGame.columns) FROM library_entries e JOIN video_games t ON t.id = e.video_game_id
            WHERE e.member_id = $1 AND e.video_game_id > $2 ORDER BY e.video_game_id LIMIT $3
            """, me, game, limit)
    }

    func totals(of member: ID<Member>) -> Query<[ListTotal]> {
        .all("SELECT state, video_games::bigint FROM library_totals WHERE member_id = $1 AND video_games > 0", member)
    }

    func game(_ id: ID<VideoGame>) -> Query<VideoGameTotals> {
        .one("SELECT \(VideoGameTotals.columns) FROM (SELECT) nothing LEFT JOIN video_game_totals s ON s.video_game_id = $1", id)
    }

    /// Members who have a game on a list that `me` can see. Members who play it now come first.
    func players(of game: ID<VideoGame>, to me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[VideoGamePlayer]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), e.state, e.rating::bigint, e.note, f.member_id IS NOT NULL
            FROM (SELECT unnest(ARRAY['plays', 'again', 'finished', 'wants', 'aside']) AS state, generate_series(1, 5) AS rank) k
            CROSS JOIN LATERAL (SELECT e.* FROM library_entries e
                JOIN members m ON m.club_id = e.club_id AND m.id = e.member_id AND m.left_at IS NULL
                LEFT JOIN follows f ON f.club_id = e.club_id AND f.member_id = $2 AND f.followed_id = e.member_id
                WHERE e.video_game_id = $1 AND e.state = k.state AND e.member_id <> $2 AND e.member_id <> ALL ($3)
                    AND \(LibraryEntry.isShown(toFriend: "coalesce(f.is_mutual, false)")) ORDER BY e.member_id LIMIT $4) e
            JOIN members m ON m.club_id = e.club_id AND m.id = e.member_id
            LEFT JOIN follows f ON f.club_id = e.club_id AND f.member_id = $2 AND f.followed_id = e.member_id
            ORDER BY k.rank, m.id LIMIT $4
            """, game, me, hidden, limit)
    }

    /// Saves a list entry. A game that is new on its list goes to the top. If the entry has changed since the form was shown, nothing is
    /// saved.
    func put(_ game: ID<VideoGame>, _ form: LibraryForm, by me: ID<Member>) -> Query<LibraryChange> {
        .one(
            """
            WITH game AS (
                SELECT m.club_id, m.id AS member_id, t.id AS video_game_id, CASE WHEN t.club_id <> 0 THEN t.id END AS own_video_game_id,
                    (SELECT coalesce(sum(l.video_games), 0) FROM library_totals l WHERE l.club_id = m.club_id AND l.member_id = m.id) >= $10
                    AND NOT EXISTS (SELECT FROM library_entries e WHERE e.club_id = m.club_id AND e.member_id = m.id AND e.video_game_id = t.id)
                    AS is_full
                FROM members m JOIN video_games t ON t.id = $2 WHERE m.id = $1 AND m.left_at IS NULL FOR KEY SHARE OF m
            ), put AS (
                INSERT INTO library_entries AS e (club_id, member_id, video_game_id, own_video_game_id, state, rating, minutes, platform, note,
                    started, finished, place, active_on)
                SELECT club_id, member_id, video_game_id, own_video_game_id, $3, $4::bigint, $5::bigint, $6, $7, $8::date, $9::date,
                    coalesce((SELECT min(o.place) FROM library_entries o WHERE o.member_id = $1 AND o.state = $3), 0) - 1,
                    CASE WHEN $3 = 'finished' THEN coalesce($9, \(LibraryQueries.today))
                        WHEN $3 IN ('plays', 'again') THEN coalesce($8, \(LibraryQueries.today)) END
                FROM game WHERE NOT is_full
                ON CONFLICT (club_id, member_id, video_game_id) DO UPDATE SET state = excluded.state, rating = excluded.rating,
                    minutes = excluded.minutes, platform = excluded.platform, note = excluded.note, started = excluded.started,
                    finished = excluded.finished,
                    changed_at = CASE WHEN e.state = excluded.state THEN e.changed_at ELSE now() END,
                    place = CASE WHEN e.state = excluded.state THEN e.place ELSE excluded.place END,
                    active_on = CASE WHEN excluded.state <> e.state OR CASE WHEN $3 = 'finished' THEN $9 ELSE $8 END IS NOT NULL
                            THEN excluded.active_on
                        WHEN CASE WHEN $3 = 'finished' THEN e.finished ELSE e.started END IS NULL THEN e.active_on
                        WHEN $3 IN ('plays', 'again', 'finished') THEN \(Day.of("e.changed_at", in: "'UTC'")) END
                WHERE $11::text IS NULL OR \(LibraryEntry.fingerprint(of: "e")) IN ($11, \(LibraryEntry.fingerprint(of: "excluded")))
                RETURNING e.video_game_id
            )
            SELECT EXISTS (SELECT FROM game), coalesce((SELECT is_full FROM game), false),
                EXISTS (SELECT FROM game WHERE NOT is_full) AND NOT EXISTS (SELECT FROM put)
            """, me, game, form.state, form.record.rating, form.record.minutes, form.record.platform, form.record.note,
            form.record.started, form.record.finished, Self.gameLimit, form.expectedFingerprint)
    }

    private static let today: SQL = Day.of("now()", in: "'UTC'")

    func remove(_ game: ID<VideoGame>, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM library_entries WHERE member_id = $1 AND video_game_id = $2", me, game)
    }

    // MARK: Export and erasure

    func all(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT e.video_game_id, json_build_object('game', t.name, 'list', e.state, 'rating', e.rating, 'minutes', e.minutes,
                'platform', e.platform, 'note', e.note, 'started', e.started, 'finished', e.finished, 'added_at', e.added_at)::text
            FROM library_entries e JOIN video_games t ON t.id = e.video_game_id
            WHERE e.member_id = $1 AND e.video_game_id > $2 ORDER BY e.video_game_id LIMIT $3
            """, me, after, limit)
    }
}

/// The cursor of a list that is sorted by place. A page of the list begins after the game of the cursor.
struct LibraryPlace: Sendable {
    var place: Double
    var game: ID<VideoGame>

    init(_ listed: ListedVideoGame) { (place, game) = (listed.place, listed.entry.game) }
    init(_ ordered: OrderedVideoGame) { (place, game) = (ordered.place, ordered.game) }

    /// Reads the cursor of the address. Nil if the address has none, because the page is the first. Throws `Problem.notFound` if the cursor
    /// is malformed.
    init?(of visit: MemberVisit) throws {
        guard let text = visit.query("after") else { return nil }
        guard let place = LibraryPlace(text) else { throw Problem.notFound }
        self = place
    }

    /// Parses a cursor such as "-12.5_17". Nil if it is malformed.
    init?(_ text: String) {
        let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2, let place = Double(parts[0]), place.isFinite, let game = ID<VideoGame>(parts[1]) else { return nil }
        (self.place, self.game) = (place, game)
    }

    var text: String { "\(place)_\(game)" }
}

struct ListedVideoGame: RowRecord {
    var entry: LibraryEntry
    var place: Double
    var name: String
    var released: String?
    var platforms: [String]
    var coverVersion: String?

    static let decoder = RowDecoder(ListedVideoGame.init)

    static let columns: SQL = "\(LibraryEntry.columns), e.place, t.name, t.released, t.platforms, \(CoverQueries.version)"
}

struct ListTotal: RowRecord {
    var state: LibraryEntry.State
    var games: Int

    static let decoder = RowDecoder(ListTotal.init)
}

struct VideoGamePlayer: RowRecord {
    var person: PersonRecord
    var state: LibraryEntry.State
    var rating: Int?
    var note: String
    var isFollowed: Bool

    static let decoder = RowDecoder(VideoGamePlayer.init)
}

struct LibraryChange: RowRecord {
    var gameExists: Bool
    /// True if the lists already have `LibraryQueries.gameLimit` games.
    var isFull: Bool
    /// True if nothing was saved because the entry has changed since the form was shown.
    var isOutdated: Bool

    static let decoder = RowDecoder(LibraryChange.init)
}
