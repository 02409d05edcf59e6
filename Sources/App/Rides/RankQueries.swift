import Postgres

/// All SQL over `ride_ranks` and what they come to. Whoever changes ranks locks the member first, then the totals.
struct RankQueries {
    /// As many rides as one may rank, as the schema has it.
    static let most = 200

    /// A member's own order, the best first.
    func ranking(of member: ID<Member>) -> Query<[RankedPlace]> {
        .all(
            """
            SELECT k.place, r.id, r.name, p.id, p.name FROM ride_ranks k
            JOIN rides r ON r.club_id = k.club_id AND r.id = k.ride_id JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE k.member_id = $1 ORDER BY k.place LIMIT $2
            """, member, Self.most)
    }

    /// What a member has ridden and not ranked, the most often first.
    func unranked(of member: ID<Member>, limit: Int) -> Query<[RiddenRide]> {
        .all(
            """
            SELECT t.laps, r.id, r.name, p.id, p.name
            FROM (SELECT d.club_id, d.ride_id, d.laps FROM ridden d WHERE d.member_id = $1 AND d.is_ridden
                AND NOT EXISTS (SELECT FROM ride_ranks k WHERE k.club_id = d.club_id AND k.member_id = $1 AND k.ride_id = d.ride_id)
                ORDER BY d.laps DESC, d.ride_id LIMIT $2) t
            JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            ORDER BY t.laps DESC, t.ride_id
            """, member, limit)
    }

    /// What members make of a ride, and what one does oneself.
    func opinion(on ride: ID<Ride>, by me: ID<Member>) -> Query<OpinionRecord?> {
        .first(
            """
            SELECT r.id, r.name, coalesce(t.members, 0), t.mean, k.place, coalesce(d.is_ridden, false), w.ride_id IS NOT NULL FROM rides r
            LEFT JOIN ride_rank_totals t ON t.club_id = r.club_id AND t.ride_id = r.id
            LEFT JOIN ride_ranks k ON k.club_id = r.club_id AND k.member_id = $1 AND k.ride_id = r.id
            LEFT JOIN ridden d ON d.club_id = r.club_id AND d.member_id = $1 AND d.ride_id = r.id
            LEFT JOIN ride_wishes w ON w.club_id = r.club_id AND w.member_id = $1 AND w.ride_id = r.id
            WHERE r.id = $2
            """, me, ride)
    }

    // MARK: Changing the order

    /// Locks the totals that a change may touch, in the order of the rides: two who rank the same ones never wait for each other.
    func lockTotals(of ride: ID<Ride>, by me: ID<Member>) -> Query<[ID<Ride>]> {
        .all(
            """
            SELECT t.ride_id FROM (SELECT k.ride_id FROM ride_ranks k WHERE k.member_id = $1 UNION SELECT $2::bigint) mine
            JOIN ride_rank_totals t ON t.ride_id = mine.ride_id ORDER BY t.ride_id FOR UPDATE OF t
            """, me, ride)
    }

    /// Ranks a ride, or moves it; those between make room. Places are 1, 2, 3 … afterwards, whatever they were.
    func move(_ ride: ID<Ride>, _ move: ListMove, by me: ID<Member>) -> Query<RankChange> {
        .one(
            """
            WITH \(RankQueries.others), ride AS (
                SELECT m.club_id, m.id AS member_id, r.id AS ride_id, r.name, k.place, coalesce(t.is_ridden, false) AS is_ridden,
                    (SELECT count(*) FROM others) AS others, (SELECT count(*) FROM others o WHERE o.place < k.place) AS better
                FROM members m
                JOIN rides r ON r.club_id = m.club_id AND r.id = $2
                LEFT JOIN ridden t ON t.club_id = m.club_id AND t.member_id = m.id AND t.ride_id = r.id
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
            """, me, ride, move.name, move.place, Self.most)
    }

    /// Takes a ride out of the order.
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

    /// A member's ranks without a ride's, numbered as they follow each other.
    private static let others: SQL = """
        others AS (
            SELECT k.club_id, k.ride_id, k.place, row_number() OVER (ORDER BY k.place) AS number
            FROM ride_ranks k WHERE k.member_id = $1 AND k.ride_id <> $2
        )
        """

    // MARK: One's own data

    func all(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT k.place, json_build_object('place', k.place, 'ride', r.name, 'park', p.name)::text FROM ride_ranks k
            JOIN rides r ON r.club_id = k.club_id AND r.id = k.ride_id JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            WHERE k.member_id = $1 AND k.place > $2 ORDER BY k.place LIMIT $3
            """, me, after, limit)
    }

    func clear(of member: ID<Member>) -> Query<Int> { .change("DELETE FROM ride_ranks WHERE member_id = $1", member) }
}

/// What came of a change.
struct RankChange: Sendable, RowDecodable {
    /// nil: there is no such ride.
    var ride: String?
    /// Why nothing was changed: `unridden` or `full`.
    var problem: String?
    /// Where the ride is now; nil: nowhere.
    var place: Int?
    /// How many are ranked.
    var count: Int?

    init(_ row: inout Row) throws {
        ride = try row.next()
        problem = try row.next()
        place = try row.next()
        count = try row.next()
    }
}

/// A ride, and where it stands.
struct RankedPlace: Sendable, RowDecodable {
    var place: Int
    var ride: RideName

    init(_ row: inout Row) throws {
        place = try row.next()
        ride = try RideName(&row)
    }
}

/// What is made of a ride.
struct OpinionRecord: Sendable, RowDecodable {
    var ride: ID<Ride>
    var name: String
    /// How many have ranked it.
    var members: Int
    /// At which place, on the average, by thousandths; nil: nobody has.
    var mean: Int?
    /// In one's own order.
    var place: Int?
    var isRidden: Bool
    var isWished: Bool

    init(_ row: inout Row) throws {
        ride = try row.next()
        name = try row.next()
        members = try row.next()
        mean = try row.next()
        place = try row.next()
        isRidden = try row.next()
        isWished = try row.next()
    }
}

/// A mean of places, as one reads it.
enum MeanRank {
    /// Of thousandths the tenths, half of one being none.
    static func tenths(_ mean: Int) -> Int { (mean + 49) / 100 }

    /// "3.2"
    static func words(_ mean: Int) -> String { "\(tenths(mean) / 10).\(tenths(mean) % 10)" }
}
