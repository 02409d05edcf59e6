import Postgres

/// The functions about badges that other features use.
enum Badges {
    static func badges(of member: ID<Member>) -> Query<[AwardedBadge]> { BadgeQueries().badges(of: member) }

    static func progress(of member: ID<Member>) -> Query<[BadgeProgress]> { BadgeQueries().progress(of: member) }

    static func memberCount() -> Query<Int> { BadgeQueries().members() }
}
