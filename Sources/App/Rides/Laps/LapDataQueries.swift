import Calendar
import Postgres

struct LapDataQueries {
    /// The member's laps by day and ride. The list starts after the row of `day` and `ride`.
    func days(of me: ID<Member>, after day: CalendarDate, _ ride: ID<Ride>, limit: Int) -> Query<[LapExportRow]> {
        .all(
            """
            SELECT l.day, l.count, r.id, r.name, p.name, p.place
            FROM (SELECT club_id, ride_id, day, count FROM laps WHERE member_id = $1 AND count > 0 AND (day, ride_id) > ($2, $3)
                ORDER BY day, ride_id LIMIT $4) l
            JOIN rides r ON r.club_id = l.club_id AND r.id = l.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            ORDER BY l.day, l.ride_id
            """, me, day, ride, limit)
    }

    func markedRides(of me: ID<Member>, after ride: ID<Ride>, limit: Int) -> Query<[LapExportRow]> {
        .all(
            """
            SELECT NULL::date, NULL::integer, r.id, r.name, p.name, p.place
            FROM (SELECT club_id, ride_id FROM member_rides WHERE member_id = $1 AND ride_id > $2 AND is_marked ORDER BY ride_id LIMIT $3) t
            JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            ORDER BY t.ride_id
            """, me, ride, limit)
    }

    /// Returns one row for each ride, with the laps of each day.
    func rides(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT t.ride_id, json_build_object('ride', r.name, 'park', p.name, 'laps', t.laps, 'without_a_count', t.is_marked, 'days', (
                SELECT json_object_agg(l.day, l.count) FROM laps l
                WHERE l.club_id = t.club_id AND l.member_id = t.member_id AND l.ride_id = t.ride_id AND l.count > 0))::text
            FROM member_rides t JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE t.member_id = $1 AND t.ride_id > $2 AND t.is_ridden ORDER BY t.ride_id LIMIT $3
            """, me, after, limit)
    }

    func periods(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT n, period FROM (
                SELECT row_number() OVER (ORDER BY period) AS n,
                    json_build_object('period', nullif(period, ''), 'laps', laps, 'rides', rides, 'parks', parks)::text AS period
                FROM member_ride_totals WHERE member_id = $1
            ) s WHERE n > $2 ORDER BY n LIMIT $3
            """, me, after, limit)
    }
}

struct LapExportRow: RowRecord {
    /// The day of the laps. `day` and `laps` are nil if the ride is only marked as ridden.
    var day: CalendarDate?
    var laps: Int?
    var ride: ID<Ride>
    var rideName: String
    var parkName: String
    var place: String

    static let decoder = RowDecoder(LapExportRow.init)
}
