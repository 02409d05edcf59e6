import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct RideChatRoutes {
    func add(to site: Site) {
        site.memberLive(
            "/c/:club/rides/:ride/live",
            parts: { _, club, ride in ID(ride).map { [.init([.ride($0, in: club)]), .talk(in: .ride($0), of: club)] } }
        ) { visit in
            try RideVisit(visit).fragment()
        }
        ChatRoutes(kind: .ride, page: respondWithPage).add(to: site)
    }

    @Sendable private func respondWithPage(_ visit: MemberVisit, _ draft: Draft) async throws -> Response {
        guard visit.wantsRepresentation else { return try await RideRoutes().page(visit, draft: draft) }
        return try await RideVisit(visit).fragment(draft: draft).representation()
    }
}
