import Postgres

/// SQL for the import and export of the catalogue, which has all parks and rides of a club.
///
/// A batch is a JSON list of rows. The `fields` of a row are the names of the facts that the file has, such as "country". If the park or ride
/// exists already, only these facts change.
struct CatalogueQueries {
    /// Adds new parks, and changes parks that exist already. Each change of an existing park is recorded as a correction.
    func addParks(_ batch: JSON, by me: ID<Member>) -> Query<CatalogueCount> {
        .one(
            """
            WITH given AS (
                SELECT current_setting('app.club_id')::bigint AS club_id, g.*
                FROM jsonb_to_recordset($1) AS g (name text, place text, fields text[], \(FactColumns.definitions(of: ParkForm.facts)))
            ), old AS MATERIALIZED (
                SELECT o.* FROM parks o WHERE o.club_id = current_setting('app.club_id')::bigint
                    AND (o.name, o.place) IN (SELECT g.name, g.place FROM given g)
                ORDER BY o.id FOR NO KEY UPDATE
            ), changed AS (
                INSERT INTO parks AS p (club_id, name, place, \(FactColumns.names(of: ParkForm.facts)))
                SELECT g.club_id, g.name, g.place, \(FactColumns.newValues(of: ParkForm.facts))
                FROM given g LEFT JOIN old o ON o.name = g.name AND o.place = g.place
                ON CONFLICT ON CONSTRAINT parks_once DO UPDATE
                SET (\(FactColumns.names(of: ParkForm.facts))) = ROW (\(FactColumns.names(of: ParkForm.facts, in: "excluded")))
                WHERE (\(FactColumns.names(of: ParkForm.facts, in: "p"))) IS DISTINCT FROM (\(FactColumns.names(of: ParkForm.facts, in: "excluded")))
                RETURNING p.*, p.xmax = 0 AS is_new
            ), noted AS (
                INSERT INTO corrections (club_id, kind, subject_id, member_id, decided_by, state, changes, decided_at)
                SELECT n.club_id, 'park', n.id, $2, $2, 'done', (\(FactChangeTexts.ofParks)), now()
                FROM changed n JOIN old o ON o.club_id = n.club_id AND o.id = n.id WHERE NOT n.is_new
            )
            SELECT count(*) FILTER (WHERE is_new), count(*) FILTER (WHERE NOT is_new) FROM changed
            """, batch, me)
    }

    /// Adds new rides, and changes rides that exist already. The parks of the rides have to exist. Each change of an existing ride is
    /// recorded as a correction.
    ///
    /// The statement looks up the existing rides once for the whole batch. Otherwise, PostgreSQL's planner would scan all rides of a new
    /// club for each row, because there are no statistics about the club yet.
    func addRides(_ batch: JSON, by me: ID<Member>) -> Query<CatalogueCount> {
        .one(
            """
            WITH given AS (
                SELECT p.club_id, p.id AS park_id, g.* FROM jsonb_to_recordset($1)
                    AS g (park text, place text, name text, fields text[], \(FactColumns.definitions(of: RideFacts.all)))
                JOIN parks p ON p.name = g.park AND p.place = g.place
            ), old AS MATERIALIZED (
                SELECT o.* FROM rides o WHERE o.park_id = ANY (ARRAY(SELECT DISTINCT g.park_id FROM given g))
                    AND ((o.park_id, o.name) IN (SELECT g.park_id, g.name FROM given g)) IS TRUE
            ), changed AS (
                INSERT INTO rides AS r (club_id, park_id, name, \(FactColumns.names(of: RideFacts.all)))
                SELECT g.club_id, g.park_id, g.name, \(FactColumns.newValues(of: RideFacts.all))
                FROM given g LEFT JOIN old o ON o.club_id = g.club_id AND o.park_id = g.park_id AND o.name = g.name
                ON CONFLICT ON CONSTRAINT rides_once DO UPDATE
                SET (\(FactColumns.names(of: RideFacts.all))) = ROW (\(FactColumns.names(of: RideFacts.all, in: "excluded")))
                WHERE (\(FactColumns.names(of: RideFacts.all, in: "r"))) IS DISTINCT FROM (\(FactColumns.names(of: RideFacts.all, in: "excluded")))
                RETURNING r.*, r.xmax = 0 AS is_new
            ), noted AS (
                INSERT INTO corrections (club_id, kind, subject_id, member_id, decided_by, state, changes, decided_at)
                SELECT n.club_id, 'ride', n.id, $2, $2, 'done', (\(FactChangeTexts.ofRides)), now()
                FROM changed n JOIN old o ON o.club_id = n.club_id AND o.id = n.id WHERE NOT n.is_new
            )
            SELECT count(*) FILTER (WHERE is_new), count(*) FILTER (WHERE NOT is_new) FROM changed
            """, batch, me)
    }

    func parks(named names: [String]) -> Query<[ParkName]> { .all("SELECT name, place FROM parks WHERE name = ANY ($1)", names) }

    /// The parks of a batch that the current transaction has added.
    func newParks(in batch: JSON) -> Query<[NewPark]> {
        .all(
            """
            SELECT p.id, p.name FROM jsonb_to_recordset($1) AS g(name text, place text)
            JOIN parks p ON p.name = g.name AND p.place = g.place WHERE p.created_at = now() ORDER BY p.id
            """, batch)
    }

    /// The parks that were added after `last`, in the order in which they were added.
    func parks(after last: ID<Park>, limit: Int) -> Query<[Park]> {
        .all("SELECT \(Park.columns(of: "p")) FROM parks p WHERE p.id > $1 ORDER BY p.id LIMIT $2", last, limit)
    }

    func rides(inParks first: ID<Park>, to last: ID<Park>) -> Query<[Ride]> {
        .all(
            """
            SELECT \(Ride.columns) FROM rides r JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE r.park_id BETWEEN $1 AND $2 ORDER BY r.park_id, r.name
            """, first, last)
    }
}

struct CatalogueCount: Sendable, RowDecodable {
    var added = 0
    var changed = 0

    init() {}

    init(_ row: inout Row) throws {
        added = try row.next()
        changed = try row.next()
    }

    static func += (count: inout CatalogueCount, other: CatalogueCount) {
        count.added += other.added
        count.changed += other.changed
    }
}

struct CatalogueOutcome: Sendable {
    var parks: CatalogueCount
    var rides: CatalogueCount
    /// The new parks for which the file gives no time zone.
    var zoneless: [NewPark] = []
}

struct NewPark: RowRecord {
    var id: ID<Park>
    var name: String

    static let decoder = RowDecoder(NewPark.init)
}

/// The name and place of a park, which are unique together.
struct ParkName: RowRecord {
    var name: String
    var place: String

    static let decoder = RowDecoder(ParkName.init)
}
