import FoundationEssentials
import Postgres

/// A member whom the signed-in member does not follow, and what the two members have in common.
struct SuggestedMember: RowRecord {
    var person: PersonRecord
    /// The time since when this member is at the same park as the signed-in member. Nil if the suggestion has another reason.
    var since: Date?
    /// The number of rides that both members have ridden. 0 if the suggestion has another reason.
    var rides: Int

    static let decoder = RowDecoder(SuggestedMember.init)

    /// SQL for a condition with two parts: the member `$1` does not follow this member, and this member is not one of the hidden members
    /// `$2`.
    static func isCandidate(_ member: SQL) -> SQL {
        "\(member) <> ALL ($2) AND NOT EXISTS (SELECT FROM follows w WHERE w.member_id = $1 AND w.followed_id = \(member))"
    }
}

/// Suggests members to follow. Each query reads a limited number of rows, even in a large club. If too many members have the same home park
/// or the same ride, a query reads only those who joined the club at about the same time as `me`.
struct MemberSuggestionQueries {
    /// The members who are checked in at the same park as `me` and let the whole club see this. The latest check-in is first.
    func membersAtSamePark(as me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[SuggestedMember]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), c.made_at, 0
            FROM (
                SELECT o.club_id, o.id, o.member_id, o.made_at FROM check_ins mine
                CROSS JOIN LATERAL (SELECT * FROM check_ins c WHERE c.club_id = mine.club_id AND c.park_id = mine.park_id
                    ORDER BY c.id DESC LIMIT 500) o
                WHERE mine.member_id = $1 AND mine.is_open AND mine.ends_at > now() AND o.is_open AND o.ends_at > now()
                    AND o.audience = 'club' AND o.member_id <> $1 AND \(SuggestedMember.isCandidate("o.member_id"))
                ORDER BY o.id DESC LIMIT $3
            ) c JOIN members m ON m.club_id = c.club_id AND m.id = c.member_id AND m.left_at IS NULL ORDER BY c.id DESC
            """, me, hidden, limit)
    }

    /// The members who have the same home park as `me` and let the whole club see their rides.
    func membersWithSameHomePark(as me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[SuggestedMember]> {
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
                ) o WHERE mine.member_id = $1 AND \(SuggestedMember.isCandidate("o.member_id"))
                ORDER BY abs(o.member_id - $1), o.member_id LIMIT 100
            ) near
            JOIN members m ON m.club_id = near.club_id AND m.id = near.member_id AND m.left_at IS NULL
                AND \(PrivacyKind.clubSees("rides", of: "m"))
            ORDER BY abs(m.id - $1), m.id LIMIT $3
            """, me, hidden, limit)
    }

    /// The members who have the most rides in common with `me` and let the whole club see their rides. The query looks for members only
    /// among the riders of 20 rides: the rides of `me` that have the fewest riders. Then it counts all rides in common with these members.
    func membersWithSameRides(as me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[SuggestedMember]> {
        .all(
            """
            WITH rare AS (
                SELECT t.club_id, t.ride_id FROM member_rides t JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id
                WHERE t.member_id = $1 AND t.is_ridden AND r.riders > 1 ORDER BY r.riders, r.id LIMIT 20
            ), known AS (
                SELECT o.club_id, o.member_id, count(*) AS hits FROM rare CROSS JOIN LATERAL (
                    (SELECT t.club_id, t.member_id FROM member_rides t WHERE t.club_id = rare.club_id AND t.ride_id = rare.ride_id AND t.is_ridden
                        AND t.member_id > $1 ORDER BY t.member_id LIMIT 100)
                    UNION ALL
                    (SELECT t.club_id, t.member_id FROM member_rides t WHERE t.club_id = rare.club_id AND t.ride_id = rare.ride_id AND t.is_ridden
                        AND t.member_id < $1 ORDER BY t.member_id DESC LIMIT 100)
                ) o WHERE \(SuggestedMember.isCandidate("o.member_id"))
                GROUP BY o.club_id, o.member_id ORDER BY hits DESC, o.member_id LIMIT 200
            ), met AS (
                SELECT \(PersonRecord.columns(of: "m")), m.club_id FROM known k
                JOIN members m ON m.club_id = k.club_id AND m.id = k.member_id AND m.left_at IS NULL
                    AND \(PrivacyKind.clubSees("rides", of: "m"))
                ORDER BY k.hits DESC, m.id LIMIT $3
            )
            SELECT \(PersonRecord.columns(of: "met")), NULL::timestamptz, n.rides FROM met CROSS JOIN LATERAL (
                SELECT count(*) AS rides FROM member_rides t
                JOIN member_rides o ON o.club_id = t.club_id AND o.member_id = met.id AND o.ride_id = t.ride_id AND o.is_ridden
                WHERE t.club_id = met.club_id AND t.member_id = $1 AND t.is_ridden
            ) n ORDER BY n.rides DESC, met.id
            """, me, hidden, limit)
    }

    func hasRidden(_ me: ID<Member>) -> Query<Bool> {
        .one("SELECT EXISTS (SELECT FROM member_rides WHERE member_id = $1 AND is_ridden)", me)
    }
}
