import Postgres

struct WishQueries {
    static let maxWishes = 500

    /// All wishes of a member, including fulfilled wishes. The latest wish is first.
    func wishes(of member: ID<Member>) -> Query<[Wish]> {
        .all(
            """
            SELECT r.id, r.name, p.id, p.name, coalesce(t.is_ridden, false)
            FROM (SELECT club_id, ride_id, made_at FROM ride_wishes WHERE member_id = $1 ORDER BY made_at DESC, ride_id LIMIT $2) w
            JOIN rides r ON r.club_id = w.club_id AND r.id = w.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            LEFT JOIN member_rides t ON t.club_id = w.club_id AND t.member_id = $1 AND t.ride_id = w.ride_id
            ORDER BY w.made_at DESC, w.ride_id
            """, member, Self.maxWishes)
    }

    func wish(for ride: ID<Ride>, by me: ID<Member>) -> Query<WishChange> {
        .one(
            """
            WITH ride AS (
                SELECT m.club_id, m.id AS member_id, r.id AS ride_id, CASE WHEN t.is_ridden THEN 'ridden'
                    WHEN (SELECT count(*) FROM ride_wishes w WHERE w.club_id = m.club_id AND w.member_id = m.id AND w.ride_id <> r.id) >= $3
                    THEN 'full' END AS problem
                FROM members m JOIN rides r ON r.club_id = m.club_id AND r.id = $2
                LEFT JOIN member_rides t ON t.club_id = m.club_id AND t.member_id = m.id AND t.ride_id = r.id
                WHERE m.id = $1 AND m.left_at IS NULL FOR KEY SHARE OF m, r
            ), made AS (
                INSERT INTO ride_wishes (club_id, member_id, ride_id) SELECT club_id, member_id, ride_id FROM ride WHERE problem IS NULL
                ON CONFLICT (club_id, member_id, ride_id) DO NOTHING
            )
            SELECT EXISTS (SELECT FROM ride), (SELECT problem FROM ride)
            """, me, ride, Self.maxWishes)
    }

    func remove(_ ride: ID<Ride>, by me: ID<Member>) -> Query<WishChange> {
        .one(
            """
            WITH gone AS (DELETE FROM ride_wishes WHERE member_id = $1 AND ride_id = $2)
            SELECT EXISTS (SELECT FROM rides WHERE id = $2), NULL::text
            """, me, ride)
    }

    // MARK: Export and erasure

    func all(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT w.ride_id, json_build_object('ride', r.name, 'park', p.name, 'at', w.made_at)::text FROM ride_wishes w
            JOIN rides r ON r.club_id = w.club_id AND r.id = w.ride_id JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE w.member_id = $1 AND w.ride_id > $2 ORDER BY w.ride_id LIMIT $3
            """, me, after, limit)
    }
}

/// A ride that a member wants to ride. The wish is fulfilled when the member has ridden the ride.
struct Wish: RowRecord {
    var ride: RideName
    var isFulfilled: Bool

    static let decoder = RowDecoder(Wish.init)
}

struct WishChange: RowRecord {
    var rideExists: Bool
    /// The reason why nothing was changed. Nil if the change was accepted.
    var problem: Problem?

    enum Problem: String, DatabaseEnum {
        /// The member has ridden the ride already.
        case ridden
        case full
    }

    static let decoder = RowDecoder(WishChange.init)
}
