import Postgres

/// A list or a shelf that a member sorts by hand.
enum ListOrder: Sendable, Equatable {
    case list(LibraryEntry.State)
    case shelf(ID<Shelf>)

    /// Reads the fields `list` and `shelf` of an address or a form. If both are valid, the shelf counts. Nil if neither is valid.
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

    var queryString: String {
        switch self {
        case .list(let state): "list=\(state.rawValue)"
        case .shelf(let id): "shelf=\(id)"
        }
    }
}

/// Reads and changes the order of the games in a list or on a shelf. Callers lock the member before they change an order.
struct ListOrderQueries {
    /// A page of the games in a list or on a shelf. Each game has its position in the whole order.
    func games(in order: ListOrder, of me: ID<Member>, after place: LibraryPlace?, limit: Int) -> Query<[OrderedVideoGame]> {
        let (after, game) = (place?.place ?? -.infinity, place?.game.rawValue ?? 0)
        return switch order {
        case .list(let state): .all("SELECT \(ListOrderQueries.page(of: ListOrderQueries.listRows))", me, state, after, game, limit)
        case .shelf(let id): .all("SELECT \(ListOrderQueries.page(of: ListOrderQueries.shelfRows))", me, id, after, game, limit)
        }
    }

    private static func page(of rows: SQL) -> SQL {
        """
        o.video_game_id, t.name, o.place, o.n, \(CoverQueries.version) FROM (
            SELECT video_game_id, place, row_number() OVER (ORDER BY place, video_game_id) AS n FROM (\(rows)) rows
        ) o JOIN video_games t ON t.id = o.video_game_id WHERE (o.place, o.video_game_id) > ($3, $4) ORDER BY o.n LIMIT $5
        """
    }

    /// The games in the list or on the shelf. `$1` is the member, and `$2` is the list or the shelf.
    private static let listRows: SQL = "SELECT video_game_id, place FROM library_entries WHERE member_id = $1 AND state = $2"
    private static let shelfRows: SQL = "SELECT video_game_id, place FROM shelf_games WHERE member_id = $1 AND shelf_id = $2"

    /// Moves a game. Its new place is the mean of the places of its new neighbours. If there is no number between these two, all games are
    /// renumbered.
    func move(_ game: ID<VideoGame>, in order: ListOrder, _ move: ListMove, by me: ID<Member>) -> Query<ListOrderChange> {
        switch order {
        case .list(let state):
            .one(
                """
                WITH \(ListOrderQueries.targetPlaces(among: ListOrderQueries.listRows)), moved AS (
                    UPDATE library_entries e SET place = t.place FROM target t
                    WHERE e.member_id = $1 AND e.state = $2 AND e.video_game_id = t.video_game_id AND e.place <> t.place
                ) SELECT \(ListOrderQueries.change)
                """, me, state, game, move.name, move.place)
        case .shelf(let id):
            .one(
                """
                WITH \(ListOrderQueries.targetPlaces(among: ListOrderQueries.shelfRows)), moved AS (
                    UPDATE shelf_games e SET place = t.place FROM target t
                    WHERE e.member_id = $1 AND e.shelf_id = $2 AND e.video_game_id = t.video_game_id AND e.place <> t.place
                ) SELECT \(ListOrderQueries.change)
                """, me, id, game, move.name, move.place)
        }
    }

    /// A CTE `target` with the new place of the moved game. If all games have to be renumbered, it also has the new places of the other
    /// games.
    private static func targetPlaces(among rows: SQL) -> SQL {
        """
        rows AS (\(rows)), others AS (
            SELECT video_game_id, place, row_number() OVER (ORDER BY place, video_game_id) AS n FROM rows WHERE video_game_id <> $3
        ), here AS (
            SELECT r.video_game_id, (SELECT count(*) FROM others o WHERE (o.place, o.video_game_id) < (r.place, r.video_game_id)) AS before,
                (SELECT count(*) FROM others) AS others
            FROM rows r WHERE r.video_game_id = $3
        ), aim AS (
            SELECT video_game_id, others + 1 AS count, least(greatest(CASE WHEN $4 = 'top' THEN 1 WHEN $4 = 'place' THEN $5::bigint
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
            SELECT s.video_game_id, CASE WHEN f.is_free THEN s.place ELSE s.n END AS place FROM spot s, free f
            UNION ALL
            SELECT o.video_game_id, o.n + (o.n >= s.n)::integer FROM others o, spot s, free f WHERE NOT f.is_free
        )
        """
    }

    private static let change: SQL = """
        (SELECT t.name FROM video_games t JOIN aim a ON a.video_game_id = t.id), (SELECT n FROM aim), (SELECT count FROM aim)
        """
}

/// A video game in a list or on a shelf, where games are sorted by `place`.
struct OrderedVideoGame: RowRecord {
    var game: ID<VideoGame>
    var name: String
    var place: Double
    /// The position in the list or on the shelf, from 1.
    var number: Int
    var coverVersion: String?

    static let decoder = RowDecoder(OrderedVideoGame.init)
}

/// The position of a game after it was moved. All properties are nil if the game is not in the list or on the shelf.
struct ListOrderChange: RowRecord {
    var game: String?
    var number: Int?
    var count: Int?

    static let decoder = RowDecoder(ListOrderChange.init)
}
