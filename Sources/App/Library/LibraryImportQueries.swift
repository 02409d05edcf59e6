import Postgres

/// All SQL by which a member's file of games comes onto their lists: its lines wait in a table until they are there, or left out.
struct LibraryImportQueries {
    /// How many lines a file may have.
    static let most = 5000

    // MARK: What waits

    func file(of me: ID<Member>) -> Query<WaitingFile?> {
        .first(
            """
            SELECT i.file, i.columns, i.reading, i.problems, i.problem_count::bigint, i.is_read FROM library_imports i WHERE i.member_id = $1
            """, me)
    }

    func totals(of me: ID<Member>) -> Query<ImportTotals> {
        .one(
            """
            SELECT count(*), count(DISTINCT t.id), count(t.id) - count(DISTINCT t.id), count(DISTINCT e.title_id),
                count(*) FILTER (WHERE \(LibraryImportQueries.isUnknown)), count(*) FILTER (WHERE r.is_left_out)
            FROM library_import_rows r LEFT JOIN titles t ON t.id = r.title_id
            LEFT JOIN library_entries e ON e.member_id = r.member_id AND e.title_id = t.id
            WHERE r.member_id = $1
            """, me)
    }

    /// Which lines `r` are still to be said what they are.
    private static let isUnknown: SQL = """
        (r.name <> '' AND NOT r.is_left_out AND (r.title_id IS NULL OR (SELECT u.id FROM titles u WHERE u.id = r.title_id) IS NULL))
        """

    /// The first lines, as they stand in the file.
    func lines(of me: ID<Member>, after line: Int, limit: Int) -> Query<[WaitingLine]> {
        .all(
            """
            SELECT line::bigint, cells FROM library_import_rows WHERE member_id = $1 AND line > $2 ORDER BY line LIMIT $3
            """, me, line, limit)
    }

    /// What the file calls its lists, without those that are the same but for capitals; the most frequent first.
    func words(of me: ID<Member>, limit: Int) -> Query<[String]> {
        .all(
            """
            SELECT min(r.word) FROM (
                SELECT btrim(r.cells[(i.reading->'columns'->>'list')::integer + 1]) AS word FROM library_imports i
                JOIN library_import_rows r ON r.club_id = i.club_id AND r.member_id = i.member_id WHERE i.member_id = $1
            ) r WHERE r.word <> '' GROUP BY lower(r.word) ORDER BY count(*) DESC, 1 LIMIT $2
            """, me, limit)
    }

    /// Lines whose title is known, as they will be on the lists.
    func known(of me: ID<Member>, after line: Int, limit: Int) -> Query<[KnownLine]> {
        .all(
            """
            SELECT r.line::bigint, r.name, r.entry, t.id, t.name, \(CoverQueries.version), e.state, nullif(f.line, r.line)::bigint
            FROM library_import_rows r JOIN titles t ON t.id = r.title_id
            JOIN (SELECT o.title_id, min(o.line) AS line FROM library_import_rows o WHERE o.member_id = $1 GROUP BY o.title_id) f
                ON f.title_id = r.title_id
            LEFT JOIN library_entries e ON e.member_id = r.member_id AND e.title_id = r.title_id
            WHERE r.member_id = $1 AND r.line > $2 ORDER BY r.line LIMIT $3
            """, me, line, limit)
    }

    /// Lines whose title is not known, each with some that are called nearly so, in a line of its own.
    func unknown(of me: ID<Member>, limit: Int, alike: Int) -> Query<[UnknownLine]> {
        .all(
            """
            SELECT r.line::bigint, r.name, t.id, t.name, t.released, t.platforms FROM (
                SELECT r.line, r.name FROM library_import_rows r WHERE r.member_id = $1 AND \(LibraryImportQueries.isUnknown)
                ORDER BY r.line LIMIT $2
            ) r LEFT JOIN LATERAL find_titles(r.name, $3::integer) WITH ORDINALITY AS f (title_id, near, place) ON true
            LEFT JOIN LATERAL (SELECT * FROM titles o WHERE o.id = f.title_id LIMIT 1) t ON true ORDER BY r.line, f.place
            """, me, limit, alike)
    }

