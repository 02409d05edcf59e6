import Calendar
import Postgres

/// All SQL that counts laps. A lap is counted by an act that its browser has named, once however often it is sent; what acts come to is
/// kept by day, by ride and by member in the same statement, so that any order of acts ends in what their set says.
struct LapQueries {
    /// Counts `amount` laps on a day; nil: on the park's present one. They were ridden `age` seconds ago, at night perhaps.
    func count(
        _ amount: Int, of ride: ID<Ride>, on day: CalendarDate?, tap: String, by me: ID<Member>, age: Int = 0
    ) -> Query<LapChange> {
        .one(
            """
            WITH \(LapQueries.allowed), act AS (
                INSERT INTO lap_acts (club_id, member_id, tap, ride_id, day, amount, is_night)
                SELECT club_id, member_id, $3, ride_id, day, $5::integer,
                    $5 > 0 AND day = moment::date AND extract(hour FROM moment) NOT BETWEEN 4 AND 21
                FROM allowed CROSS JOIN LATERAL (SELECT (now() - $6 * interval '1 second') AT TIME ZONE time_zone AS moment) at
                WHERE problem IS NULL
                ON CONFLICT ON CONSTRAINT lap_acts_once DO NOTHING RETURNING club_id, member_id, ride_id, day, amount
            ), \(LapQueries.counted)
            \(LapQueries.change)
            """, ride, me, tap, day, amount, age)
    }

    /// Takes an act back. One that has not come yet counts nothing when it comes.
    func undo(_ amount: Int, of ride: ID<Ride>, on day: CalendarDate?, tap: String, by me: ID<Member>) -> Query<LapChange> {
        .one(
            """
            WITH \(LapQueries.allowed), undone AS (
                INSERT INTO lap_acts AS a (club_id, member_id, tap, ride_id, day, amount, is_undone)
                SELECT club_id, member_id, $3, ride_id, day, $5::integer, true FROM allowed WHERE problem IS NULL
                ON CONFLICT ON CONSTRAINT lap_acts_once DO UPDATE SET is_undone = true WHERE NOT a.is_undone AND a.ride_id = excluded.ride_id
                RETURNING a.club_id, a.member_id, a.ride_id, a.day, a.amount, a.xmax <> 0 AS was_counted
            ), act AS (SELECT club_id, member_id, ride_id, day, -amount AS amount FROM undone WHERE was_counted), \(LapQueries.counted)
            \(LapQueries.change)
            """, ride, me, tap, day, amount)
    }

    /// What the acts of a member come to, of a ride on a day; perhaps fewer than none.
    func laps(of ride: ID<Ride>, on day: CalendarDate, by me: ID<Member>) -> Query<Int?> {
        .first("SELECT count FROM laps WHERE member_id = $1 AND ride_id = $2 AND day = $3", me, ride, day)
    }

    /// The ride, if it is of the club, with its day; and what speaks against counting.
    private static let allowed: SQL = """
        allowed AS (
            SELECT m.club_id, m.id AS member_id, r.id AS ride_id, p.time_zone, d.day, CASE
                WHEN d.day > d.today THEN 'future'
                WHEN d.day::text < r.opened THEN 'unopened'
                WHEN EXISTS (SELECT FROM lap_acts a WHERE a.club_id = m.club_id AND a.member_id = m.id AND a.tap = $3 AND a.ride_id <> r.id)
                    THEN 'reused' END AS problem
            FROM members m
            JOIN rides r ON r.club_id = m.club_id AND r.id = $1
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            CROSS JOIN LATERAL (SELECT \(Day.of("now()", in: "p.time_zone")) AS today, coalesce($4::date, \(Day.of("now()", in: "p.time_zone"))) AS day) d
            WHERE m.id = $2 AND m.left_at IS NULL FOR KEY SHARE OF m, r
        )
        """

