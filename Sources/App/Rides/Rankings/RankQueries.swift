import Postgres

/// All SQL for the tables `ride_ranks` and `ride_rank_totals`. A transaction that changes ranks has to lock the member first, and then the
/// totals.
struct RankQueries {
    /// The maximum number of rides in a ranking. The database schema has the same limit.
    static let maxRides = 200

    func ranking(of member: ID<Member>) -> Query<[RankedPlace]> {
        .all(
            """
            SELECT k.place, r.id, r.name, p.id, p.name FROM ride_ranks k
            JOIN rides r ON r.club_id = k.club_id AND r.id = k.ride_id JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE k.member_id = $1 ORDER BY k.place LIMIT $2
            """, member, Self.maxRides)
    }

    /// The rides that the member has ridden but not ranked, the ride with the most laps first.
    func unranked(of member: ID<Member>, limit: Int) -> Query<[MemberRide]> {
        .all(
            """
            SELECT t.laps, r.id, r.name, p.id, p.name
            FROM (SELECT d.club_id, d.ride_id, d.laps FROM member_rides d WHERE d.member_id = $1 AND d.is_ridden
                AND NOT EXISTS (SELECT FROM ride_ranks k WHERE k.club_id = d.club_id AND k.member_id = $1 AND k.ride_id = d.ride_id)
                ORDER BY d.laps DESC, d.ride_id LIMIT $2) t
            JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            ORDER BY t.laps DESC, t.ride_id
            """, member, limit)
    }

    /// The mean rank of a ride, and whether the member has ranked the ride, ridden it or put it on the wish list. Nil if there is no such
    /// ride.
    func summary(of ride: ID<Ride>, for me: ID<Member>) -> Query<RideRankSummaryRecord?> {
        .first(
            """
            SELECT r.id, r.name, coalesce(t.members, 0), t.mean, k.place, coalesce(d.is_ridden, false), w.ride_id IS NOT NULL FROM rides r
            LEFT JOIN ride_rank_totals t ON t.club_id = r.club_id AND t.ride_id = r.id
            LEFT JOIN ride_ranks k ON k.club_id = r.club_id AND k.member_id = $1 AND k.ride_id = r.id
            LEFT JOIN member_rides d ON d.club_id = r.club_id AND d.member_id = $1 AND d.ride_id = r.id
            LEFT JOIN ride_wishes w ON w.club_id = r.club_id AND w.member_id = $1 AND w.ride_id = r.id
            WHERE r.id = $2
            """, me, ride)
    }

    // MARK: Changing the ranking

    /// Locks the totals of all rides that may get another place. The totals are locked in the order of the rides, so that two members who
    /// rank the same rides do not cause a deadlock.
    func lockTotals(of ride: ID<Ride>, by me: ID<Member>) -> Query<[ID<Ride>]> {
        .all(
            """
            SELECT t.ride_id FROM (SELECT k.ride_id FROM ride_ranks k WHERE k.member_id = $1 UNION SELECT $2::bigint) mine
            JOIN ride_rank_totals t ON t.ride_id = mine.ride_id ORDER BY t.ride_id FOR UPDATE OF t
            """, me, ride)
    }

