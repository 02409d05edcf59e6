import Postgres

/// Decides which rides count as credits (different rides that a member has ridden), for a club or for one member.
struct CountingRule: Sendable, Equatable, RowDecodable {
    var excludedKinds: Set<Ride.Kind> = []
    var countsKiddie = true
    /// True if a ride that moved to another park counts only once.
    var movedIsSame = false

    init() {}

    init(_ row: inout Row) throws {
        excludedKinds = Set(try row.next([String].self).compactMap(Ride.Kind.init(rawValue:)))
        countsKiddie = try row.next()
        movedIsSame = try row.next()
    }

    /// Reads an HTML form. The kinds of rides that are chosen in the form count.
    init(_ form: Form) {
        let counted = Set(form.values("kind").compactMap(Ride.Kind.init(rawValue:)))
        excludedKinds = Set(Ride.Kind.allCases).subtracting(counted)
        countsKiddie = form["kiddie"] == "1"
        movedIsSame = form["moved"] == "same"
    }

    var countsAnyKind: Bool { excludedKinds.count < Ride.Kind.allCases.count }

    /// The names of the excluded kinds, in the order of `Ride.Kind.allCases`. The order matters, because the database compares rules as
    /// arrays.
    var excludedKindNames: [String] { Ride.Kind.allCases.filter(excludedKinds.contains).map(\.rawValue) }

    /// SQL for the credit of the ride in row `r` by the rule in row `u`. The credit is the id of a ride: usually the ride's own id. If the
    /// rule counts a moved ride only once, the credit is the id of the ride in its first park. NULL if the ride does not count. If `u` is
    /// NULL because there is no rule, every ride counts.
    static func credit(of r: SQL, by u: SQL) -> SQL {
        """
        CASE WHEN \(r).kind = ANY (\(u).left_out) OR \(r).is_kiddie AND NOT \(u).counts_kiddie THEN NULL
            WHEN \(u).moved_is_same THEN coalesce(\(r).first_id, \(r).id) ELSE \(r).id END
        """
    }

    /// SQL for the credit of the ride in row `r`. The member's own rule `o` decides if there is one, and otherwise the club's rule `u`.
    /// Needs `joins`.
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
        let all = missing.isEmpty ? "Every ride counts once" : "Every ride counts once, except \(missing.listed)"
        return "\(all). A ride that moved to another park counts \(movedIsSame ? "as one ride" : "at each park")."
    }
}