    /// What an `act` adds to the day, to what the member has ridden, and to what the club has.
    private static let counted: SQL = """
        day AS (
            INSERT INTO laps AS l (club_id, member_id, ride_id, day, count) SELECT club_id, member_id, ride_id, day, amount FROM act
            ON CONFLICT (club_id, member_id, ride_id, day) DO UPDATE SET count = l.count + excluded.count RETURNING count
        ), change AS (
            SELECT act.club_id, act.member_id, act.ride_id, greatest(day.count, 0) - greatest(day.count - act.amount, 0) AS laps FROM act, day
        ), ridden_now AS (
            INSERT INTO ridden AS t (club_id, member_id, ride_id, laps)
            SELECT club_id, member_id, ride_id, greatest(laps, 0) FROM change WHERE laps <> 0
            ON CONFLICT (club_id, member_id, ride_id) DO UPDATE SET laps = t.laps + (SELECT laps FROM change) RETURNING laps
        ), of_member AS (
            INSERT INTO riders AS s (club_id, member_id, laps, rides)
            SELECT change.club_id, change.member_id, greatest(change.laps, 0), greatest(\(LapQueries.newRides), 0) FROM change, ridden_now
            ON CONFLICT (club_id, member_id) DO UPDATE SET laps = s.laps + (SELECT laps FROM change),
                rides = s.rides + (SELECT \(LapQueries.newRides) FROM change, ridden_now)
        ), of_club AS (
            UPDATE rides r SET laps = r.laps + change.laps,
                riders = r.riders + \(LapQueries.newRides)
            FROM change, ridden_now WHERE r.club_id = change.club_id AND r.id = change.ride_id
        )
        """

    /// By how many rides more has been ridden by a `change`: one, none, or one less.
    private static let newRides: SQL = "((ridden_now.laps > 0)::integer - (ridden_now.laps - change.laps > 0)::integer)"

    /// With how it stands then. What was counted in this statement is not yet in the tables for it.
    private static let change: SQL = """
        SELECT EXISTS (SELECT FROM allowed), (SELECT problem FROM allowed), (SELECT day FROM allowed),
            greatest(coalesce((SELECT count FROM day), (SELECT l.count FROM laps l JOIN allowed a ON l.club_id = a.club_id
                AND l.member_id = a.member_id AND l.ride_id = a.ride_id AND l.day = a.day), 0), 0),
            coalesce((SELECT laps FROM ridden_now), (SELECT t.laps FROM ridden t JOIN allowed a ON t.club_id = a.club_id
                AND t.member_id = a.member_id AND t.ride_id = a.ride_id), 0),
            (SELECT t.tap FROM lap_acts t JOIN allowed a ON t.club_id = a.club_id AND t.member_id = a.member_id AND t.ride_id = a.ride_id
                AND t.day = a.day WHERE NOT t.is_undone AND t.amount > 0 AND t.tap <> $3 ORDER BY t.id DESC LIMIT 1)
        """

    // MARK: Of a ride

