import Calendar
import Postgres

/// SQL for recaps (summaries of a day or a year). The period is from the day `first` through the day `last`, both included.
struct RecapQueries {
    /// The totals of the period. Rides are counted by the member's own counting rule if there is one, and otherwise by the club's rule.
    func totals(of member: ID<Member>, from first: CalendarDate, through last: CalendarDate) -> Query<RecapTotals> {
        .one(
            """
            SELECT coalesce(sum(t.laps), 0)::bigint, count(DISTINCT \(CountingRule.ownCredit)), count(DISTINCT r.park_id),
                count(DISTINCT nullif(p.country, '')), count(DISTINCT \(CountingRule.ownCredit)) FILTER (WHERE NOT t.is_known),
                coalesce(sum(t.laps * r.height_cm), 0)::bigint
            FROM (SELECT d.club_id, $1::bigint AS member_id, d.ride_id, d.laps, EXISTS (SELECT FROM laps b
                    WHERE b.club_id = d.club_id AND b.member_id = $1 AND b.ride_id = d.ride_id AND b.day < $2 AND b.count > 0) AS is_known
                FROM (SELECT club_id, ride_id, sum(count) AS laps FROM laps
                    WHERE member_id = $1 AND count > 0 AND day BETWEEN $2 AND $3 GROUP BY club_id, ride_id) d) t
            JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            \(CountingRule.joins)
            """, member, first, last)
    }

    func days(of member: ID<Member>, from first: CalendarDate, through last: CalendarDate) -> Query<[LapSum]> {
        .all(
            """
            SELECT day, sum(count)::bigint FROM laps WHERE member_id = $1 AND count > 0 AND day BETWEEN $2 AND $3
            GROUP BY day ORDER BY day LIMIT 366
            """, member, first, last)
    }

    func mostRidden(of member: ID<Member>, from first: CalendarDate, through last: CalendarDate, limit: Int) -> Query<[MemberRide]> {
        .all(
            """
            SELECT l.laps, r.id, r.name, p.id, p.name
            FROM (SELECT club_id, ride_id, sum(count)::bigint AS laps FROM laps
                WHERE member_id = $1 AND count > 0 AND day BETWEEN $2 AND $3
                GROUP BY club_id, ride_id ORDER BY sum(count) DESC, ride_id LIMIT $4) l
            JOIN rides r ON r.club_id = l.club_id AND r.id = l.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            ORDER BY l.laps DESC, l.ride_id
            """, member, first, last, limit)
    }

    func parks(of member: ID<Member>, from first: CalendarDate, through last: CalendarDate, limit: Int) -> Query<[RecapPark]> {
        .all(
            """
            SELECT p.id, p.name, p.country, count(DISTINCT l.day), sum(l.count)::bigint
            FROM laps l
            JOIN rides r ON r.club_id = l.club_id AND r.id = l.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE l.member_id = $1 AND l.count > 0 AND l.day BETWEEN $2 AND $3
            GROUP BY p.club_id, p.id ORDER BY 4 DESC, 5 DESC, p.id LIMIT $4
            """, member, first, last, limit)
    }

    /// The rides that the member rode for the first time in the period.
    func firstLaps(of member: ID<Member>, from first: CalendarDate, through last: CalendarDate, limit: Int) -> Query<[FirstLap]> {
        .all(
            """
            SELECT l.day, r.id, r.name, p.id, p.name
            FROM (SELECT club_id, ride_id, min(day) AS day FROM laps
                WHERE member_id = $1 AND count > 0 AND day BETWEEN $2 AND $3 GROUP BY club_id, ride_id) l
            JOIN rides r ON r.club_id = l.club_id AND r.id = l.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE NOT EXISTS (SELECT FROM laps b WHERE b.club_id = l.club_id AND b.member_id = $1 AND b.ride_id = l.ride_id
                AND b.day < $2 AND b.count > 0)
            ORDER BY l.day, r.id LIMIT $4
            """, member, first, last, limit)
    }

    func neighbours(of member: ID<Member>, from first: CalendarDate, through last: CalendarDate) -> Query<RecapNeighbours> {
        .one(
            """
            SELECT (SELECT day FROM laps WHERE member_id = $1 AND count > 0 AND day < $2 ORDER BY day DESC LIMIT 1),
                (SELECT day FROM laps WHERE member_id = $1 AND count > 0 AND day > $3 ORDER BY day LIMIT 1)
            """, member, first, last)
    }

    /// The photos of parks and rides that the member shared in the period, and that `me` may see. The day of a photo is the day in the
    /// park's time zone.
    func photos(
        of member: ID<Member>, from first: CalendarDate, through last: CalendarDate, to me: ID<Member>, hidden: [ID<Member>], limit: Int
    ) -> Query<[Photo]> {
        .all(
            """
            SELECT \(Photo.listColumns)
            FROM (
                SELECT q.club_id, q.id, q.member_id, q.caption, q.description, q.audience, q.created_at, q.likes FROM photos q
                WHERE q.member_id = $2 AND \(PhotoAccess.isListed("q", to: "$1", hidden: "$4"))
                    AND EXISTS (SELECT FROM photo_tags t
                        LEFT JOIN rides r ON r.club_id = t.club_id AND r.id = t.subject_id AND t.kind = 'ride'
                        JOIN parks k ON k.club_id = t.club_id AND k.id = CASE t.kind WHEN 'park' THEN t.subject_id ELSE r.park_id END
                        WHERE t.club_id = q.club_id AND t.photo_id = q.id
                            AND \(Day.of("q.created_at", in: "k.time_zone")) BETWEEN $5 AND $6)
                ORDER BY q.id DESC LIMIT $3
            ) p
            JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
            ORDER BY p.id DESC
            """, me, member, limit, hidden, first, last)
    }
}
