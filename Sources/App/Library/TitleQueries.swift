import Postgres

/// All SQL over `titles`, and what their club makes of them.
struct TitleQueries {
    func title(_ id: ID<Title>) -> Query<Title?> { .first("SELECT \(Title.columns) FROM titles t WHERE t.id = $1", id) }

    /// What is called so, or nearly so, the nearest first. Of those, some are looked through for what a filter lets through.
    func titles(named words: String, _ filter: TitleFilter, to me: ID<Member>, limit: Int) -> Query<[TitleEntry]> {
        .all(
            """
            SELECT \(TitleEntry.columns) FROM find_titles($1, $8::integer) WITH ORDINALITY AS f (title_id, near, place)
            JOIN titles t ON t.id = f.title_id \(TitleEntry.joins(to: "$2")) WHERE \(TitleFilter.rule("$3", "$4", "$5", "$6"))
            ORDER BY f.place LIMIT $7
            """, words, me, filter.platform, filter.genre, filter.mode, filter.year, limit, filter.isEmpty ? limit : Self.lookedThrough)
    }

    /// Those that are called so, but for what is typed in several ways: accents, articles, numerals.
    func titles(called name: String, limit: Int) -> Query<[NamedTitle]> {
        .all(
            """
            SELECT t.id, t.name, t.released, t.platforms FROM title_names n JOIN titles t ON t.id = n.title_id
            WHERE n.key = title_key($1) AND n.key <> '' ORDER BY n.title_id LIMIT $2
            """, name, limit)
    }

    /// The best known, and the club's own, as far as a filter lets them through.
    func titles(_ filter: TitleFilter, to me: ID<Member>, limit: Int) -> Query<[TitleEntry]> {
        .all(
            """
            SELECT \(TitleEntry.columns) FROM (
                (SELECT * FROM titles WHERE club_id = 0 ORDER BY popularity DESC, id LIMIT $6)
                UNION ALL (SELECT * FROM titles WHERE of_club = current_setting('app.club_id')::bigint ORDER BY of_club, id DESC LIMIT $6)
            ) t \(TitleEntry.joins(to: "$1"))
            WHERE \(TitleFilter.rule("$2", "$3", "$4", "$5")) ORDER BY t.popularity DESC, t.id LIMIT $7
            """, me, filter.platform, filter.genre, filter.mode, filter.year, filter.isEmpty ? limit : Self.browsed, limit)
    }

