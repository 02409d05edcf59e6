import Postgres

struct RideQueries {
    /// The rides of a park, ordered by name. The rides that operate come before the other rides.
    func rides(in park: ID<Park>, to me: ID<Member>, limit: Int) -> Query<[RideEntry]> {
        .all(
            """
            SELECT \(Ride.columns), \(LapCount.columns)
            FROM rides r JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE r.park_id = $2 ORDER BY r.status <> 'operating', r.name LIMIT $3
            """, me, park, limit)
    }

    /// The rides with a name similar to `words`. The most similar ride is first.
    func rides(named words: String, to me: ID<Member>, limit: Int) -> Query<[RideEntry]> {
        .all(
            """
            SELECT \(Ride.columns), \(LapCount.columns)
            FROM (\(NameSearch.matches(in: "ride_trigrams", by: "ride_id"))) found
            JOIN rides r ON r.club_id = found.club_id AND r.id = found.id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            ORDER BY found.near DESC, abs(length(r.name) - length($3::text)), r.id LIMIT $4
            """, me, NameSearch.variants(of: words), words, limit)
    }

    func ride(_ id: ID<Ride>, to me: ID<Member>) -> Query<RideEntry?> {
        .first(
            """
            SELECT \(Ride.columns), \(LapCount.columns) FROM rides r JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id WHERE r.id = $2
            """, me, id)
    }

    /// Locks a ride until the transaction ends, so that nobody else changes it meanwhile.
    func lock(_ id: ID<Ride>) -> Query<[ID<Ride>]> { .all("SELECT id FROM rides WHERE id = $1 FOR UPDATE", id) }

    func add(_ form: RideForm, to park: ID<Park>) throws -> Query<ID<Ride>?> {
        .first(
            """
            INSERT INTO rides (club_id, park_id, name, moved_from, \(FactColumns.names(of: RideFacts.all)))
            SELECT p.club_id, p.id, $2, $3, \(FactColumns.names(of: RideFacts.all, in: "f"))
            FROM parks p, jsonb_to_record($4) AS f (\(FactColumns.definitions(of: RideFacts.all))) WHERE p.id = $1 RETURNING id
            """, park, form.name, form.facts.movedFrom?.id, try JSON(encoding: form.facts))
    }

    /// Deletes a ride that nobody has ridden. Returns 0 if somebody has ridden the ride, or the ride does not exist.
    func delete(_ id: ID<Ride>) -> Query<Int> {
        .change(
            """
            DELETE FROM rides r WHERE r.id = $1 AND r.laps = 0 AND r.riders = 0
                AND NOT EXISTS (SELECT FROM lap_actions a WHERE a.club_id = r.club_id AND a.ride_id = r.id)
            """, id)
    }

    func change(_ id: ID<Ride>, to form: RideForm) throws -> Query<Int> {
        .change(
            """
            UPDATE rides r SET name = $2, moved_from = $3,
                (\(FactColumns.names(of: RideFacts.all))) = ROW (\(FactColumns.names(of: RideFacts.all, in: "f")))
            FROM jsonb_to_record($4) AS f (\(FactColumns.definitions(of: RideFacts.all))) WHERE r.id = $1
            """, id, form.name, form.facts.movedFrom?.id, try JSON(encoding: form.facts))
    }
}
