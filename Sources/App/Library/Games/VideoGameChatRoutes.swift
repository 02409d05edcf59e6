import Hummingbird
import Postgres
import Web

struct VideoGameChatRoutes {
    func add(to site: Site) {
        site.memberLive(
            "/c/:club/library/games/:video_game/live",
            parts: { _, club, game in ID(game).map { [.init([.playerRequests(club)]), .talk(in: .videoGame($0), of: club)] } }
        ) { visit in
            try VideoGameVisit(visit).fragment()
        }
        ChatRoutes(kind: .videoGame, page: respondWithPage).add(to: site)
    }

    @Sendable private func respondWithPage(_ visit: MemberVisit, _ draft: Draft) async throws -> Response {
        guard visit.wantsRepresentation else { return try await VideoGameRoutes().show(visit, draft: draft) }
        return try await VideoGameVisit(visit).fragment(draft: draft).representation()
    }
}
