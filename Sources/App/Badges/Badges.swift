import Postgres

/// What other features may ask about badges.
enum Badges {
    /// The badges of a member, the newest badge first. Each badge has the number of members who have it.
    static func badges(of member: ID<Member>) -> Query<[AwardedBadge]> { BadgeQueries().badges(of: member) }

    /// The member's current numbers, such as laps, for which badges are awarded.
    static func progress(of member: ID<Member>) -> Query<[BadgeProgress]> { BadgeQueries().progress(of: member) }

    /// The number of members in the club.
    static func memberCount() -> Query<Int> { BadgeQueries().members() }
}
