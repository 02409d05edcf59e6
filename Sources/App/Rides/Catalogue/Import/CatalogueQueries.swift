import Postgres

/// SQL for the import and export of the catalogue, which has all parks and rides of a club.
///
/// A batch is a JSON list of rows. The `columns` of a row name the fields that the file has, such as "park country". If the park or ride
/// exists already, only these fields change.
struct CatalogueQueries {
    /// Adds new parks, and changes parks that exist already. Each change of an existing park is recorded as a correction.
    func addParks(_ batch: JSON, by me: ID<Member>) -> Query<CatalogueCount> {
        .one(
            """
            WITH given AS (
                SELECT r.name, r."formerNames" AS former_names, r.place, r.country, r.latitude, r.longitude, r."timeZone" AS time_zone, r.opened,
                    r."closesAt" AS closes_at, r.columns
                FROM jsonb_to_recordset($1) AS r(name text, "formerNames" text[], place text, country text, latitude double precision,
                    longitude double precision, "timeZone" text, opened text, "closesAt" time, columns text[])
            ), old AS MATERIALIZED (
                SELECT o.* FROM parks o WHERE o.club_id = current_setting('app.club_id')::bigint
                    AND (o.name, o.place) IN (SELECT g.name, g.place FROM given g)
                ORDER BY o.id FOR NO KEY UPDATE
            ), wanted AS (
                SELECT current_setting('app.club_id')::bigint AS club_id, g.name, g.place,
                    CASE WHEN o.id IS NULL OR 'park former_names' = ANY (g.columns) THEN g.former_names ELSE o.former_names END AS former_names,
                    CASE WHEN o.id IS NULL OR 'park country' = ANY (g.columns) THEN g.country ELSE o.country END AS country,
                    CASE WHEN o.id IS NULL OR 'park latitude' = ANY (g.columns) THEN g.latitude ELSE o.latitude END AS latitude,
                    CASE WHEN o.id IS NULL OR 'park latitude' = ANY (g.columns) THEN g.longitude ELSE o.longitude END AS longitude,
                    CASE WHEN o.id IS NULL OR 'park time_zone' = ANY (g.columns) THEN g.time_zone ELSE o.time_zone END AS time_zone,
                    CASE WHEN o.id IS NULL OR 'park opened' = ANY (g.columns) THEN g.opened ELSE o.opened END AS opened,
                    CASE WHEN o.id IS NULL OR 'park closes_at' = ANY (g.columns) THEN g.closes_at ELSE o.closes_at END AS closes_at
                FROM given g LEFT JOIN old o ON o.name = g.name AND o.place = g.place
            ), changed AS (
                INSERT INTO parks AS p (club_id, name, place, former_names, country, latitude, longitude, time_zone, opened, closes_at)
                SELECT * FROM wanted
                ON CONFLICT ON CONSTRAINT parks_once DO UPDATE SET former_names = excluded.former_names, country = excluded.country,
                    latitude = excluded.latitude, longitude = excluded.longitude, time_zone = excluded.time_zone, opened = excluded.opened,
                    closes_at = excluded.closes_at
                WHERE (p.former_names, p.country, p.latitude, p.longitude, p.time_zone, p.opened, p.closes_at)
                    IS DISTINCT FROM (excluded.former_names, excluded.country, excluded.latitude, excluded.longitude, excluded.time_zone,
                        excluded.opened, excluded.closes_at)
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
                SELECT p.club_id, p.id AS park_id, r.name, r."formerNames" AS former_names, r.kind, r.status, r.opened, r.closed, r.maker, r.model,
                    r.material, r.seating, r.restraint, r.launch, r.height AS height_cm, r.length AS length_cm, r.speed AS speed_mh, r.inversions,
                    r.duration AS duration_s, r."isIndoor" AS is_indoor, r."isKiddie" AS is_kiddie, r.notes, r.source,
                    r.columns
                FROM jsonb_to_recordset($1) AS r(park text, place text, name text, "formerNames" text[], kind text, status text, opened text,
                    closed text, maker text, model text, material text, seating text, restraint text, launch text, height integer,
                    length integer, speed integer, inversions integer, duration integer, "isIndoor" boolean, "isKiddie" boolean,
                    notes text, source text, columns text[])
                JOIN parks p ON p.name = r.park AND p.place = r.place
            ), old AS MATERIALIZED (
                SELECT o.* FROM rides o WHERE o.park_id = ANY (ARRAY(SELECT DISTINCT g.park_id FROM given g))
                    AND ((o.park_id, o.name) IN (SELECT g.park_id, g.name FROM given g)) IS TRUE
            ), wanted AS (
                SELECT g.club_id, g.park_id, g.name,
                    CASE WHEN o.id IS NULL OR 'ride former_names' = ANY (g.columns) THEN g.former_names ELSE o.former_names END AS former_names,
                    CASE WHEN o.id IS NULL OR 'ride kind' = ANY (g.columns) THEN g.kind ELSE o.kind END AS kind,
                    CASE WHEN o.id IS NULL OR 'ride status' = ANY (g.columns) THEN g.status ELSE o.status END AS status,
                    CASE WHEN o.id IS NULL OR 'ride opened' = ANY (g.columns) THEN g.opened ELSE o.opened END AS opened,
                    CASE WHEN o.id IS NULL OR 'ride closed' = ANY (g.columns) THEN g.closed ELSE o.closed END AS closed,
                    CASE WHEN o.id IS NULL OR 'ride maker' = ANY (g.columns) THEN g.maker ELSE o.maker END AS maker,
                    CASE WHEN o.id IS NULL OR 'ride model' = ANY (g.columns) THEN g.model ELSE o.model END AS model,
                    CASE WHEN o.id IS NULL OR 'ride material' = ANY (g.columns) THEN g.material ELSE o.material END AS material,
                    CASE WHEN o.id IS NULL OR 'ride seating' = ANY (g.columns) THEN g.seating ELSE o.seating END AS seating,
                    CASE WHEN o.id IS NULL OR 'ride restraint' = ANY (g.columns) THEN g.restraint ELSE o.restraint END AS restraint,
                    CASE WHEN o.id IS NULL OR 'ride launch' = ANY (g.columns) THEN g.launch ELSE o.launch END AS launch,
                    CASE WHEN o.id IS NULL OR 'ride height' = ANY (g.columns) THEN g.height_cm ELSE o.height_cm END AS height_cm,
                    CASE WHEN o.id IS NULL OR 'ride length' = ANY (g.columns) THEN g.length_cm ELSE o.length_cm END AS length_cm,
                    CASE WHEN o.id IS NULL OR 'ride speed' = ANY (g.columns) THEN g.speed_mh ELSE o.speed_mh END AS speed_mh,
                    CASE WHEN o.id IS NULL OR 'ride inversions' = ANY (g.columns) THEN g.inversions ELSE o.inversions END AS inversions,
                    CASE WHEN o.id IS NULL OR 'ride duration' = ANY (g.columns) THEN g.duration_s ELSE o.duration_s END AS duration_s,
                    CASE WHEN o.id IS NULL OR 'ride is_indoor' = ANY (g.columns) THEN g.is_indoor ELSE o.is_indoor END AS is_indoor,
                    CASE WHEN o.id IS NULL OR 'ride is_kiddie' = ANY (g.columns) THEN g.is_kiddie ELSE o.is_kiddie END AS is_kiddie,
                    CASE WHEN o.id IS NULL OR 'ride notes' = ANY (g.columns) THEN g.notes ELSE o.notes END AS notes,
                    CASE WHEN o.id IS NULL OR 'ride source' = ANY (g.columns) THEN g.source ELSE o.source END AS source
                FROM given g LEFT JOIN old o ON o.club_id = g.club_id AND o.park_id = g.park_id AND o.name = g.name
            ), changed AS (
                INSERT INTO rides AS r (club_id, park_id, name, former_names, kind, status, opened, closed, maker, model, material, seating,
                    restraint, launch, height_cm, length_cm, speed_mh, inversions, duration_s, is_indoor, is_kiddie, notes, source)
                SELECT * FROM wanted
                ON CONFLICT ON CONSTRAINT rides_once DO UPDATE SET former_names = excluded.former_names, kind = excluded.kind,
                    status = excluded.status, opened = excluded.opened, closed = excluded.closed, maker = excluded.maker,
                    model = excluded.model, material = excluded.material, seating = excluded.seating, restraint = excluded.restraint,
                    launch = excluded.launch, height_cm = excluded.height_cm, length_cm = excluded.length_cm,
                    speed_mh = excluded.speed_mh, inversions = excluded.inversions, duration_s = excluded.duration_s,
                    is_indoor = excluded.is_indoor, is_kiddie = excluded.is_kiddie, notes = excluded.notes, source = excluded.source
                WHERE (r.former_names, r.kind, r.status, r.opened, r.closed, r.maker, r.model, r.material, r.seating, r.restraint, r.launch,
                        r.height_cm, r.length_cm, r.speed_mh, r.inversions, r.duration_s, r.is_indoor, r.is_kiddie, r.notes, r.source)
                    IS DISTINCT FROM (excluded.former_names, excluded.kind, excluded.status, excluded.opened, excluded.closed,
                        excluded.maker, excluded.model, excluded.material, excluded.seating, excluded.restraint, excluded.launch,
                        excluded.height_cm, excluded.length_cm, excluded.speed_mh, excluded.inversions, excluded.duration_s,
                        excluded.is_indoor, excluded.is_kiddie, excluded.notes, excluded.source)
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

struct NewPark: Sendable, RowDecodable {
    var id: ID<Park>
    var name: String

    init(_ row: inout Row) throws {
        id = try row.next()
        name = try row.next()
    }
}

/// The name and place of a park, which are unique together.
struct ParkName: Sendable, RowDecodable {
    var name: String
    var place: String

    init(_ row: inout Row) throws {
        name = try row.next()
        place = try row.next()
    }
}
