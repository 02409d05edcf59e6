import Postgres

/// All SQL over `title_covers`.
struct CoverQueries {
    /// Of a title of the club, or, with club 0 as the tenant, of everybody's. Returns how many files those are.
    func keep(_ cover: CoverFiles, of title: ID<Title>) -> Query<Int> {
        let (large, small) = (cover.pictures.large, cover.pictures.small)
        return .change(
            """
            INSERT INTO title_covers (club_id, title_id, member_id, size, digest, width, height, data)
            SELECT t.club_id, t.id, t.added_by, file.size, $2, file.width, file.height, file.data
            FROM titles t, (VALUES ('large', $3::integer, $4::integer, $5::bytea), ('small', $6, $7, $8)) file (size, width, height, data)
            WHERE t.id = $1 AND t.club_id = current_setting('app.club_id')::bigint
            ON CONFLICT (club_id, title_id, size) DO UPDATE SET digest = excluded.digest, width = excluded.width,
                height = excluded.height, data = excluded.data
            """, title, Bytes(cover.digest), large.width, large.height, Bytes(large.bytes), small.width, small.height,
            Bytes(small.bytes))
    }

    /// Of the club's own. Returns how many files those were.
    func remove(of title: ID<Title>) -> Query<Int> {
        .change("DELETE FROM title_covers WHERE club_id = current_setting('app.club_id')::bigint AND title_id = $1", title)
    }

    /// Those of the best known titles that are everybody's and from a source, and have no cover.
    func missing(from source: String, limit: Int) -> Query<[BareTitle]> {
        .all(
            """
            SELECT t.id, t.name, t.genres FROM (SELECT * FROM titles ORDER BY popularity DESC, id LIMIT $2) t
            WHERE t.club_id = 0 AND t.source = $1
                AND NOT EXISTS (SELECT FROM title_covers c WHERE c.club_id = t.club_id AND c.title_id = t.id AND c.size = 'small')
            ORDER BY t.popularity DESC, t.id
            """, source, limit)
    }

    func file(_ size: CoverFiles.Size, of title: ID<Title>) -> Query<CoverFile?> {
        .first(
            """
            SELECT encode(substring(c.digest FOR 12), 'hex'), t.club_id <> 0, c.data FROM titles t
            JOIN title_covers c ON c.club_id = t.club_id AND c.title_id = t.id AND c.size = $2 WHERE t.id = $1
            """, title, size)
    }

    /// Which cover a title `t` has: another text for another one. NULL: none.
    static let version: SQL = """
        (SELECT encode(substring(c.digest FOR 12), 'hex') FROM title_covers c
            WHERE c.club_id = t.club_id AND c.title_id = t.id AND c.size = 'small')
        """
}

struct CoverFile: Sendable, RowDecodable {
    var version: String
    /// Whether the title is the club's own, and no other club's.
    var isOwn: Bool
    var data: Bytes

    init(_ row: inout Row) throws {
        version = try row.next()
        isOwn = try row.next()
        data = try row.next()
    }
}

/// A title without a cover.
struct BareTitle: Sendable, RowDecodable {
    var id: ID<Title>
    var name: String
    var genres: [String]

    init(_ row: inout Row) throws {
        id = try row.next()
        name = try row.next()
        genres = try row.next()
    }
}
