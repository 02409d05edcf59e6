import Postgres

/// Things of a member that the club sees, or friends, or nobody else, as each member decides. Its feature registers it, and asks
/// `ProfileContext.shows` or, in SQL, the functions below.
struct PrivacyKind: Sendable {
    /// As the database has it.
    let name: SQL
    /// What the member is asked about.
    let label: String
    /// Whether leaderboards tell of it: whoever keeps it from anybody in the club is on none.
    var isRanked = false

    /// The form's field.
    var field: String { "\(name)_for" }

    /// Whether everybody in the club sees things of a kind of the member `m`.
    static func isForClub(_ kind: SQL, of m: SQL) -> SQL { "('\(kind)' <> ALL (\(m).for_friends || \(m).for_me))" }
    /// Whether their friends do.
    static func isForFriends(_ kind: SQL, of m: SQL) -> SQL { "('\(kind)' <> ALL (\(m).for_me))" }

    /// The same for the kind whose name a column, or what is made of one, has.
    static func clubSees(_ name: SQL, of m: SQL) -> SQL { "(\(name) <> ALL (\(m).for_friends || \(m).for_me))" }
    static func friendsSee(_ name: SQL, of m: SQL) -> SQL { "(\(name) <> ALL (\(m).for_me))" }
}
