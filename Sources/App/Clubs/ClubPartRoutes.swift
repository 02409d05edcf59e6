import Hummingbird
import Postgres

struct ClubPartRoutes {
    private let queries = ClubQueries()

    func add(to site: Site) {
        site.adminGet("/c/:club/parts") { visit in try visit.page(ClubPartsPage(visit)) }
        site.adminPost("/c/:club/parts", change)
    }

    private func change(_ visit: MemberVisit) async throws -> Response {
        let known = visit.club.parts.all
        let named = visit.form["order"].split(separator: ",", maxSplits: known.count).map(String.init)
            .filter { name in known.contains { $0.name == name } }
        var order = ClubParts(disabled: [], order: named).all.map(\.name)
        let moved = Self.move(visit.form["up"], by: -1, in: &order) || Self.move(visit.form["down"], by: 1, in: &order)
        let off = known.filter { $0.isOptional && visit.form["on-" + $0.name].isEmpty }.map(\.name)
        try await visit.write(queries.setParts(off: off, order: order))
        visit.services.clubs.evict(visit.club.slug)
        return visit.redirect(to: visit.club.path + (moved ? "/parts" : "/"))
    }

    private static func move(_ name: String, by step: Int, in order: inout [String]) -> Bool {
        guard let place = order.firstIndex(of: name), order.indices.contains(place + step) else { return false }
        order.swapAt(place, place + step)
        return true
    }
}
