import Hummingbird
import Postgres
import Web

struct RankRoutes {
    private let queries = RankQueries()
    private static let shownUnranked = 30

    func add(to site: Site) {
        site.memberGet("/c/:club/laps/:handle/ranking") { visit in
            try await page(of: try await visit.member(visit.context.parameters.get("handle") ?? ""), visit)
        }
        site.memberPost("/c/:club/rides/:ride/rank", rank)
    }

    private func page(of member: ID<Member>, problem: Refusal? = nil, _ visit: MemberVisit) async throws -> Response {
        let isMine = member == visit.me
        let (profile, relationship, places, unranked) = try await visit.read(
            Members.profile(of: member), Relationship.query(of: visit.me, to: member), queries.ranking(of: member),
            queries.unranked(of: member, limit: isMine ? Self.shownUnranked : 0))
        let shown = try visit.profile(profile, relationship, showing: RideFeature.ridden)
        let list = RankingList(places, unranked, isMine: isMine, problem: problem?.sentence, club: visit.club)
        return try visit.page(RankingPage(shown.person, list, visit: visit), status: problem?.status ?? .ok)
    }

    // MARK: Changing the ranking

    private func rank(_ visit: MemberVisit) async throws -> Response {
        let (ride, isOnRanking): (ID<Ride>, Bool) = (try visit.identifier("ride"), visit.form["from"] == "ranking")
        return try await visit.answer {
            let change = try await change(ride, by: visit.form, visit)
            let announcement = change.announcement
            guard isOnRanking else { return try await RideRankSummary.respond(visit, announcement: announcement) }
            guard visit.wantsRepresentation else {
                let path = LapsPage.path(of: visit.session.username, in: visit.club) + "/ranking"
                return visit.redirect(to: change.place == nil ? path : "\(path)#ranked-\(ride)")
            }
            return try await list(visit, announcement: announcement)
        } refused: { refusal in
            guard isOnRanking else { return try await RideRankSummary.respond(visit, problem: refusal) }
            guard visit.wantsRepresentation else { return try await page(of: visit.me, problem: refusal, visit) }
            return try await list(visit, problem: refusal)
        }
    }

    private func list(_ visit: MemberVisit, announcement: String? = nil, problem: Refusal? = nil) async throws -> Response {
        let (places, unranked) = try await visit.read(
            queries.ranking(of: visit.me), queries.unranked(of: visit.me, limit: Self.shownUnranked))
        let list = RankingList(places, unranked, isMine: true, announcement: announcement, problem: problem?.sentence, club: visit.club)
        return try visit.page(RankingLive(layout: visit.layout, ranking: list))
    }

    /// Adds, moves or removes a ride. Throws `Refusal` with the reason if nothing was changed.
    private func change(_ ride: ID<Ride>, by form: Form, _ visit: MemberVisit) async throws -> RankChange {
        let query =
            form["move"] == "remove"
            ? queries.remove(ride, by: visit.me)
            : queries.move(ride, try ListMove(form, of: "A ride", limit: RankQueries.maxRides), by: visit.me)
        try visit.spend(.rank)
        let (_, _, change) = try await visit.services.database.write(
            tenant: visit.club.id.rawValue, retryingConflicts: true, ClubDirectoryQueries().lock(visit.me),
            queries.lockTotals(of: ride, by: visit.me), query)
        guard change.rideName != nil else { throw Problem.notFound }
        switch change.problem {
        case .unridden: throw Refusal(.unprocessableContent, "You can rank only rides that you have ridden.")
        case .full: throw Refusal(.unprocessableContent, "Your ranking has \(RankQueries.maxRides) rides. Remove one first.")
        case nil: return change
        }
    }
}

extension RankChange {
    fileprivate var announcement: String {
        guard let place, let count else { return "\(rideName ?? "") is not ranked any more." }
        return "\(rideName ?? "") is number \(place) of \(count)."
    }
}

extension RideRankSummary {
    /// Responds with the summary alone if the browser asks for it by `Prefer: return=representation`. Otherwise responds with the page of
    /// the ride.
    static func respond(_ visit: MemberVisit, announcement: String? = nil, problem: Refusal? = nil) async throws -> Response {
        let ride: ID<Ride> = try visit.identifier("ride")
        guard visit.wantsRepresentation else {
            guard let problem else { return visit.redirect(to: Ride.path(of: ride, in: visit.club) + "#opinion") }
            return try await RideRoutes().page(visit, problem: problem.sentence, status: problem.status)
        }
        guard let record = try await visit.read(RankQueries().summary(of: ride, for: visit.me)) else { throw Problem.notFound }
        let opinion = RideRankSummary(record, announcement: announcement, problem: problem?.sentence, visit: visit)
        return try visit.page(RideRankSummaryLive(layout: visit.layout, opinion: opinion))
    }
}

extension RateLimiter.Limit {
    static let rank = RateLimiter.Limit(name: "rank", burst: 200, secondsPerToken: 1)
}
