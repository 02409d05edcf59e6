import Calendar
import Postgres

/// SQL for the table `badges`. The SQL that awards badges is in `BadgeSource.award`.
struct BadgeQueries {
    /// The badges of a member, the newest badge first, and of the same day the rarest. Each badge has the number of members who have it.
    func badges(of member: ID<Member>) -> Query<[AwardedBadge]> {
        .all(
            """
            SELECT b.measure, b.goal, b.earned_on, CASE WHEN b.is_counted THEN c.members END FROM badges b
            LEFT JOIN badge_counts c ON c.club_id = b.club_id AND c.measure = b.measure AND c.goal = b.goal
            WHERE b.member_id = $1 ORDER BY b.earned_on DESC, c.members, b.measure, b.goal DESC
            """, member)
    }

    /// The member's current numbers, such as laps, for which badges are awarded.
    func progress(of member: ID<Member>) -> Query<[BadgeProgress]> { .all(Self.progress, member) }

    static let progress: SQL =
        BadgeSource.all.map { source in
            "SELECT v.measure, v.value FROM members m CROSS JOIN LATERAL \(source.rows) WHERE m.id = $1" as SQL
        }.joined(by: " UNION ALL ")

    func members() -> Query<Int> { .one("SELECT member_count FROM clubs WHERE id = current_setting('app.club_id')::bigint") }

    // MARK: Recalculation

    func membersToRecalculate(limit: Int) -> Query<[ID<Member>]> {
        .all("SELECT member_id FROM badge_recalculations ORDER BY member_id LIMIT $1", limit)
    }

    func members(after last: ID<Member>, limit: Int) -> Query<[ID<Member>]> {
        .all("SELECT id FROM members WHERE id > $1 AND left_at IS NULL ORDER BY id LIMIT $2", last, limit)
    }

    func deleteRecalculation(of member: ID<Member>) -> Query<Int> {
        .change("DELETE FROM badge_recalculations WHERE member_id = $1", member)
    }

    // MARK: Export

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
}

struct AwardedBadge: RowRecord {
    var measure: String
    var goal: Int
    var earnedOn: CalendarDate
    /// The number of members in the club who have this badge. Nil if this badge is not counted, because its owner shows it to nobody.
    var holders: Int?

    static let decoder = RowDecoder(AwardedBadge.init)
}

struct BadgeProgress: RowRecord {
    var measure: String
    var value: Int

    static let decoder = RowDecoder(BadgeProgress.init)
}
