import Postgres

/// A kind of things for which each member chooses who can see them: the whole club, only friends, or nobody else. A feature lists its kinds
/// in `Feature.privacy`. Its code checks the choice by `ProfileContext.shows` or, in SQL, by the functions below.
struct PrivacyKind: Sendable {
    /// The name of the kind. It is in the column `members.for_friends` if only friends can see the things, and in `members.for_me` if
    /// nobody else can.
    let name: SQL
    let label: String
    /// Whether leaderboards show things of this kind. If a member does not show such things to the whole club, no leaderboard shows the
    /// member.
    var isRanked = false

    var field: String { "\(name)_for" }

    /// SQL condition: whether the whole club can see the member `m`'s things of this kind.
    static func clubSees(_ kind: SQL, of m: SQL) -> SQL { "('\(kind)' <> ALL (\(m).for_friends || \(m).for_me))" }
    /// SQL condition: whether friends of the member `m` can see the member's things of this kind.
    static func friendsSee(_ kind: SQL, of m: SQL) -> SQL { "('\(kind)' <> ALL (\(m).for_me))" }

    /// Like `clubSees` and `friendsSee`, but `name` is a column or an expression with the name of the kind.
    static func clubSeesNamed(_ name: SQL, of m: SQL) -> SQL { "(\(name) <> ALL (\(m).for_friends || \(m).for_me))" }
    static func friendsSeeNamed(_ name: SQL, of m: SQL) -> SQL { "(\(name) <> ALL (\(m).for_me))" }
}
