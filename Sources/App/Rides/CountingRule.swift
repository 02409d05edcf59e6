import Postgres

/// What counts as a ride of its own.
struct CountingRule: Sendable, Equatable, RowDecodable {
    /// Kinds that do not count.
    var leftOut: Set<Ride.Kind> = []
    var countsKiddie = true
    /// Whether one that moved is the same at every place.
    var movedIsSame = false

    init() {}

    init(_ row: inout Row) throws {
        leftOut = Set(try row.next([String].self).compactMap(Ride.Kind.init(rawValue:)))
        countsKiddie = try row.next()
        movedIsSame = try row.next()
    }

    /// What a form has ticked.
    init(_ form: Form) {
        let counted = Set(form.values("kind").compactMap(Ride.Kind.init(rawValue:)))
        leftOut = Set(Ride.Kind.allCases).subtracting(counted)
        countsKiddie = form["kiddie"] == "1"
        movedIsSame = form["moved"] == "same"
    }

    var countsSomething: Bool { leftOut.count < Ride.Kind.allCases.count }

    /// In the order in which they are written down everywhere.
    var leftOutNames: [String] { Ride.Kind.allCases.filter(leftOut.contains).map(\.rawValue) }

    /// As what a ride `r` counts by the rule of a row `u`, which may be missing: a number that those share which are one; NULL: it does not.
    static func credit(of r: SQL, by u: SQL) -> SQL {
        """
        CASE WHEN \(r).kind = ANY (\(u).left_out) OR \(r).is_kiddie AND NOT \(u).counts_kiddie THEN NULL
            WHEN \(u).moved_is_same THEN coalesce(\(r).first_id, \(r).id) ELSE \(r).id END
        """
    }

    /// As what a ride `r` counts by the member's own rule `o` where they have one, else by the club's, `u`.
    static let ownCredit: SQL = """
        CASE WHEN o.member_id IS NULL THEN \(CountingRule.credit(of: "r", by: "u")) ELSE \(CountingRule.credit(of: "r", by: "o")) END
        """

    /// The rules of both, of the club and the member of `t`.
    static let rules: SQL = """
        LEFT JOIN counting_rules u ON u.club_id = t.club_id
        LEFT JOIN own_counting_rules o ON o.club_id = t.club_id AND o.member_id = t.member_id
        """

    /// "All rides count once, at each place where they stood." and the like.
    var words: String {
        let kinds = Ride.Kind.allCases.filter(leftOut.contains).map { $0.plural.lowercased() }
        let missing = kinds + (countsKiddie ? [] : ["rides for children"])
        let all = missing.isEmpty ? "Every ride counts once" : "Every ride counts once, but for \(missing.listed)"
        return "\(all); one that moved counts \(movedIsSame ? "as one" : "at each place")."
    }
}

/// All SQL over `counting_rules` and `own_counting_rules`.
struct CountingRuleQueries {
    /// The club's; nil: everything counts.
    func rule() -> Query<CountingRule?> { .first("SELECT left_out, counts_kiddie, moved_is_same FROM counting_rules") }

    /// A member's own; nil: they count as the club does.
    func rule(of member: ID<Member>) -> Query<CountingRule?> {
        .first("SELECT left_out, counts_kiddie, moved_is_same FROM own_counting_rules WHERE member_id = $1", member)
    }

    /// Everybody who has ridden something is counted anew then.
    func set(_ rule: CountingRule) -> Query<Int> {
        .one(
            """
            WITH changed AS (
                INSERT INTO counting_rules AS u (club_id, left_out, counts_kiddie, moved_is_same)
                VALUES (current_setting('app.club_id')::bigint, $1, $2, $3)
                ON CONFLICT (club_id) DO UPDATE SET left_out = excluded.left_out, counts_kiddie = excluded.counts_kiddie,
                    moved_is_same = excluded.moved_is_same
                WHERE (u.left_out, u.counts_kiddie, u.moved_is_same)
                    IS DISTINCT FROM (excluded.left_out, excluded.counts_kiddie, excluded.moved_is_same)
                RETURNING club_id
            ), due AS (
                INSERT INTO rider_dues (club_id, member_id) SELECT s.club_id, s.member_id FROM changed c
                JOIN riders s ON s.club_id = c.club_id AND s.period = '' ORDER BY s.member_id ON CONFLICT DO NOTHING RETURNING member_id
            )
            SELECT count(*) FROM due
            """, rule.leftOutNames, rule.countsKiddie, rule.movedIsSame)
    }

    func set(_ rule: CountingRule, of me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO own_counting_rules (club_id, member_id, left_out, counts_kiddie, moved_is_same)
            SELECT club_id, id, $2, $3, $4 FROM members WHERE id = $1 AND left_at IS NULL
            ON CONFLICT (club_id, member_id) DO UPDATE SET left_out = excluded.left_out, counts_kiddie = excluded.counts_kiddie,
                moved_is_same = excluded.moved_is_same
            """, me, rule.leftOutNames, rule.countsKiddie, rule.movedIsSame)
    }

    func clear(of member: ID<Member>) -> Query<Int> { .change("DELETE FROM own_counting_rules WHERE member_id = $1", member) }

    func own(of me: ID<Member>) -> Query<ExportRow?> {
        .first(
            """
            SELECT 1, json_build_object('kinds_left_out', left_out, 'counts_rides_for_children', counts_kiddie,
                'a_moved_ride_is_the_same', moved_is_same)::text FROM own_counting_rules WHERE member_id = $1
            """, me)
    }
}
