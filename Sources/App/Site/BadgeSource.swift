import Postgres

/// What of a member is counted, so that badges are earned by it: a feature names it in `Feature.badges`, and settles it in the transaction
/// of whatever changes it, after that:
///
///     try await visit.write(queries.befriend(other), BadgeSource.friends.settle([visit.me, other]))
///
/// What changes it for many members at once leaves them to `due`.
final class BadgeSource: Sendable {
    /// Who else sees those of a member; nil: whoever sees badges.
    let privacy: PrivacyKind?
    /// Whether a badge is counted among those of the others, for the member `m`.
    private let isCounted: SQL
    let measures: [BadgeMeasure]
    /// A row for each measure: `measure` and `value`, of the member `m`.
    let rows: SQL
    /// The rules, as a statement takes them.
    let names: [String]
    let goals: [Int]

    /// - Parameters:
    ///   - isCountedHidden: whether those that a member shows to nobody are counted, so that others read how rare they are.
    ///   - values: `SELECT`s one row of how much there is of each measure, in their order, of the member `m.id` of `m.club_id`.
    init(privacy: PrivacyKind? = nil, isCountedHidden: Bool = true, values: SQL, _ measures: [BadgeMeasure]) {
        (self.privacy, self.measures) = (privacy, measures)
        isCounted = isCountedHidden ? "true" : privacy.map { PrivacyKind.isForFriends($0.name, of: "m") } ?? "true"
        let columns = measures.map(\.name).joined(by: ", ")
        let all = measures.map { "('\($0.name)', s.\($0.name)::bigint)" as SQL }.joined(by: ", ")
        rows = """
            (\(values)) s (\(columns)) CROSS JOIN LATERAL (VALUES \(all)) v (measure, value)
            """
        names = measures.flatMap { measure in measure.badges.map { _ in measure.name.description } }
        goals = measures.flatMap { $0.badges.map(\.goal) }
    }

    /// Gives members what they have earned by now, and takes what they have not any more.
    func settle(_ members: [ID<Member>]) -> Query<[EarnedBadge]> { .all(settling(), members, names, goals) }

    /// The same as SQL, if `condition` holds for the member `m`; its own parameters begin with `$4`. Before them come the members and the
    /// rules' `names` and `goals`.
    func settling(if condition: SQL = "true") -> SQL {
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

/// One thing that is counted, and the badges that are earned by it.
struct BadgeMeasure: Sendable {
    /// As the database has it; small letters and underscores.
    let name: SQL
    /// What it is called where there is one of it, and where there are several: "park", "parks".
    let unit: (one: String, many: String)
    /// The sprite's.
    let icon: String
    /// `SELECT`s the day on which the member `m` had `k.goal` of it; NULL: nobody knows.
    let day: SQL
    /// The least first.
    let badges: [Badge]

    /// - Parameter badges: what each is called, by how much there has to be.
    init(_ name: SQL, _ one: String, _ many: String, icon: String, day: SQL, _ badges: KeyValuePairs<Int, String>) {
        (self.name, unit, self.icon, self.day) = (name, (one, many), icon, day)
        self.badges = badges.map { Badge(goal: $0.key, title: $0.value) }.sorted { $0.goal < $1.goal }
    }

    /// "10 parks"
    func words(_ count: Int) -> String { "\(count) \(count == 1 ? unit.one : unit.many)" }
}

struct Badge: Sendable {
    var goal: Int
    var title: String
}

/// A badge that has just been earned.
struct EarnedBadge: Sendable, RowDecodable {
    var measure: String
    var goal: Int

    init(_ row: inout Row) throws {
        measure = try row.next()
        goal = try row.next()
    }

    /// As an address has it; nil: it names none.
    init?(id: some StringProtocol) {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let goal = Int(parts[1]) else { return nil }
        (measure, self.goal) = (String(parts[0]), goal)
        guard title != nil else { return nil }
    }

    var id: String { "\(measure)-\(goal)" }

    /// What it is called; nil: there is none such any more.
    var title: String? { BadgeSource.titles[measure]?[goal] }
}

extension BadgeSource {
    static let all = features.flatMap(\.badges)

    static let titles = all.flatMap(\.measures).reduce(into: [String: [Int: String]]()) { titles, measure in
        titles[measure.name.description] = Dictionary(uniqueKeysWithValues: measure.badges.map { ($0.goal, $0.title) })
    }
}
