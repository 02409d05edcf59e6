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

    func add(_ form: RideForm, to park: ID<Park>) -> Query<ID<Ride>?> {
        let facts = form.facts
        return .first(
            """
            INSERT INTO rides (club_id, park_id, name, former_names, kind, status, opened, closed, maker, model, material, seating, restraint,
                launch, height_cm, length_cm, speed_mh, inversions, duration_s, is_indoor, is_kiddie, notes, source, moved_from)
            SELECT club_id, id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23
            FROM parks WHERE id = $1 RETURNING id
            """, park, form.name, facts.formerNames, facts.kind, facts.status, facts.opened, facts.closed, facts.maker, facts.model,
            facts.material, facts.seating, facts.restraint, facts.launch, facts.height, facts.length, facts.speed, facts.inversions,
            facts.duration, facts.isIndoor, facts.isKiddie, facts.notes, facts.source, facts.movedFrom?.id)
    }

    /// Deletes a ride that nobody has ridden. Returns 0 if somebody has ridden the ride, or the ride does not exist.
    func delete(_ id: ID<Ride>) -> Query<Int> {
        .change(
            """
            DELETE FROM rides r WHERE r.id = $1 AND r.laps = 0 AND r.riders = 0
                AND NOT EXISTS (SELECT FROM lap_actions a WHERE a.club_id = r.club_id AND a.ride_id = r.id)
            """, id)
    }

    func change(_ id: ID<Ride>, to form: RideForm) -> Query<Int> {
        let facts = form.facts
        return .change(
            """
            UPDATE rides SET name = $2, former_names = $3, kind = $4, status = $5, opened = $6, closed = $7, maker = $8, model = $9,
                material = $10, seating = $11, restraint = $12, launch = $13, height_cm = $14, length_cm = $15, speed_mh = $16,
                inversions = $17, duration_s = $18, is_indoor = $19, is_kiddie = $20, notes = $21, source = $22,
                moved_from = $23
            WHERE id = $1
            """, id, form.name, facts.formerNames, facts.kind, facts.status, facts.opened, facts.closed, facts.maker, facts.model,
            facts.material, facts.seating, facts.restraint, facts.launch, facts.height, facts.length, facts.speed, facts.inversions,
            facts.duration, facts.isIndoor, facts.isKiddie, facts.notes, facts.source, facts.movedFrom?.id)
    }
}
