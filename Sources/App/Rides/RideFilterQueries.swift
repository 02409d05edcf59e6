import Postgres

/// Rides of all parks, narrowed.
struct RideFilterQueries {
    /// By their names, from behind one.
    func rides(_ filter: RideFilter, to me: ID<Member>, after last: ID<Ride>?, limit: Int) -> Query<[RideEntry]> {
        .all(
            """
            SELECT \(Ride.columns), \(LapCount.columns) FROM (
                SELECT r.* FROM rides r
                WHERE (r.name, r.id) > ((SELECT coalesce((SELECT l.name FROM rides l WHERE l.id = $2), '')), (SELECT coalesce($2, 0)))
                    AND \(RideFilter.fits) ORDER BY r.name, r.id LIMIT $10
            ) r JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id ORDER BY r.name, r.id
            """, me, last, filter.country, filter.maker, filter.kind?.rawValue ?? "", filter.isOpen, filter.isRidden, filter.height,
            filter.hasInversions, limit)
    }

    /// Those among them that are called nearly so, the nearest first.
    func found(_ filter: RideFilter, to me: ID<Member>, limit: Int) -> Query<[RideEntry]> {
        .all(
            """
            SELECT \(Ride.columns), \(LapCount.columns) FROM (\(NameSearch.found(in: "ride_grams", by: "ride_id"))) found
            JOIN rides r ON r.club_id = found.club_id AND r.id = found.id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE \(RideFilter.fits) ORDER BY found.near DESC, abs(length(r.name) - length($10::text)), r.id LIMIT $11
            """, me, NameSearch.asked(filter.words), filter.country, filter.maker, filter.kind?.rawValue ?? "", filter.isOpen,
            filter.isRidden, filter.height, filter.hasInversions, filter.words, limit)
    }

    /// Countries that the club has parks in, by their names: one step of the index each.
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

    /// The same with those who make rides.
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
