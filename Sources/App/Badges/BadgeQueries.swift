import Calendar
import Postgres

/// All SQL over `badges` but for earning them (`BadgeSource.settle`).
struct BadgeQueries {
    /// What a member has, with how many in the club have it, too.
    func badges(of member: ID<Member>) -> Query<[HeldBadge]> {
        .all(
            """
            SELECT b.measure, b.goal, b.earned_on, CASE WHEN b.is_counted THEN c.members END FROM badges b
            LEFT JOIN badge_counts c ON c.club_id = b.club_id AND c.measure = b.measure AND c.goal = b.goal
            WHERE b.member_id = $1 ORDER BY b.earned_on DESC, c.members, b.measure, b.goal DESC
            """, member)
    }

    /// How much there is by now of all that is counted.
    func progress(of member: ID<Member>) -> Query<[BadgeProgress]> { .all(Self.progress, member) }

    static let progress: SQL =
        BadgeSource.all.map { source in
            "SELECT v.measure, v.value FROM members m CROSS JOIN LATERAL \(source.rows) WHERE m.id = $1" as SQL
        }.joined(by: " UNION ALL ")

    /// How many members the club has.
    func members() -> Query<Int> { .one("SELECT member_count FROM clubs WHERE id = current_setting('app.club_id')::bigint") }

    // MARK: Looking again

    func due(limit: Int) -> Query<[ID<Member>]> { .all("SELECT member_id FROM badge_dues ORDER BY member_id LIMIT $1", limit) }

    func members(after last: ID<Member>, limit: Int) -> Query<[ID<Member>]> {
        .all("SELECT id FROM members WHERE id > $1 AND left_at IS NULL ORDER BY id LIMIT $2", last, limit)
    }

    // MARK: A member's own

    func all(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT n, badge FROM (
                SELECT row_number() OVER (ORDER BY earned_on, measure, goal) AS n,
                    json_build_object('of', measure, 'goal', goal, 'earned_on', earned_on)::text AS badge
                FROM badges WHERE member_id = $1
            ) b WHERE n > $2 ORDER BY n LIMIT $3
            """, me, after, limit)
    }

    func clear(of member: ID<Member>) -> Query<Int> { .change("DELETE FROM badges WHERE member_id = $1", member) }

    func clearDues(of member: ID<Member>) -> Query<Int> { .change("DELETE FROM badge_dues WHERE member_id = $1", member) }
}

/// A badge that somebody has.
struct HeldBadge: Sendable, RowDecodable {
    var measure: String
    var goal: Int
    var earnedOn: CalendarDate
    /// How many in the club have it; nil: it is not counted, as its member shows it to nobody.
    var holders: Int?

    init(_ row: inout Row) throws {
        measure = try row.next()
        goal = try row.next()
        earnedOn = try row.next()
        holders = try row.next()
    }
}

struct BadgeProgress: Sendable, RowDecodable {
    var measure: String
    var value: Int

    init(_ row: inout Row) throws {
        measure = try row.next()
        value = try row.next()
    }
}