    /// What those have who have a title: what several of them do, before what everybody has anyway. However many that are, some are
    /// looked at, and of the lists that the club sees.
    func titles(like title: ID<Title>, to me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[TitleEntry]> {
        .all(
            """
            SELECT \(TitleEntry.columns) FROM (
                SELECT o.title_id, o.shared / sqrt(s.members) AS near FROM (
                    SELECT e.club_id, e.title_id, count(*) AS shared FROM (
                        SELECT m.club_id, m.id, m.for_friends, m.for_me FROM library_entries e
                        JOIN members m ON m.club_id = e.club_id AND m.id = e.member_id AND m.left_at IS NULL
                        WHERE e.title_id = $1 AND e.member_id <> ALL ($3) AND e.state IN ('plays', 'again', 'finished')
                            AND \(LibraryEntry.isForClub) LIMIT 100
                    ) m CROSS JOIN LATERAL (
                        SELECT e.club_id, e.title_id FROM library_entries e WHERE e.club_id = m.club_id AND e.member_id = m.id
                            AND e.title_id <> $1 AND e.state <> 'aside' AND \(LibraryEntry.isForClub) LIMIT 100
                    ) e GROUP BY e.club_id, e.title_id HAVING count(*) > 1
                ) o JOIN title_totals s ON s.club_id = o.club_id AND s.title_id = o.title_id ORDER BY near DESC, o.title_id LIMIT $4
            ) f JOIN titles t ON t.id = f.title_id \(TitleEntry.joins(to: "$2")) ORDER BY f.near DESC, t.id
            """, title, me, hidden, limit)
    }

    /// How many are looked through for what a filter lets through: of those that are called so, and of the best known where no name is
    /// asked for.
    private static let (lookedThrough, browsed) = (200, 20_000)

    /// Adds a title to the club's. Nil if the member has added as many as one may, or if a title of that name exists and this is not said to
    /// be another one.
    func add(_ form: TitleForm, isAnother: Bool, by me: ID<Member>) -> Query<ID<Title>?> {
        .first(
            """
            INSERT INTO titles (club_id, name, other_names, description, released, platforms, genres, is_alone, together, against, source,
                added_by)
            SELECT m.club_id, $2, $3, $4, $5, $6, $7, $8, $9::bigint, $10::bigint, $11, m.id FROM members m
            WHERE m.id = $1 AND m.left_at IS NULL AND (SELECT count(*) FROM titles t
                WHERE t.of_club = m.club_id AND t.added_by = m.id) < $12
                AND ($13 OR NOT EXISTS (SELECT FROM title_names n WHERE n.key = title_key($2) AND n.key <> ''))
            RETURNING id
            """, me, form.name, form.facts.otherNames, form.facts.description, form.facts.released, form.facts.platforms, form.facts.genres,
            form.facts.modes.isAlone, form.facts.modes.together, form.facts.modes.against, form.facts.source, Self.mostOwn, isAnother)
    }

    static let mostOwn = 1000

    /// Of the club's own. Returns how many that are.
    func change(_ id: ID<Title>, to form: TitleForm) -> Query<Int> {
        .change(
            """
            UPDATE titles SET name = $2, other_names = $3, description = $4, released = $5, platforms = $6, genres = $7, is_alone = $8,
                together = $9::bigint, against = $10::bigint, source = $11
            WHERE id = $1 AND club_id <> 0
            """, id, form.name, form.facts.otherNames, form.facts.description, form.facts.released, form.facts.platforms, form.facts.genres,
            form.facts.modes.isAlone, form.facts.modes.together, form.facts.modes.against, form.facts.source)
    }

    /// Of the club's own, with what members had of it; their badges are looked at again. Returns how many that are.
    /// - Parameter other: where it is only to go as long as that one is there.
    func remove(_ id: ID<Title>, becoming other: ID<Title>? = nil) -> Query<Int> {
        .change(
            """
            WITH due AS (
                INSERT INTO badge_dues (club_id, member_id) SELECT club_id, member_id FROM library_entries WHERE own_title_id = $1
                ON CONFLICT DO NOTHING
            )
            DELETE FROM titles WHERE id = $1 AND club_id <> 0 AND ($2::bigint IS NULL OR EXISTS (SELECT FROM titles WHERE id = $2))
            """, id, other)
    }

    func clearAdditions(of member: ID<Member>) -> Query<Int> {
        .change("UPDATE titles SET added_by = NULL WHERE of_club = current_setting('app.club_id')::bigint AND added_by = $1", member)
    }

    func additions(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT t.id, json_build_object('name', t.name, 'at', t.created_at)::text FROM titles t
            WHERE t.of_club = current_setting('app.club_id')::bigint AND t.added_by = $1 AND t.id > $2 ORDER BY t.id LIMIT $3
            """, me, after, limit)
    }

    /// Writes down many at once, as everybody's, with club 0 as the tenant: what is there already, by its name and its release, is changed.
    /// Returns how many are new.
    func putForAll(_ titles: JSON) -> Query<Int> {
        .one(
            """
            WITH given AS (
                SELECT * FROM ROWS FROM (jsonb_to_recordset($1) AS (name text, "otherNames" text[], description text, released text,
                    platforms text[], genres text[], alone boolean, together smallint, against smallint, minutes integer, links text[],
                    source text, popularity integer)) WITH ORDINALITY AS g (name, "otherNames", description, released, platforms, genres,
                    alone, together, against, minutes, links, source, popularity, place)
            ), known AS (
                SELECT DISTINCT ON (g.name, g.released) t.id, g.* FROM given g JOIN titles t ON t.club_id = 0 AND t.name = g.name
                    AND t.released IS NOT DISTINCT FROM g.released AND t.provider IS NULL ORDER BY g.name, g.released, t.id
            ), changed AS (
                UPDATE titles t SET other_names = k."otherNames", description = k.description, platforms = k.platforms, genres = k.genres,
                    is_alone = k.alone, together = k.together, against = k.against, minutes = k.minutes, links = k.links, source = k.source,
                    popularity = k.popularity
                FROM known k WHERE t.id = k.id
            ), added AS (
                INSERT INTO titles (club_id, name, other_names, description, released, platforms, genres, is_alone, together, against,
                    minutes, links, source, popularity)
                SELECT 0, g.name, g."otherNames", g.description, g.released, g.platforms, g.genres, g.alone, g.together, g.against,
                    g.minutes, g.links, g.source, g.popularity
                FROM given g WHERE NOT EXISTS (SELECT FROM known k WHERE k.name = g.name AND k.released IS NOT DISTINCT FROM g.released)
                ORDER BY g.place RETURNING id
            )
            SELECT count(*) FROM added
            """, titles)
    }

    /// Whether there is any that is everybody's.
    func hasAny() -> Query<Bool> { .one("SELECT EXISTS (SELECT FROM titles WHERE club_id = 0)") }
}

/// A title in a list, with what a member and the club have of it.
struct TitleEntry: Sendable, RowDecodable {
    var id: ID<Title>
    var name: String
    var released: String?
    var platforms: [String]
    /// The version of its cover.
    var cover: String?
    /// On which of the member's lists it is; nil: on none.
    var mine: LibraryEntry.State?

    init(_ row: inout Row) throws {
        id = try row.next()
        name = try row.next()
        released = try row.next()
        platforms = try row.next()
        cover = try row.next()
        mine = try row.next()
    }

    /// Of a title `t`, behind `joins`.
    static let columns: SQL = "t.id, t.name, t.released, t.platforms, \(CoverQueries.version), e.state"

    static func joins(to me: SQL) -> SQL { "LEFT JOIN library_entries e ON e.member_id = \(me) AND e.title_id = t.id" }
}

/// A title by what tells it from others of its name.
struct NamedTitle: Sendable, RowDecodable {
    var id: ID<Title>
    var name: String
    var released: String?
    var platforms: [String]

    init(_ row: inout Row) throws {
        id = try row.next()
        name = try row.next()
        released = try row.next()
        platforms = try row.next()
    }
}

/// What a club makes of a title.
struct TitleTotals: Sendable, RowDecodable {
    var ratings: Int
    private var rated: Int

    init(_ row: inout Row) throws {
        ratings = try row.next()
        rated = try row.next()
    }

    /// Of totals `s`, joined from the left.
    static let columns: SQL = "coalesce(s.ratings, 0)::bigint, coalesce(s.rated, 0)"

    /// On the average, of ten; nil: nobody has rated it.
    var rating: Double? { ratings == 0 ? nil : (Double(rated) / Double(ratings) * 10).rounded() / 10 }
}

/// Which titles a search shows.
struct TitleFilter: Sendable {
    var platform: String?
    var genre: String?
    /// `alone`, `together` or `against`.
    var mode: String?
    var year: String?

    static let modes: KeyValuePairs = ["alone": "Alone", "together": "Together", "against": "Against one another"]

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

    /// Which titles `t` those are: a part of a platform or a genre is enough, "switch" for "Nintendo Switch".
    static func rule(_ platform: SQL, _ genre: SQL, _ mode: SQL, _ year: SQL) -> SQL {
        """
        (\(platform)::text IS NULL OR EXISTS (SELECT FROM unnest(t.platforms) p (name) WHERE strpos(lower(p.name), lower(\(platform))) > 0))
        AND (\(genre)::text IS NULL OR EXISTS (SELECT FROM unnest(t.genres) g (name) WHERE strpos(lower(g.name), lower(\(genre))) > 0))
        AND (\(year)::text IS NULL OR left(t.released, 4) = \(year))
        AND CASE \(mode)::text WHEN 'alone' THEN t.is_alone WHEN 'together' THEN t.together > 1 WHEN 'against' THEN t.against > 1 ELSE true END
        """
    }
}
