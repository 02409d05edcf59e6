import Postgres

/// SQL for rides that moved from one park to another. A moved ride has a catalogue entry in each park. The column `moved_from` of an entry
/// is the number of the entry before. Laps stay with the entry at which they were counted.
struct MovedRideQueries {
    func entries(_ readings: FormerEntryReadings, limit: Int) -> Query<[FormerEntry]> {
        .all(
            """
            SELECT \(FormerEntry.columns) FROM (
                SELECT r.club_id, r.id FROM rides r WHERE r.id = $1
                UNION
                SELECT r.club_id, r.id FROM unnest($2::text[], $3::text[], $4::text[]) w(ride, park, place)
                JOIN parks p ON p.name = w.park AND (w.place = '' OR p.place = w.place)
                JOIN rides r ON r.club_id = p.club_id AND r.park_id = p.id AND r.name = w.ride
            ) found JOIN rides m ON m.club_id = found.club_id AND m.id = found.id
            JOIN parks q ON q.club_id = m.club_id AND q.id = m.park_id ORDER BY m.id LIMIT $5
            """, readings.number, readings.rides, readings.parks, readings.places, limit)
    }

    /// Returns true if `ride` is `entry` itself, or an earlier catalogue entry of the same ride.
    func moveHistory(of entry: ID<Ride>, contains ride: ID<Ride>) -> Query<Bool> {
        .one(
            """
            WITH RECURSIVE earlier AS (
                SELECT $1::bigint AS id
                UNION SELECT r.moved_from FROM earlier e JOIN rides r ON r.id = e.id WHERE r.moved_from IS NOT NULL
            )
            SELECT EXISTS (SELECT FROM earlier WHERE id = $2)
            """, entry, ride)
    }

    /// The catalogue entry from which a ride moved, and up to 10 entries to which the ride moved.
    func places(of ride: ID<Ride>) -> Query<[RideLocation]> {
        .all(
            """
            (SELECT true, m.id, m.name, q.name, m.closed FROM rides r JOIN rides m ON m.club_id = r.club_id AND m.id = r.moved_from
                JOIN parks q ON q.club_id = m.club_id AND q.id = m.park_id WHERE r.id = $1)
            UNION ALL
            (SELECT false, m.id, m.name, q.name, m.opened FROM rides m JOIN parks q ON q.club_id = m.club_id AND q.id = m.park_id
                WHERE m.moved_from = $1 ORDER BY m.opened, m.id LIMIT 10)
            """, ride)
    }

    // MARK: Import

    /// Finds rides by name, park and place. Each result has the `number` that the names have in the batch. A number can have several
    /// results or none.
    func rides(named batch: JSON) -> Query<[NamedRide]> {
        .all(
            """
            SELECT DISTINCT w.number, r.id FROM jsonb_to_recordset($1) AS w(number integer, ride text, park text, place text)
            JOIN parks p ON p.name = w.park AND (w.place IS NULL OR p.place = w.place)
            JOIN rides r ON r.club_id = p.club_id AND r.park_id = p.id AND r.name = w.ride
            """, batch)
    }

    func moves(limit: Int) -> Query<[RideMove]> {
        .all(
            """
            SELECT r.id, r.moved_from, r.name, p.name, p.place FROM (
                SELECT * FROM rides WHERE moved_from IS NOT NULL ORDER BY moved_from LIMIT $1
            ) r JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            """, limit)
    }

    /// Stores the entry from which each ride of the batch moved (`earlier`, or null). Adds this change to the correction that the same
    /// import has recorded for the ride. Returns the number of rides for which the import has changed nothing else.
    func recordMoves(_ batch: JSON, by me: ID<Member>) -> Query<Int> {
        .one(
            """
            WITH given AS (
                SELECT r.club_id, r.id, r.moved_from, r.created_at, g.earlier
                FROM jsonb_to_recordset($1) AS g(ride bigint, earlier bigint) JOIN rides r ON r.id = g.ride
                WHERE r.moved_from IS DISTINCT FROM g.earlier
            ), moved AS (
                UPDATE rides r SET moved_from = g.earlier FROM given g WHERE r.club_id = g.club_id AND r.id = g.id
            ), told AS (
                SELECT g.club_id, g.id, jsonb_build_object('moved_from', jsonb_build_object(
                    'before', \(FormerEntry.label(of: "g.moved_from")), 'after', \(FormerEntry.label(of: "g.earlier")))) AS changes
                FROM given g WHERE g.created_at < now()
            ), added AS (
                UPDATE corrections c SET changes = c.changes || t.changes FROM told t
                WHERE c.club_id = t.club_id AND c.kind = 'ride' AND c.subject_id = t.id AND c.state = 'done' AND c.made_at = now()
                RETURNING c.subject_id
            ), noted AS (
                INSERT INTO corrections (club_id, kind, subject_id, member_id, decided_by, state, changes, decided_at)
                SELECT t.club_id, 'ride', t.id, $2, $2, 'done', t.changes, now() FROM told t
                WHERE t.id NOT IN (SELECT a.subject_id FROM added a) RETURNING 1
            )
            SELECT count(*) FROM noted
            """, batch, me)
    }
}

struct NamedRide: Sendable, RowDecodable {
    var number: Int
    var id: ID<Ride>

    init(_ row: inout Row) throws {
        number = Int(try row.next(Int32.self))
        id = try row.next()
    }
}

struct RideMove: Sendable, RowDecodable {
    var ride: ID<Ride>
    var earlier: ID<Ride>
    /// The ride's name, its park's name, and the park's place.
    var names: [String]

    init(_ row: inout Row) throws {
        ride = try row.next()
        earlier = try row.next()
        names = [try row.next(), try row.next(), try row.next()]
    }
}
