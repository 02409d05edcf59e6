import Postgres

/// All SQL that imports a member's file of video games into their lists. Each line of the file is stored in a table until its game is on a
/// list, or until the file is deleted.
struct LibraryImportQueries {
    static let lineLimit = 5000

    // MARK: Waiting lines

    func file(of me: ID<Member>) -> Query<PendingImport?> {
        .first(
            """
            SELECT i.file, i.columns, i.reading, i.problems, i.problem_count::bigint, i.is_read FROM library_imports i WHERE i.member_id = $1
            """, me)
    }

    func totals(of me: ID<Member>) -> Query<ImportTotals> {
        .one(
            """
            SELECT count(*), count(DISTINCT t.id), count(t.id) - count(DISTINCT t.id), count(DISTINCT e.video_game_id),
                count(*) FILTER (WHERE \(LibraryImportQueries.isUnmatched)), count(*) FILTER (WHERE r.is_left_out)
            FROM library_import_rows r LEFT JOIN video_games t ON t.id = r.video_game_id
            LEFT JOIN library_entries e ON e.member_id = r.member_id AND e.video_game_id = t.id
            WHERE r.member_id = $1
            """, me)
    }

    /// SQL condition: the line `r` of `library_import_rows` has no known game, or its game was deleted since.
    private static let isUnmatched: SQL = """
        (r.name <> '' AND NOT r.is_left_out AND (r.video_game_id IS NULL OR (SELECT u.id FROM video_games u WHERE u.id = r.video_game_id) IS NULL))
        """

    func lines(of me: ID<Member>, after line: Int, limit: Int) -> Query<[PendingRow]> {
        .all(
            """
            SELECT line::bigint, cells FROM library_import_rows WHERE member_id = $1 AND line > $2 ORDER BY line LIMIT $3
            """, me, line, limit)
    }

    /// The names of lists in the file, the most frequent first. Names that differ only in case appear once.
    func listNames(of me: ID<Member>, limit: Int) -> Query<[String]> {
        .all(
            """
            SELECT min(r.word) FROM (
                SELECT btrim(r.cells[(i.reading->'columns'->>'list')::integer + 1]) AS word FROM library_imports i
                JOIN library_import_rows r ON r.club_id = i.club_id AND r.member_id = i.member_id WHERE i.member_id = $1
            ) r WHERE r.word <> '' GROUP BY lower(r.word) ORDER BY count(*) DESC, 1 LIMIT $2
            """, me, limit)
    }

    func matchedLines(of me: ID<Member>, after line: Int, limit: Int) -> Query<[MatchedRow]> {
        .all(
            """
            SELECT r.line::bigint, r.name, r.entry, t.id, t.name, \(CoverQueries.version), e.state, nullif(f.line, r.line)::bigint
            FROM library_import_rows r JOIN video_games t ON t.id = r.video_game_id
            JOIN (SELECT o.video_game_id, min(o.line) AS line FROM library_import_rows o WHERE o.member_id = $1 GROUP BY o.video_game_id) f
                ON f.video_game_id = r.video_game_id
            LEFT JOIN library_entries e ON e.member_id = r.member_id AND e.video_game_id = r.video_game_id
            WHERE r.member_id = $1 AND r.line > $2 ORDER BY r.line LIMIT $3
            """, me, line, limit)
    }

    /// Lines whose game was not found, with up to `suggestions` similar games. Each similar game is a row.
    func unmatchedLines(of me: ID<Member>, limit: Int, suggestions: Int) -> Query<[UnmatchedRow]> {
        .all(
            """
            SELECT r.line::bigint, r.name, t.id, t.name, t.released, t.platforms FROM (
                SELECT r.line, r.name FROM library_import_rows r WHERE r.member_id = $1 AND \(LibraryImportQueries.isUnmatched)
                ORDER BY r.line LIMIT $2
            ) r LEFT JOIN LATERAL find_video_games(r.name, $3::integer) WITH ORDINALITY AS f (video_game_id, near, place) ON true
            LEFT JOIN LATERAL (SELECT * FROM video_games o WHERE o.id = f.video_game_id LIMIT 1) t ON true ORDER BY r.line, f.place
            """, me, limit, suggestions)
    }

