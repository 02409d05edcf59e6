import Postgres

struct ParkQueries {
    /// The parks that follow `park` in the order of their names. If `park` is nil, these are the first parks.
    func parks(to me: ID<Member>, after park: ID<Park>?, limit: Int) -> Query<[ParkEntry]> {
        .all(
            """
            SELECT \(Park.columns(of: "p")), (SELECT count(*) FROM rides r WHERE r.club_id = p.club_id AND r.park_id = p.id),
                (SELECT count(*) FROM rides r JOIN member_rides t ON t.club_id = r.club_id AND t.member_id = $1 AND t.ride_id = r.id AND t.is_ridden
                    WHERE r.club_id = p.club_id AND r.park_id = p.id)
            FROM (SELECT q.* FROM parks q LEFT JOIN parks last ON last.club_id = q.club_id AND last.id = $2
                WHERE last.id IS NULL OR (q.name, q.place) > (last.name, last.place) ORDER BY q.name, q.place LIMIT $3) p
            ORDER BY p.name, p.place
            """, me, park, limit)
    }

    /// The parks with a name similar to `words`. The most similar park is first.
    func parks(named words: String, to me: ID<Member>, limit: Int) -> Query<[ParkEntry]> {
        .all(
            """
            SELECT \(Park.columns(of: "p")), (SELECT count(*) FROM rides r WHERE r.club_id = p.club_id AND r.park_id = p.id),
                (SELECT count(*) FROM rides r JOIN member_rides t ON t.club_id = r.club_id AND t.member_id = $1 AND t.ride_id = r.id AND t.is_ridden
                    WHERE r.club_id = p.club_id AND r.park_id = p.id)
            FROM (\(NameSearch.matches(in: "park_trigrams", by: "park_id"))) found
            JOIN parks p ON p.club_id = found.club_id AND p.id = found.id
            ORDER BY found.near DESC, abs(length(p.name) - length($3::text)), p.id LIMIT $4
            """, me, NameSearch.variants(of: words), words, limit)
    }

    /// The parks in a rectangle of the map. The edges of the rectangle are given in degrees.
    func parks(from south: Double, to north: Double, _ west: Double, _ east: Double, limit: Int) -> Query<[Park]> {
        .all(
            """
            SELECT \(Park.columns(of: "p")) FROM (SELECT * FROM parks
                WHERE latitude BETWEEN $1 AND $2 AND longitude BETWEEN $3 AND $4 ORDER BY latitude DESC LIMIT $5) p ORDER BY p.name, p.id
            """, south, north, west, east, limit)
    }

    func park(_ id: ID<Park>) -> Query<Park?> { .first("SELECT \(Park.columns(of: "p")) FROM parks p WHERE p.id = $1", id) }

    /// Locks a park until the transaction ends, so that nobody else changes it meanwhile.
    func lock(_ id: ID<Park>) -> Query<[ID<Park>]> { .all("SELECT id FROM parks WHERE id = $1 FOR UPDATE", id) }

    func add(_ form: ParkForm) throws -> Query<ID<Park>> {
        .one(
            """
            INSERT INTO parks (club_id, name, place, \(FactColumns.names(of: ParkForm.facts)))
            SELECT current_setting('app.club_id')::bigint, $1, $2, \(FactColumns.names(of: ParkForm.facts, in: "f"))
            FROM jsonb_to_record($3) AS f (\(FactColumns.definitions(of: ParkForm.facts))) RETURNING id
            """, form.name, form.place, try JSON(encoding: ParkFacts(form)))
    }

    /// Deletes a park that has no rides. Returns 0 if the park has rides or does not exist.
    func delete(_ id: ID<Park>) -> Query<Int> {
        .change(
            "DELETE FROM parks p WHERE p.id = $1 AND NOT EXISTS (SELECT FROM rides r WHERE r.club_id = p.club_id AND r.park_id = p.id)", id)
    }

    func change(_ id: ID<Park>, to form: ParkForm) throws -> Query<Int> {
        .change(
            """
            UPDATE parks p SET name = $2, place = $3,
                (\(FactColumns.names(of: ParkForm.facts))) = ROW (\(FactColumns.names(of: ParkForm.facts, in: "f")))
            FROM jsonb_to_record($4) AS f (\(FactColumns.definitions(of: ParkForm.facts))) WHERE p.id = $1
            """, id, form.name, form.place, try JSON(encoding: ParkFacts(form)))
    }
}

/// The facts of a park as a JSON object, under the names of their columns.
private struct ParkFacts: Encodable {
    let park: ParkForm

    init(_ park: ParkForm) { self.park = park }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FactKey.self)
        for fact in ParkForm.facts { try fact.encode(park, into: &container) }
    }
}
