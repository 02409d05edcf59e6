import Postgres

/// Things of a member that the whole club, only friends, or nobody else can see, as the member chooses. A feature lists its kinds in
/// `Feature.privacy`, and asks `ProfileContext.shows` or, in SQL, the functions below.
struct PrivacyKind: Sendable {
    /// The value in `members.for_friends` or `members.for_me`.
    let name: SQL
    let label: String
    /// Whether leaderboards show such things. A member who hides them from anybody in the club is on no leaderboard.
    var isRanked = false

    var field: String { "\(name)_for" }

    /// SQL condition: whether the whole club sees things of a kind of the member `m`.
    static func isForClub(_ kind: SQL, of m: SQL) -> SQL { "('\(kind)' <> ALL (\(m).for_friends || \(m).for_me))" }
    /// SQL condition: whether friends of the member `m` see them.
    static func isForFriends(_ kind: SQL, of m: SQL) -> SQL { "('\(kind)' <> ALL (\(m).for_me))" }

    /// The same conditions, if the name of the kind is a column or an expression.
    static func clubSees(_ name: SQL, of m: SQL) -> SQL { "(\(name) <> ALL (\(m).for_friends || \(m).for_me))" }
    static func friendsSee(_ name: SQL, of m: SQL) -> SQL { "(\(name) <> ALL (\(m).for_me))" }
}
