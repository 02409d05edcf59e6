import Hummingbird
import Postgres
import Web

struct WishRoutes {
    private let queries = WishQueries()

    func add(to site: Site) {
        site.memberGet("/c/:club/laps/:handle/wishes") { visit in
            try await page(of: try await visit.member(visit.context.parameters.get("handle") ?? ""), visit)
        }
        site.memberPost("/c/:club/rides/:ride/wish") { visit in
            try await perform(visit, queries.wish(for: visit.identifier("ride"), by: visit.me), "It is on your wish list.")
        }
        site.memberPost("/c/:club/rides/:ride/wish/removal") { visit in
            try await perform(visit, queries.remove(visit.identifier("ride"), by: visit.me), "It is not on your wish list any more.")
        }
    }

    private func page(of member: ID<Member>, problem: Refusal? = nil, _ visit: MemberVisit) async throws -> Response {
        let isMine = member == visit.me
        let (profile, relationship, wishes) = try await visit.read(
            Members.profile(of: member), Relationship.query(of: visit.me, to: member), queries.wishes(of: member))
        let shown = try visit.profile(profile, relationship, showing: RideFeature.ridden)
        let list = WishList(wishes, isMine: isMine, problem: problem?.sentence, club: visit.club)
        return try visit.page(WishesPage(shown.person, list, visit: visit), status: problem?.status ?? .ok)
    }

    private func perform(_ visit: MemberVisit, _ query: Query<WishChange>, _ announcement: String) async throws -> Response {
        let isOnList = visit.form["from"] == "wishes"
        return try await visit.answer {
            try visit.spend(.wish)
            let change = try await visit.writeWithMemberLock(query)
            guard change.rideExists else { throw Problem.notFound }
            switch change.problem {
            case .ridden: throw Refusal(.unprocessableContent, "You have already ridden it.")
            case .full: throw Refusal(.unprocessableContent, "Your wish list has \(WishQueries.maxWishes) rides. Remove one first.")
            case nil: break
            }
            guard isOnList else { return try await RideRankSummary.respond(visit, announcement: announcement) }
            guard visit.wantsRepresentation else {
                return visit.redirect(to: LapsPage.path(of: visit.session.username, in: visit.club) + "/wishes")
            }
            let wishes = try await visit.read(queries.wishes(of: visit.me))
            let list = WishList(wishes, isMine: true, announcement: announcement, club: visit.club)
            return try visit.page(WishesLive(layout: visit.layout, wishes: list))
        } refused: { refusal in
            isOnList ? try await page(of: visit.me, problem: refusal, visit) : try await RideRankSummary.respond(visit, problem: refusal)
        }
    }
}

extension RateLimiter.Limit {
    static let wish = RateLimiter.Limit(name: "wish", burst: 100, secondsPerToken: 2)
}