    // MARK: Changes

    /// Saves a new file. Deletes the lines of an earlier file whose import is not finished.
    func saveFile(_ file: String, _ columns: [String], _ reading: JSON, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH gone AS (DELETE FROM library_import_rows WHERE member_id = $1)
            INSERT INTO library_imports (club_id, member_id, file, columns, reading)
            SELECT m.club_id, m.id, $2, $3, $4 FROM members m WHERE m.id = $1 AND m.left_at IS NULL
            ON CONFLICT (club_id, member_id) DO UPDATE SET file = excluded.file, columns = excluded.columns, reading = excluded.reading,
                problems = '{}', problem_count = 0, is_read = false, created_at = now()
            """, me, file, columns, reading)
    }

    func saveLines(_ lines: JSON, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO library_import_rows (club_id, member_id, line, cells)
            SELECT i.club_id, i.member_id, g.line, g.cells FROM jsonb_to_recordset($2) AS g(line integer, cells text[])
            JOIN library_imports i ON i.member_id = $1
            """, me, lines)
    }

    func saveReading(_ reading: JSON, problems: [String], count: Int, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE library_imports SET reading = $2, problems = $3, problem_count = $4::bigint, is_read = true WHERE member_id = $1
            """, me, reading, problems, count)
    }

    /// Saves the values of lines after they were read, and finds the games of these lines by name. If several games have the name, the year
    /// decides.
    /// - Parameter resetsChoices: whether to forget the member's choices for single lines.
    func saveValues(_ lines: JSON, resetsChoices: Bool, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH given AS (
                SELECT g.*, video_game_key(g.name) AS key FROM jsonb_to_recordset($2) AS g(line integer, name text, year text, entry jsonb)
            ), \(LibraryImportQueries.found)
            UPDATE library_import_rows r SET entry = g.entry, name = CASE WHEN r.is_settled AND NOT $3 THEN r.name ELSE g.name END,
                video_game_id = CASE WHEN r.is_settled AND NOT $3 THEN r.video_game_id ELSE f.video_game_id END,
                is_left_out = r.is_left_out AND NOT $3, is_settled = r.is_settled AND NOT $3
            FROM given g LEFT JOIN found f ON f.line = g.line WHERE r.member_id = $1 AND r.line = g.line
            """, me, lines, resetsChoices)
    }

    /// A CTE with the game of each line of `given`: the only game with its name, or the only game with its name and year, or NULL.
    private static let found: SQL = """
        found AS (
            SELECT line, CASE WHEN count(*) = 1 THEN min(id) WHEN count(*) FILTER (WHERE is_of_year) = 1 THEN min(id) FILTER (WHERE is_of_year)
                END AS video_game_id
            FROM (SELECT g.line, t.id, left(t.released, 4) = g.year AS is_of_year FROM given g
                JOIN video_game_names n ON n.key = g.key JOIN video_games t ON t.id = n.video_game_id WHERE g.key <> '') named GROUP BY line
        )
        """

    /// Adds the games of lines to the club. Lines with the same name share one game. Returns false and changes nothing if the member would
    /// have added more than `VideoGameQueries.maxAddedPerMember` games.
    func createGames(for lines: [Int], names: [String], by me: ID<Member>) -> Query<Bool> {
        .one(
            """
            WITH given AS (
                SELECT g.line, g.name FROM unnest($2::bigint[], $3::text[]) g (line, name)
                JOIN library_import_rows r ON r.member_id = $1 AND r.line = g.line AND \(LibraryImportQueries.isUnmatched)
            ), room AS (
                SELECT (SELECT count(*) FROM video_games t WHERE t.of_club = current_setting('app.club_id')::bigint AND t.added_by = $1)
                    + (SELECT count(DISTINCT name) FROM given) <= $4 AS is_there
            ), made AS (
                INSERT INTO video_games (club_id, name, added_by) SELECT m.club_id, g.name, m.id
                FROM members m, (SELECT name, min(line) AS line FROM given GROUP BY name) g, room
                WHERE m.id = $1 AND m.left_at IS NULL AND room.is_there ORDER BY g.line
                RETURNING id, name
            ), settled AS (
                UPDATE library_import_rows r SET video_game_id = m.id, is_settled = true, is_left_out = false
                FROM given g JOIN made m ON m.name = g.name WHERE r.member_id = $1 AND r.line = g.line
            )
            SELECT is_there FROM room
            """, me, lines, names, VideoGameQueries.maxAddedPerMember)
    }

    func match(_ lines: [Int], as games: [ID<VideoGame>], by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE library_import_rows r SET video_game_id = t.id, is_settled = true, is_left_out = false
            FROM unnest($2::bigint[], $3::bigint[]) AS g (line, video_game_id) JOIN video_games t ON t.id = g.video_game_id
            WHERE r.member_id = $1 AND r.line = g.line
            """, me, lines, games)
    }

    func leaveOut(_ lines: [Int], by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE library_import_rows SET video_game_id = NULL, is_settled = true, is_left_out = true
            WHERE member_id = $1 AND line = ANY ($2::bigint[])
            """, me, lines)
    }

    func rename(_ lines: [Int], to names: [String], by me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH given AS (
                SELECT g.line, g.name, NULL::text AS year, video_game_key(g.name) AS key FROM unnest($2::bigint[], $3::text[]) AS g (line, name)
            ), \(LibraryImportQueries.found)
            UPDATE library_import_rows r SET name = g.name, video_game_id = f.video_game_id, is_settled = true, is_left_out = false
            FROM given g LEFT JOIN found f ON f.line = g.line WHERE r.member_id = $1 AND r.line = g.line
            """, me, lines, names)
    }

    /// Adds the games of the first `limit` matched lines to the ends of their lists, in the order of the file. Deletes all lines with these
    /// games.
    ///
    /// If several lines have the same game, the first one counts. The date of activity (`active_on`) stays empty if the line has no date.
    /// - Parameter replaces: whether a line replaces the entry of a game that is on a list already.
    func addToLists(replacing replaces: Bool, limit: Int, by me: ID<Member>) -> Query<ImportCount> {
        .one(
            """
            WITH waiting AS (
                SELECT r.line, r.video_game_id, r.entry FROM library_import_rows r JOIN video_games t ON t.id = r.video_game_id WHERE r.member_id = $1
                ORDER BY r.line LIMIT $3
            ), chosen AS (
                SELECT DISTINCT ON (w.video_game_id) w.line, w.entry, t.id AS video_game_id, CASE WHEN t.club_id <> 0 THEN t.id END AS own_video_game_id,
                    e.video_game_id IS NULL AS is_new
                FROM waiting w JOIN video_games t ON t.id = w.video_game_id
                LEFT JOIN library_entries e ON e.member_id = $1 AND e.video_game_id = w.video_game_id ORDER BY w.video_game_id, w.line
            ), room AS (
                SELECT (SELECT count(*) FROM library_entries WHERE member_id = $1) + (SELECT count(*) FROM chosen WHERE is_new) <= $4 AS is_there
            ), placed AS (
                SELECT c.*, c.entry->>'state' AS state, row_number() OVER (PARTITION BY c.entry->>'state' ORDER BY c.line) + coalesce((
                    SELECT max(o.place) FROM library_entries o WHERE o.member_id = $1 AND o.state = c.entry->>'state'), 0) AS place
                FROM chosen c, room r WHERE r.is_there AND (c.is_new OR $2)
            ), put AS (
                INSERT INTO library_entries AS e (club_id, member_id, video_game_id, own_video_game_id, state, rating, minutes, platform, note, started,
                    finished, place, active_on)
                SELECT m.club_id, m.id, p.video_game_id, p.own_video_game_id, p.state, (p.entry->>'rating')::smallint, (p.entry->>'minutes')::integer,
                    p.entry->>'platform', p.entry->>'note', (p.entry->>'started')::date, (p.entry->>'finished')::date, p.place,
                    CASE WHEN p.state = 'finished' THEN p.entry->>'finished'
                        WHEN p.state IN ('plays', 'again') THEN p.entry->>'started' END::date
                FROM placed p JOIN members m ON m.id = $1 AND m.left_at IS NULL ORDER BY p.video_game_id
                ON CONFLICT (club_id, member_id, video_game_id) DO UPDATE SET state = excluded.state, rating = excluded.rating,
                    minutes = excluded.minutes, platform = excluded.platform, note = excluded.note, started = excluded.started,
                    finished = excluded.finished,
                    changed_at = CASE WHEN e.state = excluded.state THEN e.changed_at ELSE now() END,
                    place = CASE WHEN e.state = excluded.state THEN e.place ELSE excluded.place END,
                    active_on = CASE WHEN e.state = excluded.state THEN coalesce(excluded.active_on, e.active_on) ELSE excluded.active_on END
                WHERE $2
            ), gone AS (
                DELETE FROM library_import_rows r USING chosen c, room
                WHERE room.is_there AND r.member_id = $1 AND r.video_game_id = c.video_game_id
            )
            SELECT count(*) FILTER (WHERE is_new), count(*) FILTER (WHERE NOT is_new), (SELECT count(*) FROM waiting),
                (SELECT is_there FROM room)
            FROM chosen
            """, me, replaces, limit, LibraryQueries.gameLimit)
    }

    /// Deletes the news that a trigger has created for imported entries. Must run after `addToLists` in the same transaction.
    func clearNews(_ me: ID<Member>) -> Query<Int> {
        .change("UPDATE library_entries SET news = NULL, news_at = NULL WHERE member_id = $1 AND news_at = now()", me)
    }

    /// Deletes the file if each of its lines was imported or left out.
    func deleteIfDone(of me: ID<Member>) -> Query<Int> {
        .change(
            """
            DELETE FROM library_imports i WHERE i.member_id = $1 AND NOT EXISTS (
                SELECT FROM library_import_rows r WHERE r.member_id = $1 AND NOT r.is_left_out AND r.name <> '')
            """, me)
    }

    func remove(of me: ID<Member>) -> Query<Int> { .change("DELETE FROM library_imports WHERE member_id = $1", me) }

    func deleteOld() -> Query<Int> {
        .change("DELETE FROM library_imports WHERE created_at < now() - interval '30 days'")
    }
}

struct PendingImport: Sendable, RowDecodable {
    var name: String
    var columns: [String]
    var reading: ImportReading
    var problems: [String]
    var problemCount: Int
    var isRead: Bool

    init(_ row: inout Row) throws {
        name = try row.next()
        columns = try row.next()
        reading = try (row.next() as JSON).decoded()
        problems = try row.next()
        problemCount = try row.next()
        isRead = try row.next()
    }
}

struct PendingRow: RowRecord {
    var line: Int
    var cells: [String]

    static let decoder = RowDecoder(PendingRow.init)
}

struct MatchedRow: Sendable, RowDecodable {
    var line: Int
    var called: String
    var entry: ImportedEntry
    var game: ID<VideoGame>
    var name: String
    var cover: String?
    var currentList: LibraryEntry.State?
    /// An earlier line with the same game, which is imported instead of this line. Nil if this line is the first one with its game.
    var firstLine: Int?

    init(_ row: inout Row) throws {
        line = try row.next()
        called = try row.next()
        entry = try (row.next() as JSON).decoded()
        game = try row.next()
        name = try row.next()
        cover = try row.next()
        currentList = try row.next()
        firstLine = try row.next()
    }
}

/// A line whose game was not found, and one game with a similar name.
struct UnmatchedRow: RowRecord {
    var line: Int
    var called: String
    var game: ID<VideoGame>?
    var name: String?
    var released: String?
    var platforms: [String]?

    static let decoder = RowDecoder(UnmatchedRow.init)
}

struct ImportTotals: RowRecord {
    var lines: Int
    var known: Int
    /// The number of lines with the same game as an earlier line.
    var repeated: Int
    var alreadyListed: Int
    var unknown: Int
    var leftOut: Int

    static let decoder = RowDecoder(ImportTotals.init)
}

struct ImportCount: RowRecord {
    var new: Int
    /// The number of games that were on a list before.
    var others: Int
    var lines: Int
    /// False if the lists would have too many games. In this case nothing was added.
    var hasRoom: Bool

    static let decoder = RowDecoder(ImportCount.init)
}
