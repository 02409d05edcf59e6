import Postgres

/// Numbers of a member for which badges are awarded, such as the number of photos. A feature lists its sources in `Feature.badges`. Code
/// that changes such a number awards the badges afterwards, in the same transaction:
///
///     try await visit.write(queries.follow(other, by: visit.me), FriendBadges.friends.award(to: [visit.me, other]))
///
/// Code that changes the numbers of many members at once adds these members to the table `badge_recalculations` instead. Their badges
/// are awarded later.
final class BadgeSource: Sendable {
    /// The setting by which a member chooses who sees the badges of this source. Nil if everybody who can see the member's badges sees
    /// them.
    let privacy: PrivacyKind?
    /// SQL condition: whether the member `m` is counted when a page says how many members have a badge.
    private let isCounted: SQL
    let measures: [BadgeMeasure]
    /// SQL for a `FROM` clause that returns one row `(measure, value)` for each measure of the member `m`.
    let rows: SQL
    /// For each badge, the name of its measure (`names`) and its goal (`goals`), in the same order.
    let names: [String]
    let goals: [Int]

    /// - Parameters:
    ///   - isCountedHidden: whether members who show these badges to nobody are also counted when a page says how many members have a
    ///     badge.
    ///   - values: a `SELECT` of one row for the member `m.id` of the club `m.club_id`. The row has the value of each measure, in the order
    ///   of `measures`.
    init(privacy: PrivacyKind? = nil, isCountedHidden: Bool = true, values: SQL, _ measures: [BadgeMeasure]) {
        (self.privacy, self.measures) = (privacy, measures)
        isCounted = isCountedHidden ? "true" : privacy.map { PrivacyKind.friendsSee($0.name, of: "m") } ?? "true"
        let columns = measures.map(\.name).joined(by: ", ")
        let all = measures.map { "('\($0.name)', s.\($0.name)::bigint)" as SQL }.joined(by: ", ")
        rows = """
            (\(values)) s (\(columns)) CROSS JOIN LATERAL (VALUES \(all)) v (measure, value)
            """
        names = measures.flatMap { measure in measure.badges.map { _ in measure.name.description } }
        goals = measures.flatMap { $0.badges.map(\.goal) }
    }

    /// Awards the badges that members have earned, and deletes badges whose goal they no longer reach. Returns the new badges.
    func award(to members: [ID<Member>]) -> Query<[EarnedBadge]> { .all(awardStatement(), members, names, goals) }

    /// The statement of `award(to:)`, limited to members `m` for whom `condition` holds. `$1` are the members, `$2` and `$3` are `names`
    /// and `goals`. Parameters of the condition begin at `$4`.
    func awardStatement(if condition: SQL = "true") -> SQL {
        let days = measures.map { "WHEN '\($0.name)' THEN (\($0.day))" as SQL }.joined(by: " ")
        return """
            WITH measured AS MATERIALIZED (
                SELECT m.club_id, m.id, v.measure, v.value, \(isCounted) AS is_counted FROM members m CROSS JOIN LATERAL \(rows)
                WHERE m.id = ANY ($1) AND m.left_at IS NULL AND \(condition)
            ), rules AS (
                SELECT measure, goal FROM unnest($2::text[], $3::bigint[]) u (measure, goal)
            ), lost AS (
                DELETE FROM badges b USING measured m WHERE b.club_id = m.club_id AND b.member_id = m.id AND b.measure = m.measure
                    AND (b.goal > m.value OR NOT EXISTS (SELECT FROM rules k WHERE k.measure = b.measure AND k.goal = b.goal))
            ), gained AS (
                INSERT INTO badges (club_id, member_id, measure, goal, earned_on, is_counted)
                SELECT m.club_id, m.id, k.measure, k.goal,
                    coalesce(CASE k.measure \(days) END, \(Day.of("now()", in: "'UTC'"))), m.is_counted
                FROM measured m JOIN rules k ON k.measure = m.measure AND k.goal <= m.value
                WHERE NOT EXISTS (SELECT FROM badges b
                    WHERE b.club_id = m.club_id AND b.member_id = m.id AND b.measure = k.measure AND b.goal = k.goal)
                ORDER BY k.measure, k.goal ON CONFLICT DO NOTHING RETURNING measure, goal
            )
            SELECT measure, goal FROM gained ORDER BY measure, goal
            """
    }
}

/// A number that is counted for each member, such as shared photos. A member gets a badge for each goal that the number has reached.
struct BadgeMeasure: Sendable {
    /// The value of the column `badges.measure`, in lower-case letters and underscores.
    let name: SQL
    let unit: (one: String, many: String)
    let icon: String
    /// A `SELECT` of the day on which the member `m` reached the goal `k.goal`. NULL if the day is not known.
    let day: SQL
    let badges: [Badge]

    /// - Parameter badges: the title of each badge, by its goal.
    init(_ name: SQL, _ one: String, _ many: String, icon: String, day: SQL, _ badges: KeyValuePairs<Int, String>) {
        (self.name, unit, self.icon, self.day) = (name, (one, many), icon, day)
        self.badges = badges.map { Badge(goal: $0.key, title: $0.value) }.sorted { $0.goal < $1.goal }
    }

    func label(_ count: Int) -> String { "\(count) \(count == 1 ? unit.one : unit.many)" }
}

struct Badge: Sendable {
    var goal: Int
    var title: String
}

struct EarnedBadge: Sendable, RowDecodable {
    var measure: String
    var goal: Int

    init(_ row: inout Row) throws {
        measure = try row.next()
        goal = try row.next()
    }

    /// Parses an `id` such as "photos-10". Nil if there is no such badge.
    init?(id: some StringProtocol) {
        let parts = id.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2, let goal = Int(parts[1]) else { return nil }
        (measure, self.goal) = (String(parts[0]), goal)
        guard title != nil else { return nil }
    }

    var id: String { "\(measure)-\(goal)" }

    /// The title of the badge. Nil if the site no longer has this badge.
    var title: String? { BadgeSource.titles[measure]?[goal] }
}

extension BadgeSource {
    static let all = features.flatMap(\.badges)

    static let titles = all.flatMap(\.measures).reduce(into: [String: [Int: String]]()) { titles, measure in
        titles[measure.name.description] = Dictionary(uniqueKeysWithValues: measure.badges.map { ($0.goal, $0.title) })
    }
}
