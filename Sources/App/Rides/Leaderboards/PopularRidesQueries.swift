import Postgres

/// SQL for `PopularRidesLeaderboard`. Each list starts after `place`.
struct PopularRidesQueries {
    func byRiders(after place: LeaderboardCursor?, limit: Int) -> Query<[PopularRidesEntry]> {
        .all(
            """
            SELECT \(PopularRidesEntry.columns) FROM rides r \(PopularRidesEntry.joins)
            WHERE r.riders > 0 AND r.riders <= $1 AND (r.riders < $1 OR r.id > $2) ORDER BY r.riders DESC, r.id LIMIT $3
            """, Int(place?.score ?? 1e9), place?.key ?? 0, limit)
    }

    func byLaps(after place: LeaderboardCursor?, limit: Int) -> Query<[PopularRidesEntry]> {
        .all(
            """
            SELECT \(PopularRidesEntry.columns) FROM rides r \(PopularRidesEntry.joins)
            WHERE r.riders > 0 AND r.laps > 0 AND r.laps <= $1 AND (r.laps < $1 OR r.id > $2) ORDER BY r.laps DESC, r.id LIMIT $3
            """, Int(place?.score ?? 1e15), place?.key ?? 0, limit)
    }

    /// The rides by mean rank, the best rank first. Only rides that at least three members have ranked are in the list.
    func byMean(after place: LeaderboardCursor?, limit: Int) -> Query<[PopularRidesEntry]> {
        .all(
            """
            SELECT r.id, r.name, p.id, p.name, r.riders, r.laps, t.mean, t.members FROM ride_rank_totals t
            JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE t.members > 2 AND t.mean >= $1 AND (t.mean > $1 OR t.ride_id > $2) ORDER BY t.mean, t.ride_id LIMIT $3
            """, place.map { PopularRidesEntry.mean(of: $0.score) } ?? 0, place?.key ?? 0, limit)
    }
}
