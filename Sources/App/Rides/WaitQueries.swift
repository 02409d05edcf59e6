import Postgres

/// All SQL over `wait_reports`.
struct WaitQueries {
    /// Reports how long one waits for a ride of the park where one is; within five minutes in place of what one said before. Returns how
    /// many rides that are.
    func report(_ wait: WaitForm, for ride: ID<Ride>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO wait_reports AS w (club_id, member_id, ride_id, line, state, minutes)
            SELECT m.club_id, m.id, r.id, $3, $4, $5::bigint::integer FROM members m
            JOIN check_ins c ON c.club_id = m.club_id AND c.member_id = m.id AND c.is_open AND c.ends_at > now()
            JOIN rides r ON r.club_id = c.club_id AND r.park_id = c.park_id AND r.id = $1
            WHERE m.id = $2 AND m.left_at IS NULL FOR KEY SHARE OF m, r
            ON CONFLICT ON CONSTRAINT wait_reports_once DO UPDATE SET state = excluded.state, minutes = excluded.minutes, made_at = now()
            """, ride, me, wait.line, wait.state, wait.minutes)
    }

    /// The last reports on the rides of a park.
    func reports(inPark park: ID<Park>, limit: Int) -> Query<[WaitReport]> {
        .all(
            """
            SELECT \(WaitReport.columns) FROM parks p JOIN rides r ON r.club_id = p.club_id AND r.park_id = p.id
            JOIN wait_reports w ON w.club_id = r.club_id AND w.ride_id = r.id AND w.made_at > now() - interval '1 hour'
            WHERE p.id = $1 ORDER BY w.made_at DESC LIMIT $2
            """, park, limit)
    }

    /// Those on a ride since the park's midnight, or for an hour. A subquery computes that moment (`OFFSET 0`), for the reason given at
    /// `LapCount.today`.
    func reports(on ride: ID<Ride>, limit: Int) -> Query<[WaitReport]> {
        .all(
            """
            SELECT \(WaitReport.columns) FROM rides r JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            CROSS JOIN LATERAL (SELECT least(now() - interval '1 hour',
                date_trunc('day', now() AT TIME ZONE p.time_zone) AT TIME ZONE p.time_zone) AS start OFFSET 0) d
            JOIN wait_reports w ON w.club_id = r.club_id AND w.ride_id = r.id AND w.made_at > d.start
            WHERE r.id = $1 ORDER BY w.made_at DESC LIMIT $2
            """, ride, limit)
    }

    /// Deletes those that nobody looks at any more, so many at a time.
    func end(limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM wait_reports WHERE id IN (
                SELECT id FROM wait_reports WHERE made_at < now() - make_interval(days => $1::integer) ORDER BY made_at LIMIT $2)
            """, Self.daysKept, limit)
    }

    private static let daysKept = 30

    // MARK: One's own data

    func all(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT w.id, json_build_object('ride', r.name, 'line', w.line, 'state', w.state, 'minutes', w.minutes, 'at', w.made_at)::text
            FROM wait_reports w JOIN rides r ON r.club_id = w.club_id AND r.id = w.ride_id
            WHERE w.member_id = $1 AND w.id > $2 ORDER BY w.id LIMIT $3
            """, me, after, limit)
    }

    func clear(of member: ID<Member>, limit: Int) -> Query<Int> {
        .change(
            "DELETE FROM wait_reports WHERE id IN (SELECT id FROM wait_reports WHERE member_id = $1 ORDER BY id LIMIT $2)", member, limit)
    }
}