    /// Which friends of a member have ridden it, as far as they show that, the most often first.
    func friends(of me: ID<Member>, on ride: ID<Ride>, hidden: [ID<Member>], limit: Int) -> Query<[FriendOnRide]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), t.laps FROM follows f
            JOIN ridden t ON t.club_id = f.club_id AND t.member_id = f.followed_id AND t.ride_id = $2 AND t.laps > 0
            JOIN members m ON m.club_id = f.club_id AND m.id = f.followed_id AND \(PrivacyKind.isForFriends("rides", of: "m"))
            WHERE f.member_id = $1 AND f.is_mutual AND f.followed_id <> ALL ($3) ORDER BY t.laps DESC, m.id LIMIT $4
            """, me, ride, hidden, limit)
    }

    /// The first day on which a member has ridden it, and the last.
    func span(of member: ID<Member>, on ride: ID<Ride>) -> Query<LapSpan> {
        .one(
            """
            SELECT (SELECT day FROM laps WHERE member_id = $1 AND ride_id = $2 AND count > 0 ORDER BY day LIMIT 1),
                (SELECT day FROM laps WHERE member_id = $1 AND ride_id = $2 AND count > 0 ORDER BY day DESC LIMIT 1)
            """, member, ride)
    }

    /// How often a member has ridden it in each of the last twelve months, by their first days.
    func months(of member: ID<Member>, on ride: ID<Ride>) -> Query<[LapSum]> {
        .all(
            """
            SELECT g.month::date, coalesce(sum(l.count), 0)
            FROM rides r JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            CROSS JOIN LATERAL (SELECT date_trunc('month', now() AT TIME ZONE p.time_zone) AS last) d
            CROSS JOIN LATERAL generate_series(d.last - interval '11 months', d.last, '1 month') g (month)
            LEFT JOIN laps l ON l.club_id = r.club_id AND l.member_id = $1 AND l.ride_id = r.id AND l.count > 0
                AND l.day >= g.month::date AND l.day < (g.month + interval '1 month')::date
            WHERE r.id = $2 GROUP BY g.month ORDER BY g.month
            """, member, ride)
    }

    // MARK: What a member has ridden

    func totals(of member: ID<Member>) -> Query<LapTotals> {
        .one(
            """
            SELECT coalesce((SELECT laps FROM riders WHERE member_id = $1), 0), coalesce((SELECT rides FROM riders WHERE member_id = $1), 0),
                (SELECT count(DISTINCT r.park_id) FROM ridden t JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id
                    WHERE t.member_id = $1 AND t.laps > 0)
            """, member)
    }

    /// Who has ridden most different rides.
    func leaderboard(after place: LeaderboardPlace?, limit: Int) -> Query<[Rider]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), s.rides, s.laps
            FROM riders s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
            WHERE s.rides > 0 AND \(Ranked.includes("m")) AND s.rides <= $1 AND (s.rides < $1 OR s.member_id > $2)
            ORDER BY s.rides DESC, s.member_id LIMIT $3
            """, Int32(min(place?.score ?? 1e9, 1e9)), place?.key ?? 0, limit)
    }

    /// A member's own place.
    func rider(_ member: ID<Member>) -> Query<OwnRider?> {
        .first(
            """
            SELECT \(PersonRecord.columns(of: "m")), s.rides, s.laps, m.is_ranked,
                \(Ranked.count(of: "riders a", "a", in: "s.club_id", where: "a.rides > s.rides"))
            FROM riders s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id WHERE s.member_id = $1 AND s.rides > 0
            """, member)
    }

    /// What was ridden on the last days.
    func days(of member: ID<Member>, limit: Int) -> Query<[LapDay]> {
        .all(
            """
            SELECT l.day, l.count, r.id, r.name, p.id, p.name
            FROM (SELECT club_id, ride_id, day, count FROM laps WHERE member_id = $1 AND count > 0 ORDER BY day DESC, ride_id LIMIT $2) l
            JOIN rides r ON r.club_id = l.club_id AND r.id = l.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            ORDER BY l.day DESC, l.ride_id
            """, member, limit)
    }

    /// What was ridden, by days, from behind a ride of one.
    func days(of member: ID<Member>, after day: CalendarDate, _ ride: ID<Ride>, limit: Int) -> Query<[LapDay]> {
        .all(
            """
            SELECT l.day, l.count, r.id, r.name, p.id, p.name
            FROM (SELECT club_id, ride_id, day, count FROM laps WHERE member_id = $1 AND count > 0 AND (day, ride_id) > ($2, $3)
                ORDER BY day, ride_id LIMIT $4) l
            JOIN rides r ON r.club_id = l.club_id AND r.id = l.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            ORDER BY l.day, l.ride_id
            """, member, day, ride, limit)
    }

    /// The first day on which something was ridden, and the last.
    func span(of member: ID<Member>) -> Query<LapSpan> {
        .one(
            """
            SELECT (SELECT day FROM laps WHERE member_id = $1 AND count > 0 ORDER BY day LIMIT 1),
                (SELECT day FROM laps WHERE member_id = $1 AND count > 0 ORDER BY day DESC LIMIT 1)
            """, member)
    }

    /// How many laps there were on each day of a year, from 1 to 9999; nil: of the last one in which there were any.
    func laps(of member: ID<Member>, in year: Int?) -> Query<[LapSum]> {
        .all(
            """
            SELECT l.day, sum(l.count) FROM (
                SELECT make_date(coalesce($2::bigint::integer, extract(year FROM (SELECT day FROM laps
                    WHERE member_id = $1 AND count > 0 ORDER BY day DESC LIMIT 1))::integer), 1, 1) AS first
            ) y
            JOIN laps l ON l.member_id = $1 AND l.count > 0 AND l.day BETWEEN y.first AND (y.first + interval '1 year' - interval '1 day')::date
            GROUP BY l.day ORDER BY l.day
            """, member, year)
    }

    /// What either of two has ridden, the most often first.
    func comparison(of one: ID<Member>, with other: ID<Member>) -> Query<[ComparedRide]> {
        .all(
            """
            SELECT r.id, r.name, p.id, p.name, coalesce(a.laps, 0), coalesce(b.laps, 0)
            FROM (SELECT club_id, ride_id, laps FROM ridden WHERE member_id = $1 AND laps > 0) a
            FULL JOIN (SELECT club_id, ride_id, laps FROM ridden WHERE member_id = $2 AND laps > 0) b
                ON b.club_id = a.club_id AND b.ride_id = a.ride_id
            JOIN rides r ON r.club_id = CASE WHEN a.club_id IS NULL THEN b.club_id ELSE a.club_id END
                AND r.id = CASE WHEN a.ride_id IS NULL THEN b.ride_id ELSE a.ride_id END
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            ORDER BY coalesce(a.laps, 0) + coalesce(b.laps, 0) DESC, r.id
            """, one, other)
    }

    /// Of what it is most: parks, countries, makers or kinds, with how many rides and laps.
    func groups(of member: ID<Member>, by group: LapGroup, limit: Int) -> Query<[LapGroupSum]> {
        .all(
            """
            SELECT name, count(*), sum(laps)::bigint FROM (
                SELECT CASE $2::text WHEN 'park' THEN p.name WHEN 'country' THEN p.country WHEN 'maker' THEN r.maker ELSE r.kind END AS name, t.laps
                FROM ridden t JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
                WHERE t.member_id = $1 AND t.laps > 0
            ) ridden WHERE name <> '' GROUP BY name ORDER BY count(*) DESC, sum(laps) DESC, name LIMIT $3
            """, member, group.rawValue, limit)
    }

    /// What was ridden most.
    func most(of member: ID<Member>, limit: Int) -> Query<[RiddenRide]> {
        .all(
            """
            SELECT t.laps, r.id, r.name, p.id, p.name
            FROM (SELECT club_id, ride_id, laps FROM ridden WHERE member_id = $1 AND laps > 0 ORDER BY laps DESC, ride_id LIMIT $2) t
            JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id
            JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
            ORDER BY t.laps DESC, t.ride_id
            """, member, limit)
    }
}

