import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// The park where a member is at home.
struct HomePark: Sendable, RowDecodable {
    var id: ID<Park>
    var name: String

    init(_ row: inout Row) throws {
        id = try row.next()
        name = try row.next()
    }
}

/// What one says of a park on its page: whether it is home.
struct HomeChoice: ViewModel {
    var action: String
    var isHome: Bool
    /// What is home instead; nil: nothing is.
    var other: String?

    init(_ park: ID<Park>, home: HomePark?, in club: Club) {
        action = Park.path(of: park, in: club) + "/home"
        isHome = home?.id == park
        other = isHome ? nil : home?.name
    }
}

/// A member's home park, on their profile.
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

/// A park becomes one's home, or is it no longer.
struct HomeParkRoutes {
    private let queries = HomeParkQueries()

    func add(to site: Site) {
        site.memberPost("/c/:club/parks/:park/home", choose)
        site.memberPost("/c/:club/parks/:park/home/removal", leave)
    }

    private func choose(_ visit: MemberVisit) async throws -> Response {
        let park: ID<Park> = try visit.identifier("park")
        try visit.spend(.homePark)
        guard try await visit.write(queries.choose(park, by: visit.me)) == 1 else { throw Problem.notFound }
        return again(park, visit)
    }

    private func leave(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Park> = try visit.identifier("park")
        try visit.spend(.homePark)
        let (park, _) = try await visit.write(ParkQueries().park(id), queries.leave(id, by: visit.me))
        guard park != nil else { throw Problem.notFound }
        return again(id, visit)
    }

    private func again(_ park: ID<Park>, _ visit: MemberVisit) -> Response {
        visit.redirect(to: Park.path(of: park, in: visit.club) + "#home")
    }
}

extension RateLimiter.Limit {
    static let homePark = RateLimiter.Limit(name: "home park", burst: 20, secondsPerToken: 5)
}
