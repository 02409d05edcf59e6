import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct HomePark: RowRecord {
    var id: ID<Park>
    var name: String

    static let decoder = RowDecoder(HomePark.init)
}

struct HomeChoice: ViewModel {
    var action: String
    var isHome: Bool
    /// The name of the member's home park, if this is another park. Nil if the member has no other home park.
    var other: String?

    init(_ park: ID<Park>, home: HomePark?, in club: Club) {
        action = Park.path(of: park, in: club) + "/home"
        isHome = home?.id == park
        other = isHome ? nil : home?.name
    }
}

struct ProfileHome: ProfileSection {
    static let template = "rides/home"
    var layout: Layout
    var park: String
    var path: String

    static func query(of member: ID<Member>, for visit: MemberVisit) -> Query<HomePark?> { HomeParkQueries().home(of: member) }

    init?(_ home: HomePark?, in context: ProfileContext) {
        guard let home, context.club.parts.has(.rides), context.shows(RideFeature.ridden) else { return nil }
        layout = context.visit.layout
        (park, path) = (home.name, Park.path(of: home.id, in: context.club))
    }
}

extension RateLimiter.Limit {
    static let homePark = RateLimiter.Limit(name: "home park", burst: 20, secondsPerToken: 5)
}
