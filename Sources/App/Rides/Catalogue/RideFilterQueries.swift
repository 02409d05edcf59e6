import Postgres

struct RideFilterQueries {
    /// The matching rides that follow `last` in the order of their names. If `last` is nil, these are the first rides.
    func rides(_ filter: RideFilter, to me: ID<Member>, after last: ID<Ride>?, limit: Int) -> Query<[RideEntry]> {
        .all(
            """
            SELECT \(Ride.columns), \(LapCount.columns) FROM (
                SELECT r.* FROM rides r
                WHERE (r.name, r.id) > ((SELECT coalesce((SELECT l.name FROM rides l WHERE l.id = $2), '')), (SELECT coalesce($2, 0)))
                    AND \(RideFilter.condition) ORDER BY r.name, r.id LIMIT $10
            ) r JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id ORDER BY r.name, r.id
            """, me, last, filter.country, filter.maker, filter.kind?.rawValue ?? "", filter.isOpen, filter.isRidden, filter.height,
            filter.hasInversions, limit)
    }

    /// The matching rides with a name similar to the search text. The most similar ride is first.
    func search(_ filter: RideFilter, to me: ID<Member>, limit: Int) -> Query<[RideEntry]> {
        .all(
            """
            SELECT \(Ride.columns), \(LapCount.columns) FROM (\(NameSearch.matches(in: "ride_trigrams", by: "ride_id"))) found
            JOIN rides r ON r.club_id = found.club_id AND r.id = found.id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE \(RideFilter.condition) ORDER BY found.near DESC, abs(length(r.name) - length($10::text)), r.id LIMIT $11
            """, me, NameSearch.variants(of: filter.searchText), filter.country, filter.maker, filter.kind?.rawValue ?? "", filter.isOpen,
            filter.isRidden, filter.height, filter.hasInversions, filter.searchText, limit)
    }

    /// The countries in which the club has parks, ordered by name. The recursion reads one index entry for each country instead of all
    /// parks.
    func countries(limit: Int) -> Query<[String]> {
        .all(
            """
            WITH RECURSIVE found AS (
                (SELECT p.country FROM parks p WHERE p.country <> '' ORDER BY p.country LIMIT 1)
                UNION ALL
                SELECT (SELECT p.country FROM parks p WHERE p.country <> '' AND p.country > f.country ORDER BY p.country LIMIT 1)
                FROM found f WHERE f.country IS NOT NULL
            )
            SELECT f.country FROM found f WHERE f.country IS NOT NULL LIMIT $1
            """, limit)
    }

    /// The makers of the club's rides, ordered by name. The recursion reads one index entry for each maker instead of all rides.
    func makers(limit: Int) -> Query<[String]> {
        .all(
            """
            WITH RECURSIVE found AS (
                (SELECT r.maker FROM rides r WHERE r.maker <> '' ORDER BY r.maker LIMIT 1)
                UNION ALL
                SELECT (SELECT r.maker FROM rides r WHERE r.maker <> '' AND r.maker > f.maker ORDER BY r.maker LIMIT 1)
                FROM found f WHERE f.maker IS NOT NULL
            )
            SELECT f.maker FROM found f WHERE f.maker IS NOT NULL LIMIT $1
            """, limit)
    }
}
