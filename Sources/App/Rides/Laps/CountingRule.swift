import Postgres

/// Decides which rides count as credits, for a club or for one member.
struct CountingRule: Sendable, Equatable, RowDecodable {
    var excludedKinds: Set<Ride.Kind> = []
    var countsKiddie = true
    /// True if a ride that was moved to another place counts only once.
    var movedIsSame = false

    init() {}

    init(_ row: inout Row) throws {
        excludedKinds = Set(try row.next([String].self).compactMap(Ride.Kind.init(rawValue:)))
        countsKiddie = try row.next()
        movedIsSame = try row.next()
    }

    /// Reads a form that lists the kinds that count.
    init(_ form: Form) {
        let counted = Set(form.values("kind").compactMap(Ride.Kind.init(rawValue:)))
        excludedKinds = Set(Ride.Kind.allCases).subtracting(counted)
        countsKiddie = form["kiddie"] == "1"
        movedIsSame = form["moved"] == "same"
    }

    var countsAnyKind: Bool { excludedKinds.count < Ride.Kind.allCases.count }

    /// Sorted like `Ride.Kind.allCases`: the database compares rules as arrays, in which the order matters.
    var excludedKindNames: [String] { Ride.Kind.allCases.filter(excludedKinds.contains).map(\.rawValue) }

    /// SQL for the credit that ride `r` counts as under the rule in row `u`: a ride id, which the places of a moved ride may share, or NULL
    /// if the ride does not count. Every ride counts if `u` is NULL, because there is no rule.
    static func credit(of r: SQL, by u: SQL) -> SQL {
        """
        CASE WHEN \(r).kind = ANY (\(u).left_out) OR \(r).is_kiddie AND NOT \(u).counts_kiddie THEN NULL
            WHEN \(u).moved_is_same THEN coalesce(\(r).first_id, \(r).id) ELSE \(r).id END
        """
    }

    /// SQL for the credit that ride `r` counts as under the member's own rule `o` if there is one, else under the club's rule `u`. Needs
    /// `joins`.
    static let ownCredit: SQL = """
        CASE WHEN o.member_id IS NULL THEN \(CountingRule.credit(of: "r", by: "u")) ELSE \(CountingRule.credit(of: "r", by: "o")) END
        """

    /// Joins the club's rule as `u` and the member's own rule as `o`. Needs a row `t` with `club_id` and `member_id`.
    static let joins: SQL = """
        LEFT JOIN counting_rules u ON u.club_id = t.club_id
        LEFT JOIN own_counting_rules o ON o.club_id = t.club_id AND o.member_id = t.member_id
        """

    var sentence: String {
        let kinds = Ride.Kind.allCases.filter(excludedKinds.contains).map { $0.plural.lowercased() }
        let missing = kinds + (countsKiddie ? [] : ["rides for children"])
        let all = missing.isEmpty ? "Every ride counts once" : "Every ride counts once, but for \(missing.listed)"
        return "\(all); one that moved counts \(movedIsSame ? "as one" : "at each place")."
    }
}
