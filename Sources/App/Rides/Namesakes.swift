import FoundationEssentials
import Postgres

/// A park as a file names it.
struct ParkKey: Hashable, Encodable, Sendable {
    var name: String
    /// nil: the file does not say it.
    var place: String?
}

/// A ride as a file names it.
struct RideKey: Hashable, Encodable, Sendable {
    var park: String
    /// nil: the file does not say it.
    var place: String?
    var ride: String
}

/// Which parks and rides a file's names mean.
struct Namesakes: Sendable {
    let visit: MemberVisit
    private let queries = NamesakeQueries()
    private static let namesAtOnce = 2000

    init(_ visit: MemberVisit) { self.visit = visit }

    /// What those are called that are not there as the file names them, but under a name that is like it.
    func parks(_ keys: Set<ParkKey>) async throws -> [ParkKey: FoundPark] { try await found(keys, queries.parks) }

    /// The rides that are there, by that name or one like it, each the only one.
    func rides(_ keys: Set<RideKey>) async throws -> [RideKey: FoundRide] { try await found(keys, queries.rides) }

    private func found<Key: Hashable & Encodable & Sendable, Found: NumberedRow>(
        _ keys: Set<Key>, _ query: (JSON) -> Query<[Found]>
    ) async throws -> [Key: Found] {
        let keys = Array(keys)
        var found: [Key: Found] = [:]
        for start in stride(from: 0, to: keys.count, by: Self.namesAtOnce) {
            let batch = try JSON(encoding: Array(keys[start..<min(start + Self.namesAtOnce, keys.count)]))
            for row in try await visit.read(query(batch)) { found[keys[start + row.number - 1]] = row }
        }
        return found
    }
}

/// All SQL that looks for names as files have them.
struct NamesakeQueries {
    /// Names that differ in case, accents, and which apostrophes and dashes they have, are alike. Then they have the same `grams`, too.
    private static func alike(_ name: SQL) -> SQL {
        """
        lower(regexp_replace(normalize(translate(left(\(name), 200), '’‘`´‐‑–—', '''''''''----'), NFKD), '[\\u0300-\\u036f]', '', 'g'))
        """
    }

    /// Of a list of `ParkKey` those that are not there, each with the one that is like it. They are looked for by one of their grams.
    func parks(_ keys: JSON) -> Query<[FoundPark]> {
        .all(
            """
            WITH asked AS MATERIALIZED (
                SELECT a.number, a.place, \(NamesakeQueries.alike("a.name")) AS words, \(NamesakeQueries.alike("a.place")) AS place_words, grams(a.name) AS grams
                FROM ROWS FROM (jsonb_to_recordset($1) AS (name text, place text)) WITH ORDINALITY AS a(name, place, number)
                WHERE NOT EXISTS (SELECT FROM parks p WHERE p.name = a.name AND p.place = coalesce(a.place, p.place))
            ), near AS MATERIALIZED (
                SELECT p.name, p.place, \(NamesakeQueries.alike("p.name")) AS words, \(NamesakeQueries.alike("p.place")) AS place_words
                FROM (SELECT DISTINCT g.club_id, g.park_id FROM park_grams g
                    WHERE g.gram = ANY (ARRAY(SELECT a.grams[cardinality(a.grams)] FROM asked a))) c
                JOIN parks p ON p.club_id = c.club_id AND p.id = c.park_id
            )
            SELECT a.number, min(n.name), min(n.place) FROM asked a
            JOIN near n ON n.words = a.words AND n.place_words = coalesce(a.place_words, n.place_words)
            GROUP BY a.number, a.place HAVING count(*) = 1 OR a.place IS NULL AND count(DISTINCT n.name) = 1
            """, keys)
    }

    /// Of a list of `RideKey` those that are there, once: by that name, or else by one like it.
    func rides(_ keys: JSON) -> Query<[FoundRide]> {
        .all(
            """
            WITH asked AS MATERIALIZED (
                SELECT a.number, p.club_id, p.id AS park_id, a.ride, e.id AS ride_id, bool_or(e.id IS NOT NULL) OVER (PARTITION BY a.number) AS is_there,
                    CASE WHEN e.id IS NULL THEN \(NamesakeQueries.alike("a.ride")) END AS words
                FROM ROWS FROM (jsonb_to_recordset($1) AS (park text, place text, ride text)) WITH ORDINALITY AS a(park, place, ride, number)
                JOIN parks p ON p.name = a.park AND p.place = coalesce(a.place, p.place)
                LEFT JOIN rides e ON e.club_id = p.club_id AND e.park_id = p.id AND e.name = a.ride
            ), near AS MATERIALIZED (
                SELECT r.club_id, r.park_id, r.id, r.name, \(NamesakeQueries.alike("r.name")) AS words FROM rides r
                WHERE r.park_id = ANY (ARRAY(SELECT DISTINCT a.park_id FROM asked a WHERE NOT a.is_there))
            )
            SELECT number, min(id), min(name) FROM (
                SELECT a.number, a.ride_id AS id, a.ride AS name FROM asked a WHERE a.ride_id IS NOT NULL
                UNION ALL SELECT a.number, n.id, n.name FROM asked a
                JOIN near n ON n.club_id = a.club_id AND n.park_id = a.park_id AND n.words = a.words WHERE NOT a.is_there
            ) found GROUP BY number HAVING count(*) = 1
            """, keys)
    }
}

/// What was found for the entry of a list with that number, from 1.
protocol NumberedRow: Sendable, RowDecodable {
    var number: Int { get }
}

struct FoundPark: NumberedRow {
    var number: Int
    var name: String
    /// The first one's, where the list does not say it.
    var place: String

    init(_ row: inout Row) throws {
        number = try row.next()
        name = try row.next()
        place = try row.next()
    }
}

struct FoundRide: NumberedRow {
    var number: Int
    var id: ID<Ride>
    var name: String

    init(_ row: inout Row) throws {
        number = try row.next()
        id = try row.next()
        name = try row.next()
    }
}