    // MARK: Changes

    /// Instead of a file that waited before.
    func keep(_ file: String, _ columns: [String], _ reading: JSON, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH gone AS (DELETE FROM library_import_rows WHERE member_id = $1)
            INSERT INTO library_imports (club_id, member_id, file, columns, reading)
            SELECT m.club_id, m.id, $2, $3, $4 FROM members m WHERE m.id = $1 AND m.left_at IS NULL
            ON CONFLICT (club_id, member_id) DO UPDATE SET file = excluded.file, columns = excluded.columns, reading = excluded.reading,
                problems = '{}', problem_count = 0, is_read = false, created_at = now()
            """, me, file, columns, reading)
    }

    func keepLines(_ lines: JSON, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO library_import_rows (club_id, member_id, line, cells)
            SELECT i.club_id, i.member_id, g.line, g.cells FROM jsonb_to_recordset($2) AS g(line integer, cells text[])
            JOIN library_imports i ON i.member_id = $1
            """, me, lines)
    }

    func remember(_ reading: JSON, problems: [String], count: Int, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE library_imports SET reading = $2, problems = $3, problem_count = $4::bigint, is_read = true WHERE member_id = $1
            """, me, reading, problems, count)
    }

    /// What lines say. Titles are found by their names, and what several are called by its year; what a member has said of a line stays.
    func note(_ lines: JSON, anew: Bool, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH given AS (
                SELECT g.*, title_key(g.name) AS key FROM jsonb_to_recordset($2) AS g(line integer, name text, year text, entry jsonb)
            ), \(LibraryImportQueries.found)
            UPDATE library_import_rows r SET entry = g.entry, name = CASE WHEN r.is_settled AND NOT $3 THEN r.name ELSE g.name END,
                title_id = CASE WHEN r.is_settled AND NOT $3 THEN r.title_id ELSE f.title_id END,
                is_left_out = r.is_left_out AND NOT $3, is_settled = r.is_settled AND NOT $3
            FROM given g LEFT JOIN found f ON f.line = g.line WHERE r.member_id = $1 AND r.line = g.line
            """, me, lines, anew)
    }

    /// Of lines `given`: the only title that is called so, or the only one of its year that is.
    private static let found: SQL = """
        found AS (
            SELECT line, CASE WHEN count(*) = 1 THEN min(id) WHEN count(*) FILTER (WHERE is_of_year) = 1 THEN min(id) FILTER (WHERE is_of_year)
                END AS title_id
            FROM (SELECT g.line, t.id, left(t.released, 4) = g.year AS is_of_year FROM given g
                JOIN title_names n ON n.key = g.key JOIN titles t ON t.id = n.title_id WHERE g.key <> '') named GROUP BY line
        )
        """

    /// Lines that are titles nobody has written down yet: they become the club's, once each. Returns false where so many are too many for
    /// one member, and nothing is changed.
    func writeDown(_ lines: [Int], as names: [String], by me: ID<Member>) -> Query<Bool> {
        .one(
            """
            WITH given AS (
                SELECT g.line, g.name FROM unnest($2::bigint[], $3::text[]) g (line, name)
                JOIN library_import_rows r ON r.member_id = $1 AND r.line = g.line AND \(LibraryImportQueries.isUnknown)
            ), room AS (
                SELECT (SELECT count(*) FROM titles t WHERE t.of_club = current_setting('app.club_id')::bigint AND t.added_by = $1)
                    + (SELECT count(DISTINCT name) FROM given) <= $4 AS is_there
            ), made AS (
                INSERT INTO titles (club_id, name, added_by) SELECT m.club_id, g.name, m.id
                FROM members m, (SELECT name, min(line) AS line FROM given GROUP BY name) g, room
                WHERE m.id = $1 AND m.left_at IS NULL AND room.is_there ORDER BY g.line
                RETURNING id, name
            ), settled AS (
                UPDATE library_import_rows r SET title_id = m.id, is_settled = true, is_left_out = false
                FROM given g JOIN made m ON m.name = g.name WHERE r.member_id = $1 AND r.line = g.line
            )
            SELECT is_there FROM room
            """, me, lines, names, TitleQueries.mostOwn)
    }

    /// What lines are, as their member says: a title each.
    func settle(_ lines: [Int], as titles: [ID<Title>], by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE library_import_rows r SET title_id = t.id, is_settled = true, is_left_out = false
            FROM unnest($2::bigint[], $3::bigint[]) AS g (line, title) JOIN titles t ON t.id = g.title
            WHERE r.member_id = $1 AND r.line = g.line
            """, me, lines, titles)
    }

    func leaveOut(_ lines: [Int], by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE library_import_rows SET title_id = NULL, is_settled = true, is_left_out = true
            WHERE member_id = $1 AND line = ANY ($2::bigint[])
            """, me, lines)
    }

    /// What lines are called otherwise: they are looked for anew.
    func rename(_ lines: [Int], to names: [String], by me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH given AS (
                SELECT g.line, g.name, NULL::text AS year, title_key(g.name) AS key FROM unnest($2::bigint[], $3::text[]) AS g (line, name)
            ), \(LibraryImportQueries.found)
            UPDATE library_import_rows r SET name = g.name, title_id = f.title_id, is_settled = true, is_left_out = false
            FROM given g LEFT JOIN found f ON f.line = g.line WHERE r.member_id = $1 AND r.line = g.line
            """, me, lines, names)
    }

    /// Puts the first lines whose title is known on the lists, each list's in their order at its end, and takes all of these titles from
    /// what waits.
    /// Of lines with one title the first counts. Of what they give no day nobody knows when it was.
    /// - Parameter replaces: whether what is on the lists already becomes what the file says.
    func put(replacing replaces: Bool, limit: Int, by me: ID<Member>) -> Query<ImportCount> {
        .one(
            """
            WITH waiting AS (
                SELECT r.line, r.title_id, r.entry FROM library_import_rows r JOIN titles t ON t.id = r.title_id WHERE r.member_id = $1
                ORDER BY r.line LIMIT $3
            ), chosen AS (
                SELECT DISTINCT ON (w.title_id) w.line, w.entry, t.id AS title_id, CASE WHEN t.club_id <> 0 THEN t.id END AS own_title_id,
                    e.title_id IS NULL AS is_new
                FROM waiting w JOIN titles t ON t.id = w.title_id
                LEFT JOIN library_entries e ON e.member_id = $1 AND e.title_id = w.title_id ORDER BY w.title_id, w.line
            ), room AS (
                SELECT (SELECT count(*) FROM library_entries WHERE member_id = $1) + (SELECT count(*) FROM chosen WHERE is_new) <= $4 AS is_there
            ), placed AS (
                SELECT c.*, c.entry->>'state' AS state, row_number() OVER (PARTITION BY c.entry->>'state' ORDER BY c.line) + coalesce((
                    SELECT max(o.place) FROM library_entries o WHERE o.member_id = $1 AND o.state = c.entry->>'state'), 0) AS place
                FROM chosen c, room r WHERE r.is_there AND (c.is_new OR $2)
            ), put AS (
                INSERT INTO library_entries AS e (club_id, member_id, title_id, own_title_id, state, rating, minutes, platform, note, started,
                    finished, place, active_on)
                SELECT m.club_id, m.id, p.title_id, p.own_title_id, p.state, (p.entry->>'rating')::smallint, (p.entry->>'minutes')::integer,
                    p.entry->>'platform', p.entry->>'note', (p.entry->>'started')::date, (p.entry->>'finished')::date, p.place,
                    CASE WHEN p.state = 'finished' THEN p.entry->>'finished'
                        WHEN p.state IN ('plays', 'again') THEN p.entry->>'started' END::date
                FROM placed p JOIN members m ON m.id = $1 AND m.left_at IS NULL ORDER BY p.title_id
                ON CONFLICT (club_id, member_id, title_id) DO UPDATE SET state = excluded.state, rating = excluded.rating,
                    minutes = excluded.minutes, platform = excluded.platform, note = excluded.note, started = excluded.started,
                    finished = excluded.finished,
                    changed_at = CASE WHEN e.state = excluded.state THEN e.changed_at ELSE now() END,
                    place = CASE WHEN e.state = excluded.state THEN e.place ELSE excluded.place END,
                    active_on = CASE WHEN e.state = excluded.state THEN coalesce(excluded.active_on, e.active_on) ELSE excluded.active_on END
                WHERE $2
            ), gone AS (
                DELETE FROM library_import_rows r USING chosen c, room
                WHERE room.is_there AND r.member_id = $1 AND r.title_id = c.title_id
            )
            SELECT count(*) FILTER (WHERE is_new), count(*) FILTER (WHERE NOT is_new), (SELECT count(*) FROM waiting),
                (SELECT is_there FROM room)
            FROM chosen
            """, me, replaces, limit, LibraryQueries.most)
    }

    /// What comes from a file is no news; it goes behind `put` in its transaction.
    func hush(_ me: ID<Member>) -> Query<Int> {
        .change("UPDATE library_entries SET news = NULL, news_at = NULL WHERE member_id = $1 AND news_at = now()", me)
    }

    /// A file of which no line waits for anything.
    func end(of me: ID<Member>) -> Query<Int> {
        .change(
            """
            DELETE FROM library_imports i WHERE i.member_id = $1 AND NOT EXISTS (
                SELECT FROM library_import_rows r WHERE r.member_id = $1 AND NOT r.is_left_out AND r.name <> '')
            """, me)
    }

    func remove(of me: ID<Member>) -> Query<Int> { .change("DELETE FROM library_imports WHERE member_id = $1", me) }

    /// Files that have waited for a month.
    func forget() -> Query<Int> {
        .change("DELETE FROM library_imports WHERE created_at < now() - interval '30 days'")
    }
}

/// A file whose lines wait to be put on lists.
struct WaitingFile: Sendable, RowDecodable {
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

struct WaitingLine: Sendable, RowDecodable {
    var line: Int
    var cells: [String]

    init(_ row: inout Row) throws {
        line = try row.next()
        cells = try row.next()
    }
}

/// A line whose title is known.
struct KnownLine: Sendable, RowDecodable {
    var line: Int
    /// As the file has it.
    var called: String
    var entry: ImportedEntry
    var title: ID<Title>
    var name: String
    /// The version of its cover.
    var cover: String?
    /// On which list its member has it already.
    var mine: LibraryEntry.State?
    /// The line of the same title that counts; nil: this one does.
    var counting: Int?

    init(_ row: inout Row) throws {
        line = try row.next()
        called = try row.next()
        entry = try (row.next() as JSON).decoded()
        title = try row.next()
        name = try row.next()
        cover = try row.next()
        mine = try row.next()
        counting = try row.next()
    }
}

/// A line whose title is not known, and one that it may be.
struct UnknownLine: Sendable, RowDecodable {
    var line: Int
    var called: String
    /// nil: nothing is called nearly so.
    var title: ID<Title>?
    var name: String?
    var released: String?
    var platforms: [String]?

    init(_ row: inout Row) throws {
        line = try row.next()
        called = try row.next()
        title = try row.next()
        name = try row.next()
        released = try row.next()
        platforms = try row.next()
    }
}

/// How far a file is.
struct ImportTotals: Sendable, RowDecodable {
    var lines: Int
    /// Titles that were found.
    var known: Int
    /// Lines of a title that one above them has, too.
    var repeated: Int
    /// Titles of those found that are on a list already.
    var mine: Int
    var unknown: Int
    var leftOut: Int

    init(_ row: inout Row) throws {
        lines = try row.next()
        known = try row.next()
        repeated = try row.next()
        mine = try row.next()
        unknown = try row.next()
        leftOut = try row.next()
    }
}

/// What came of putting lines on the lists.
struct ImportCount: Sendable, RowDecodable {
    var new: Int
    /// Titles that were on a list before.
    var others: Int
    var lines: Int
    /// Whether so many fit on the lists; else nothing was put on them.
    var hasRoom: Bool

    init(_ row: inout Row) throws {
        new = try row.next()
        others = try row.next()
        lines = try row.next()
        hasRoom = try row.next()
    }
}