/// What came of an act.
struct LapChange: Sendable, RowDecodable {
    /// Whether there is such a ride for the member.
    var isThere: Bool
    /// Why nothing was counted: `future`, `unopened` or `reused`.
    var problem: String?
    /// The day that it was about; nil: there is no such ride.
    var day: CalendarDate?
    /// Of that day.
    var dayLaps: Int
    /// Ever.
    var laps: Int
    /// Of that day, the last act besides this one that can be taken back; nil: there is none.
    var otherTap: String?
    /// Those that it has brought.
    var badges: [EarnedBadge] = []

    init(_ row: inout Row) throws {
        isThere = try row.next()
        problem = try row.next()
        day = try row.next()
        dayLaps = try row.next()
        laps = try row.next()
        otherTap = try row.next()
    }
}

/// What a member has ridden.
struct LapTotals: Sendable, RowDecodable {
    var laps: Int
    /// Different rides: credits.
    var rides: Int
    var parks: Int

    init(_ row: inout Row) throws {
        laps = try row.next()
        rides = try row.next()
        parks = try row.next()
    }
}

/// A ride with its park, as a list names it.
struct RideName: Sendable {
    var id: ID<Ride>
    var name: String
    var park: ID<Park>
    var parkName: String

    init(_ row: inout Row) throws {
        id = try row.next()
        name = try row.next()
        park = try row.next()
        parkName = try row.next()
    }
}

/// The laps of a ride on a day.
struct LapDay: Sendable, RowDecodable {
    var day: CalendarDate
    var laps: Int
    var ride: RideName

    init(_ row: inout Row) throws {
        day = try row.next()
        laps = try row.next()
        ride = try RideName(&row)
    }
}

struct RiddenRide: Sendable, RowDecodable {
    var laps: Int
    var ride: RideName

    init(_ row: inout Row) throws {
        laps = try row.next()
        ride = try RideName(&row)
    }
}

/// A ride that one of two has ridden, or both.
struct ComparedRide: Sendable, RowDecodable {
    var ride: RideName
    var mine: Int
    var theirs: Int

    init(_ row: inout Row) throws {
        ride = try RideName(&row)
        mine = try row.next()
        theirs = try row.next()
    }
}

struct FriendOnRide: Sendable, RowDecodable {
    var person: PersonRecord
    var laps: Int

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        laps = try row.next()
    }
}

/// From when to when somebody has ridden; nil: never.
struct LapSpan: Sendable, RowDecodable {
    var first: CalendarDate?
    var last: CalendarDate?

    init(_ row: inout Row) throws {
        first = try row.next()
        last = try row.next()
    }
}

/// The laps of a day.
struct LapSum: Sendable, RowDecodable {
    var day: CalendarDate
    var laps: Int

    init(_ row: inout Row) throws {
        day = try row.next()
        laps = try row.next()
    }
}

/// By what rides are put together.
enum LapGroup: String, CaseIterable {
    case park, country, maker, kind

    var label: String {
        switch self {
        case .park: "Parks"
        case .country: "Countries"
        case .maker: "Makers"
        case .kind: "Kinds"
        }
    }
}

struct LapGroupSum: Sendable, RowDecodable {
    var name: String
    var rides: Int
    var laps: Int

    init(_ row: inout Row) throws {
        name = try row.next()
        rides = try row.next()
        laps = try row.next()
    }
}
