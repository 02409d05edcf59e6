import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct HomeParkRoutes {
    private let queries = HomeParkQueries()

    func add(to site: Site) {
        site.memberPost("/c/:club/parks/:park/home", choose)
        site.memberPost("/c/:club/parks/:park/home/removal", remove)
    }

    private func choose(_ visit: MemberVisit) async throws -> Response {
        let park: ID<Park> = try visit.identifier("park")
        try visit.spend(.homePark)
        guard try await visit.write(queries.choose(park, by: visit.me)) == 1 else { throw Problem.notFound }
        return respondWithPark(park, visit)
    }

    private func remove(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Park> = try visit.identifier("park")
        try visit.spend(.homePark)
        let (park, _) = try await visit.write(ParkQueries().park(id), queries.remove(id, by: visit.me))
        guard park != nil else { throw Problem.notFound }
        return respondWithPark(id, visit)
    }

    private func respondWithPark(_ park: ID<Park>, _ visit: MemberVisit) -> Response {
        visit.redirect(to: Park.path(of: park, in: visit.club) + "#home")
    }
}
