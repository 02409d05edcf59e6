import Postgres

struct WaitQueries {
    /// Stores the waiting time that a member reports for a ride in the park where the member is checked in. Replaces the member's report
    /// from the same five minutes. Returns 0 if the member is not at that park.
    func report(_ wait: WaitForm, for ride: ID<Ride>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO wait_reports AS w (club_id, member_id, ride_id, queue, state, minutes)
            SELECT m.club_id, m.id, r.id, $3, $4, $5::bigint::integer FROM members m
            JOIN check_ins c ON c.club_id = m.club_id AND c.member_id = m.id AND c.is_open AND c.ends_at > now()
            JOIN rides r ON r.club_id = c.club_id AND r.park_id = c.park_id AND r.id = $1
            WHERE m.id = $2 AND m.left_at IS NULL FOR KEY SHARE OF m, r
            ON CONFLICT ON CONSTRAINT wait_reports_once DO UPDATE SET state = excluded.state, minutes = excluded.minutes, made_at = now()
            """, ride, me, wait.queue, wait.state, wait.minutes)
    }

    /// The reports of the last hour in a park, the latest report first.
    func reports(inPark park: ID<Park>, limit: Int) -> Query<[WaitReport]> {
        .all(
            """
            SELECT \(WaitReport.columns) FROM parks p JOIN rides r ON r.club_id = p.club_id AND r.park_id = p.id
            JOIN wait_reports w ON w.club_id = r.club_id AND w.ride_id = r.id AND w.made_at > now() - \(WaitEstimate.maxAgeInterval)
            WHERE p.id = $1 ORDER BY w.made_at DESC LIMIT $2
            """, park, limit)
    }

    /// The reports on a ride since midnight in the park's time zone, the latest report first. The reports of the last hour are always
    /// included, even just after midnight.
    ///
    /// The start time is computed in a subquery with `OFFSET 0`. The comment at `LapCount.dayAtPark` gives the reason.
    func reports(on ride: ID<Ride>, limit: Int) -> Query<[WaitReport]> {
        .all(
            """
            SELECT \(WaitReport.columns) FROM rides r JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            CROSS JOIN LATERAL (SELECT least(now() - \(WaitEstimate.maxAgeInterval),
                date_trunc('day', now() AT TIME ZONE p.time_zone) AT TIME ZONE p.time_zone) AS start OFFSET 0) d
            JOIN wait_reports w ON w.club_id = r.club_id AND w.ride_id = r.id AND w.made_at > d.start
            WHERE r.id = $1 ORDER BY w.made_at DESC LIMIT $2
            """, ride, limit)
    }

    func deleteOld(limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM wait_reports WHERE id IN (
                SELECT id FROM wait_reports WHERE made_at < now() - make_interval(days => $1::integer) ORDER BY made_at LIMIT $2)
            """, Self.daysKept, limit)
    }

    private static let daysKept = 30

    // MARK: Export and erasure

    func all(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT w.id, json_build_object('ride', r.name, 'queue', w.queue, 'state', w.state, 'minutes', w.minutes, 'at', w.made_at)::text
            FROM wait_reports w JOIN rides r ON r.club_id = w.club_id AND r.id = w.ride_id
            WHERE w.member_id = $1 AND w.id > $2 ORDER BY w.id LIMIT $3
            """, me, after, limit)
    }
}