    /// Adds a ride to the ranking, or moves a ride in the ranking. Afterwards, the places of all rides are 1, 2, 3 and so on, even if there
    /// were gaps.
    func move(_ ride: ID<Ride>, _ move: ListMove, by me: ID<Member>) -> Query<RankChange> {
        .one(
            """
            WITH \(RankQueries.others), ride AS (
                SELECT m.club_id, m.id AS member_id, r.id AS ride_id, r.name, k.place, coalesce(t.is_ridden, false) AS is_ridden,
                    (SELECT count(*) FROM others) AS others, (SELECT count(*) FROM others o WHERE o.place < k.place) AS better
                FROM members m
                JOIN rides r ON r.club_id = m.club_id AND r.id = $2
                LEFT JOIN member_rides t ON t.club_id = m.club_id AND t.member_id = m.id AND t.ride_id = r.id
                LEFT JOIN ride_ranks k ON k.club_id = m.club_id AND k.member_id = m.id AND k.ride_id = r.id
                WHERE m.id = $1 AND m.left_at IS NULL FOR KEY SHARE OF m, r
            ), aim AS (
                SELECT club_id, member_id, ride_id, place IS NULL AS is_new, others + 1 AS count,
                    CASE WHEN place IS NULL AND NOT is_ridden THEN 'unridden' WHEN others >= $5 THEN 'full' END AS problem,
                    least(greatest(CASE WHEN $3 = 'top' THEN 1 WHEN $3 = 'place' THEN $4::bigint WHEN place IS NULL THEN others + 1
                        WHEN $3 = 'up' THEN better WHEN $3 = 'down' THEN better + 2 ELSE others + 1 END, 1), others + 1) AS place
                FROM ride
            ), target AS (
                SELECT o.ride_id, o.number + (o.number >= a.place)::integer AS place FROM others o, aim a WHERE a.problem IS NULL
                UNION ALL SELECT ride_id, place FROM aim WHERE problem IS NULL
            ), moved AS (
                UPDATE ride_ranks k SET place = t.place FROM target t, aim a
                WHERE k.club_id = a.club_id AND k.member_id = a.member_id AND k.ride_id = t.ride_id AND k.place <> t.place
            ), added AS (
                INSERT INTO ride_ranks (club_id, member_id, ride_id, place)
                SELECT club_id, member_id, ride_id, place FROM aim WHERE problem IS NULL AND is_new
            )
            SELECT (SELECT name FROM ride), (SELECT problem FROM aim), (SELECT place FROM aim), (SELECT count FROM aim)
            """, me, ride, move.name, move.place, Self.maxRides)
    }

    func remove(_ ride: ID<Ride>, by me: ID<Member>) -> Query<RankChange> {
        .one(
            """
            WITH \(RankQueries.others), gone AS (DELETE FROM ride_ranks WHERE member_id = $1 AND ride_id = $2), moved AS (
                UPDATE ride_ranks k SET place = o.number FROM others o
                WHERE k.club_id = o.club_id AND k.member_id = $1 AND k.ride_id = o.ride_id AND k.place <> o.number
            )
            SELECT (SELECT name FROM rides WHERE id = $2), NULL::text, NULL::bigint, (SELECT count(*) FROM others)
            """, me, ride)
    }

    /// A CTE with the ranking of the member `$1` without the ride `$2`. `number` is the place without gaps, from 1.
    private static let others: SQL = """
        others AS (
            SELECT k.club_id, k.ride_id, k.place, row_number() OVER (ORDER BY k.place) AS number
            FROM ride_ranks k WHERE k.member_id = $1 AND k.ride_id <> $2
        )
        """

    // MARK: Export and erasure

    func all(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT k.place, json_build_object('place', k.place, 'ride', r.name, 'park', p.name)::text FROM ride_ranks k
            JOIN rides r ON r.club_id = k.club_id AND r.id = k.ride_id JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE k.member_id = $1 AND k.place > $2 ORDER BY k.place LIMIT $3
            """, me, after, limit)
    }
}

struct RankChange: RowRecord {
    /// The name of the ride. Nil if there is no such ride.
    var rideName: String?
    /// The reason why nothing was changed. Nil if the change was accepted.
    var problem: Problem?
    /// The place of the ride after the change. Nil if the ride is not ranked.
    var place: Int?
    var count: Int?

    enum Problem: String, DatabaseEnum {
        /// The member has not ridden the ride yet.
        case unridden
        case full
    }

    static let decoder = RowDecoder(RankChange.init)
}

struct RankedPlace: RowRecord {
    var place: Int
    var ride: RideName

    static let decoder = RowDecoder(RankedPlace.init)
}

struct RideRankSummaryRecord: RowRecord {
    var ride: ID<Ride>
    var name: String
    var members: Int
    /// The mean rank in thousandths, for example 3200 for 3.2. Nil if nobody has ranked the ride.
    var mean: Int?
    /// The place of the ride in the member's ranking. Nil if the member has not ranked the ride.
    var place: Int?
    var isRidden: Bool
    var isWished: Bool

    static let decoder = RowDecoder(RideRankSummaryRecord.init)
}

/// Formats a mean rank, which is stored in thousandths.
enum MeanRank {
    /// Rounds thousandths to tenths. Half a tenth is rounded down.
    static func tenths(_ mean: Int) -> Int { (mean + 49) / 100 }

    static func label(_ mean: Int) -> String { "\(tenths(mean) / 10).\(tenths(mean) % 10)" }
}
