import Postgres

/// Titles that a member has in an order of their own.
enum TitleOrder: Sendable, Equatable {
    case list(LibraryEntry.State)
    case shelf(ID<Shelf>)

    /// Of an address, or a form.
    init?(list: String, shelf: String) {
        if let id = ID<Shelf>(shelf) {
            self = .shelf(id)
        } else {
            guard let state = LibraryEntry.State(rawValue: list) else { return nil }
            self = .list(state)
        }
    }

    var state: LibraryEntry.State? { if case .list(let state) = self { state } else { nil } }
    var shelf: ID<Shelf>? { if case .shelf(let id) = self { id } else { nil } }

    /// What an address says of it.
    var query: String {
        switch self {
        case .list(let state): "list=\(state.rawValue)"
        case .shelf(let id): "shelf=\(id)"
        }
    }
}

/// All SQL over the order in which titles stand. Whoever changes it locks the member first.
struct OrderQueries {
    /// A part of an order, with the number of each.
    func titles(in order: TitleOrder, of me: ID<Member>, after place: LibraryPlace?, limit: Int) -> Query<[OrderedTitle]> {
        let (after, title) = (place?.place ?? -.infinity, place?.title.rawValue ?? 0)
        return switch order {
        case .list(let state): .all("SELECT \(OrderQueries.part(of: OrderQueries.list))", me, state, after, title, limit)
        case .shelf(let id): .all("SELECT \(OrderQueries.part(of: OrderQueries.shelf))", me, id, after, title, limit)
        }
    }

    private static func part(of rows: SQL) -> SQL {
        """
        o.title_id, t.name, o.place, o.n, \(CoverQueries.version) FROM (
            SELECT title_id, place, row_number() OVER (ORDER BY place, title_id) AS n FROM (\(rows)) rows
        ) o JOIN titles t ON t.id = o.title_id WHERE (o.place, o.title_id) > ($3, $4) ORDER BY o.n LIMIT $5
        """
    }

    /// Of the member `$1`: what is on their list `$2`, or their shelf.
    private static let list: SQL = "SELECT title_id, place FROM library_entries WHERE member_id = $1 AND state = $2"
    private static let shelf: SQL = "SELECT title_id, place FROM shelf_titles WHERE member_id = $1 AND shelf_id = $2"

    /// Moves a title: between two others, or, where there is no number left between theirs, with all others numbered anew.
    func move(_ title: ID<Title>, in order: TitleOrder, _ move: ListMove, by me: ID<Member>) -> Query<OrderChange> {
        switch order {
        case .list(let state):
            .one(
                """
                WITH \(OrderQueries.target(among: OrderQueries.list)), moved AS (
                    UPDATE library_entries e SET place = t.place FROM target t
                    WHERE e.member_id = $1 AND e.state = $2 AND e.title_id = t.title_id AND e.place <> t.place
                ) SELECT \(OrderQueries.change)
                """, me, state, title, move.name, move.place)
        case .shelf(let id):
            .one(
                """
                WITH \(OrderQueries.target(among: OrderQueries.shelf)), moved AS (
                    UPDATE shelf_titles e SET place = t.place FROM target t
                    WHERE e.member_id = $1 AND e.shelf_id = $2 AND e.title_id = t.title_id AND e.place <> t.place
                ) SELECT \(OrderQueries.change)
                """, me, id, title, move.name, move.place)
        }
    }

    /// Where what is moved stands afterwards, and whatever has to make room.
    private static func target(among rows: SQL) -> SQL {
        """
        rows AS (\(rows)), others AS (
            SELECT title_id, place, row_number() OVER (ORDER BY place, title_id) AS n FROM rows WHERE title_id <> $3
        ), here AS (
            SELECT r.title_id, (SELECT count(*) FROM others o WHERE (o.place, o.title_id) < (r.place, r.title_id)) AS before,
                (SELECT count(*) FROM others) AS others
            FROM rows r WHERE r.title_id = $3
        ), aim AS (
            SELECT title_id, others + 1 AS count, least(greatest(CASE WHEN $4 = 'top' THEN 1 WHEN $4 = 'place' THEN $5::bigint
                WHEN $4 = 'up' THEN before WHEN $4 = 'down' THEN before + 2 ELSE others + 1 END, 1), others + 1) AS n
            FROM here
        ), gap AS (
            SELECT a.*, (SELECT place FROM others WHERE n = a.n - 1) AS low, (SELECT place FROM others WHERE n = a.n) AS high FROM aim a
        ), spot AS (
            SELECT *, CASE WHEN high IS NULL THEN coalesce(low + 1, 0) WHEN low IS NULL THEN high - 1 ELSE (low + high) / 2 END AS place
            FROM gap
        ), free AS (
            SELECT coalesce(place > low, true) AND coalesce(place < high, true) AS is_free FROM spot
        ), target AS (
            SELECT s.title_id, CASE WHEN f.is_free THEN s.place ELSE s.n END AS place FROM spot s, free f
            UNION ALL
            SELECT o.title_id, o.n + (o.n >= s.n)::integer FROM others o, spot s, free f WHERE NOT f.is_free
        )
        """
    }

    private static let change: SQL = """
        (SELECT t.name FROM titles t JOIN aim a ON a.title_id = t.id), (SELECT n FROM aim), (SELECT count FROM aim)
        """
}

/// A title, and where it stands.
struct OrderedTitle: Sendable, RowDecodable {
    var title: ID<Title>
    var name: String
    var place: Double
    /// From 1.
    var number: Int
    /// The version of its cover.
    var cover: String?

    init(_ row: inout Row) throws {
        title = try row.next()
        name = try row.next()
        place = try row.next()
        number = try row.next()
        cover = try row.next()
    }
}

/// What came of moving a title.
struct OrderChange: Sendable, RowDecodable {
    /// nil: it is not there.
    var title: String?
    /// Where it stands now.
    var number: Int?
    var count: Int?

    init(_ row: inout Row) throws {
        title = try row.next()
        number = try row.next()
        count = try row.next()
    }
}
