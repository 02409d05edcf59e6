import Postgres

struct CheckInQueries {
    /// Ends the member's open check-in, except an unexpired check-in at `park`. Returns the parks that the member has left.
    func checkOut(except park: ID<Park>?, by me: ID<Member>) -> Query<[ID<Park>]> {
        .all(
            """
            WITH ended AS (
                UPDATE check_ins SET is_open = false, ends_at = least(ends_at, now())
                WHERE member_id = $1 AND is_open AND (ends_at <= now() OR $2::bigint IS NULL OR park_id IS DISTINCT FROM $2)
                RETURNING park_id
            )
            SELECT park_id FROM ended WHERE park_id IS NOT NULL
            """, me, park)
    }

    /// Checks the member in at a park, or changes who can see the open check-in. The check-in ends after 12 hours, at 4:00, or when the
    /// park closes: at the earliest of these times. Times are in the park's time zone. Returns 0 if there is no such park.
    func checkIn(at park: ID<Park>, for audience: Audience, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO check_ins AS c (club_id, member_id, park_id, audience, ends_at)
            SELECT p.club_id, m.id, p.id, $3, least(now() + interval '12 hours', (day + interval '1 day 4 hours') AT TIME ZONE p.time_zone,
                CASE WHEN closing > now() THEN closing END)
            FROM parks p JOIN members m ON m.club_id = p.club_id AND m.id = $2 AND m.left_at IS NULL
            CROSS JOIN LATERAL (SELECT date_trunc('day', (now() AT TIME ZONE p.time_zone) - interval '4 hours') AS day) d
            CROSS JOIN LATERAL (SELECT (day + p.closes_at + CASE WHEN p.closes_at < '04:00' THEN interval '1 day' ELSE interval '0' END)
                AT TIME ZONE p.time_zone AS closing) e
            WHERE p.id = $1
            ON CONFLICT (club_id, member_id) WHERE is_open
                DO UPDATE SET park_id = excluded.park_id, audience = excluded.audience, ends_at = greatest(c.made_at, excluded.ends_at)
            """, park, me, audience)
    }

    func currentCheckIn(of me: ID<Member>) -> Query<CheckIn?> {
        .first(
            """
            SELECT \(Park.columns(of: "p")), c.audience, to_char(c.ends_at AT TIME ZONE p.time_zone, 'FMHH24:MI')
            FROM check_ins c JOIN parks p ON p.club_id = c.club_id AND p.id = c.park_id
            WHERE c.member_id = $1 AND c.is_open AND c.ends_at > now()
            """, me)
    }

    func lastAudience(of me: ID<Member>) -> Query<Audience?> {
        .first("SELECT audience FROM check_ins WHERE member_id = $1 ORDER BY id DESC LIMIT 1", me)
    }

    /// The members who are checked in at a park and let `me` see this. The latest check-in is first.
    func visitors(of park: ID<Park>, to me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[ParkVisitor]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), c.made_at, EXISTS (SELECT FROM follows f
                WHERE f.club_id = m.club_id AND f.member_id = $1 AND f.followed_id = m.id AND f.is_mutual)
            FROM check_ins c JOIN members m ON m.club_id = c.club_id AND m.id = c.member_id
            WHERE c.park_id = $2 AND c.is_open AND c.ends_at > now() AND c.member_id <> ALL ($3)
                AND (c.member_id = $1 OR \(Audience.includes("$1", "c.audience", of: "c.member_id", in: "c.club_id")))
            ORDER BY c.id DESC LIMIT $4
            """, me, park, hidden, limit)
    }

    /// The friends who are checked in at a park and let their friends see this. The latest check-in is first.
    func friends(of me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[FriendAtPark]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), p.id, p.name, c.made_at
            FROM follows f
            JOIN check_ins c ON c.club_id = f.club_id AND c.member_id = f.followed_id AND c.is_open AND c.ends_at > now() AND c.audience <> 'me'
            JOIN members m ON m.club_id = c.club_id AND m.id = c.member_id
            JOIN parks p ON p.club_id = c.club_id AND p.id = c.park_id
            WHERE f.member_id = $1 AND f.is_mutual AND f.followed_id <> ALL ($2) ORDER BY c.id DESC LIMIT $3
            """, me, hidden, limit)
    }

    /// The friends who are checked in at a park and let their friends see this. The distance of a friend is measured from `park`. The
    /// nearest friend is first.
    func friendsOnMap(of me: ID<Member>, from park: ID<Park>?, hidden: [ID<Member>], limit: Int) -> Query<[FriendOnMap]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), \(Park.columns(of: "p")), c.made_at,
                CASE WHEN p.latitude + h.latitude IS NOT NULL THEN \(Park.distance(to: "p", from: "h.latitude", "h.longitude")) END AS distance
            FROM follows f
            JOIN check_ins c ON c.club_id = f.club_id AND c.member_id = f.followed_id AND c.is_open AND c.ends_at > now() AND c.audience <> 'me'
            JOIN members m ON m.club_id = c.club_id AND m.id = c.member_id
            JOIN parks p ON p.club_id = c.club_id AND p.id = c.park_id
            LEFT JOIN parks h ON h.club_id = f.club_id AND h.id = $2
            WHERE f.member_id = $1 AND f.is_mutual AND f.followed_id <> ALL ($3) ORDER BY distance, c.id DESC LIMIT $4
            """, me, park, hidden, limit)
    }

    func lastParks(of me: ID<Member>, limit: Int) -> Query<[Park]> {
        .all(
            """
            SELECT \(Park.columns(of: "p")) FROM (
                SELECT c.club_id, c.park_id, max(c.id) AS id FROM (
                    SELECT club_id, park_id, id FROM check_ins WHERE member_id = $1 ORDER BY id DESC LIMIT 100
                ) c WHERE c.park_id IS NOT NULL GROUP BY c.club_id, c.park_id
            ) c JOIN parks p ON p.club_id = c.club_id AND p.id = c.park_id ORDER BY c.id DESC LIMIT $2
            """, me, limit)
    }

    /// The parks that are nearest to a point. Computes the distance only of the 1000 parks that follow to the north of the latitude of the
    /// point, and of the 1000 parks that follow to the south. In a catalogue of 5000 parks, these are all parks within about 8 degrees of
    /// latitude (900 km).
    func parks(near latitude: Double, _ longitude: Double, limit: Int) -> Query<[ParkNearby]> {
        .all(
            """
            SELECT \(Park.columns(of: "p")), \(Park.distance(to: "p", from: "$1", "$2")) AS distance
            FROM ((SELECT * FROM parks WHERE latitude >= $1 ORDER BY latitude LIMIT 1000)
                UNION ALL (SELECT * FROM parks WHERE latitude < $1 ORDER BY latitude DESC LIMIT 1000)) p
            ORDER BY distance, p.id LIMIT $3
            """, latitude, longitude, limit)
    }

    /// Ends check-ins that have expired. Also deletes the park from check-ins that are more than 183 days old; the check-ins themselves
    /// stay. Changes up to `limit` check-ins in each of these two steps.
    func endExpired(limit: Int) -> Query<Int> {
        .one(
            """
            WITH ended AS (
                UPDATE check_ins SET is_open = false WHERE (club_id, id) IN (SELECT club_id, id FROM check_ins
                    WHERE is_open AND ends_at <= now() LIMIT $1) RETURNING id
            ), forgotten AS (
                UPDATE check_ins SET park_id = NULL WHERE (club_id, id) IN (SELECT club_id, id FROM check_ins
                    WHERE park_id IS NOT NULL AND made_at < now() - make_interval(days => $2::integer) AND NOT is_open LIMIT $1) RETURNING id
            )
            SELECT (SELECT count(*) FROM ended) + (SELECT count(*) FROM forgotten)
            """, limit, CheckIn.daysUntilParkIsDeleted)
    }

    // MARK: Export and erasure

    func all(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT c.id, json_build_object('park', p.name, 'for', c.audience, 'from', c.made_at, 'until', c.ends_at)::text
            FROM check_ins c LEFT JOIN parks p ON p.club_id = c.club_id AND p.id = c.park_id
            WHERE c.member_id = $1 AND c.id > $2 ORDER BY c.id LIMIT $3
            """, me, after, limit)
    }
}
