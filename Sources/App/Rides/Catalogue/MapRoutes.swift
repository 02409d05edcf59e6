import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct MapRoutes {
    private static let (maxParks, maxFriends) = (500, 200)

    func add(to site: Site) { site.memberGet("/c/:club/parks/map", show) }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let text = visit.query("region")
        guard let region = text == nil ? .world : text.flatMap(MapRegion.init(rawValue:)) else { throw Problem.notFound }
        let bounds = region.bounds
        let queries = CheckInQueries()
        let (present, parks) = try await visit.read(
            queries.currentCheckIn(of: visit.me),
            ParkQueries().parks(from: bounds.south, to: bounds.north, bounds.west, bounds.east, limit: Self.maxParks))
        let friends = try await visit.read(
            queries.friendsOnMap(of: visit.me, from: present?.park.id, hidden: visit.hidden, limit: Self.maxFriends))
        var response = try visit.page(MapPage(region, parks, friends, present?.park, visit: visit))
        response.headers[.contentSecurityPolicy] = SecurityHeaders.locating
        return response
    }
}
