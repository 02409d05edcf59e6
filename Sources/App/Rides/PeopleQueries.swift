import FoundationEssentials
import Postgres

/// Somebody in the club whom one does not follow, and what one has in common with them.
struct PersonToMeet: Sendable, RowDecodable {
    var person: PersonRecord
    /// Since when they are at the park where one is; nil: it is not that.
    var since: Date?
    /// How many rides both have ridden; 0: it is not that.
    var rides: Int

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        since = try row.next()
        rides = try row.next()
    }

    /// Whether a member is none whom `$1` follows, nor one of those whom they do not see, `$2`.
    static func isNew(_ member: SQL) -> SQL {
        "\(member) <> ALL ($2) AND NOT EXISTS (SELECT FROM follows w WHERE w.member_id = $1 AND w.followed_id = \(member))"
    }
}

/// Whom one may like to meet. However large the club is, as many rows are looked at: of those who are at home in a park, or have ridden a
/// ride, some who came to the club at about the same time as oneself.
struct PeopleQueries {
    /// Those who let the club know that they are at the park where `me` is, the latest first.
    func here(with me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[PersonToMeet]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), c.made_at, 0
            FROM (
                SELECT o.club_id, o.id, o.member_id, o.made_at FROM check_ins mine
                CROSS JOIN LATERAL (SELECT * FROM check_ins c WHERE c.club_id = mine.club_id AND c.park_id = mine.park_id
                    ORDER BY c.id DESC LIMIT 500) o
                WHERE mine.member_id = $1 AND mine.is_open AND mine.ends_at > now() AND o.is_open AND o.ends_at > now()
                    AND o.audience = 'club' AND o.member_id <> $1 AND \(PersonToMeet.isNew("o.member_id"))
                ORDER BY o.id DESC LIMIT $3
            ) c JOIN members m ON m.club_id = c.club_id AND m.id = c.member_id AND m.left_at IS NULL ORDER BY c.id DESC
            """, me, hidden, limit)
    }

    /// Those who have the same home park, and let the club know what they ride.
    func neighbours(of me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[PersonToMeet]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), NULL::timestamptz, 0
            FROM (
                SELECT o.club_id, o.member_id FROM home_parks mine CROSS JOIN LATERAL (
                    (SELECT h.club_id, h.member_id FROM home_parks h WHERE h.club_id = mine.club_id AND h.park_id = mine.park_id
                        AND h.member_id > $1 ORDER BY h.member_id LIMIT 300)
                    UNION ALL
                    (SELECT h.club_id, h.member_id FROM home_parks h WHERE h.club_id = mine.club_id AND h.park_id = mine.park_id
                        AND h.member_id < $1 ORDER BY h.member_id DESC LIMIT 300)
                ) o WHERE mine.member_id = $1 AND \(PersonToMeet.isNew("o.member_id"))
                ORDER BY abs(o.member_id - $1), o.member_id LIMIT 100
            ) near
            JOIN members m ON m.club_id = near.club_id AND m.id = near.member_id AND m.left_at IS NULL
                AND \(PrivacyKind.isForClub("rides", of: "m"))
            ORDER BY abs(m.id - $1), m.id LIMIT $3
            """, me, hidden, limit)
    }

    /// Those with most rides in common who let the club know it: found by the twenty rides of `me` that fewest have ridden, and then counted
    /// by all.
    func riders(like me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[PersonToMeet]> {
        .all(
            """
            WITH rare AS (
                SELECT t.club_id, t.ride_id FROM ridden t JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id
                WHERE t.member_id = $1 AND t.is_ridden AND r.riders > 1 ORDER BY r.riders, r.id LIMIT 20
            ), known AS (
                SELECT o.club_id, o.member_id, count(*) AS hits FROM rare CROSS JOIN LATERAL (
                    (SELECT t.club_id, t.member_id FROM ridden t WHERE t.club_id = rare.club_id AND t.ride_id = rare.ride_id AND t.is_ridden
                        AND t.member_id > $1 ORDER BY t.member_id LIMIT 100)
                    UNION ALL
                    (SELECT t.club_id, t.member_id FROM ridden t WHERE t.club_id = rare.club_id AND t.ride_id = rare.ride_id AND t.is_ridden
                        AND t.member_id < $1 ORDER BY t.member_id DESC LIMIT 100)
                ) o WHERE \(PersonToMeet.isNew("o.member_id"))
                GROUP BY o.club_id, o.member_id ORDER BY hits DESC, o.member_id LIMIT 200
            ), met AS (
                SELECT \(PersonRecord.columns(of: "m")), m.club_id FROM known k
                JOIN members m ON m.club_id = k.club_id AND m.id = k.member_id AND m.left_at IS NULL
                    AND \(PrivacyKind.isForClub("rides", of: "m"))
                ORDER BY k.hits DESC, m.id LIMIT $3
            )
            SELECT \(PersonRecord.columns(of: "met")), NULL::timestamptz, n.rides FROM met CROSS JOIN LATERAL (
                SELECT count(*) AS rides FROM ridden t
                JOIN ridden o ON o.club_id = t.club_id AND o.member_id = met.id AND o.ride_id = t.ride_id AND o.is_ridden
                WHERE t.club_id = met.club_id AND t.member_id = $1 AND t.is_ridden
            ) n ORDER BY n.rides DESC, met.id
            """, me, hidden, limit)
    }

    func hasRidden(_ me: ID<Member>) -> Query<Bool> { .one("SELECT EXISTS (SELECT FROM ridden WHERE member_id = $1 AND is_ridden)", me) }
}
