import Hummingbird
import Postgres
import Web

/// The order in which members have what they have ridden.
struct RankRoutes {
    private let queries = RankQueries()
    private static let shownUnranked = 30

    func add(to site: Site) {
        site.memberGet("/c/:club/laps/:handle/ranking") { visit in
            try await page(of: try await visit.member(visit.context.parameters.get("handle") ?? ""), visit)
        }
        site.memberPost("/c/:club/rides/:ride/rank", rank)
    }

    /// - Parameter problem: what is wrong with what was just tried.
    private func page(of member: ID<Member>, problem: Refusal? = nil, _ visit: MemberVisit) async throws -> Response {
        let isMine = member == visit.me
        let (profile, tie, places, unranked) = try await visit.read(
            MemberQueries().profile(of: member), Relationship.query(of: visit.me, to: member), queries.ranking(of: member),
            queries.unranked(of: member, limit: isMine ? Self.shownUnranked : 0))
        guard let profile, isMine || profile.privacy[RideFeature.ridden].includes(tie.isFriend) else { throw Problem.notFound }
        let list = RankingList(places, unranked, isMine: isMine, problem: problem?.sentence, club: visit.club)
        return try visit.page(RankingPage(profile.person, list, visit: visit), status: problem?.status ?? .ok)
    }

    // MARK: Changing it

    private func rank(_ visit: MemberVisit) async throws -> Response {
        let (ride, isOnRanking): (ID<Ride>, Bool) = (try visit.identifier("ride"), visit.form["from"] == "ranking")
        return try await visit.answer {
            let change = try await change(ride, by: visit.form, visit)
            let said = change.words
            guard isOnRanking else { return try await RideOpinion.answer(visit, said: said) }
            guard visit.wantsRepresentation else {
                let path = LapsPage.path(of: visit.session.username, in: visit.club) + "/ranking"
                return visit.redirect(to: change.place == nil ? path : "\(path)#ranked-\(ride)")
            }
            return try await list(visit, said: said)
        } refused: { refusal in
            guard isOnRanking else { return try await RideOpinion.answer(visit, problem: refusal) }
            guard visit.wantsRepresentation else { return try await page(of: visit.me, problem: refusal, visit) }
            return try await list(visit, problem: refusal)
        }
    }

    private func list(_ visit: MemberVisit, said: String? = nil, problem: Refusal? = nil) async throws -> Response {
        let (places, unranked) = try await visit.read(
            queries.ranking(of: visit.me), queries.unranked(of: visit.me, limit: Self.shownUnranked))
        let list = RankingList(places, unranked, isMine: true, said: said, problem: problem?.sentence, club: visit.club)
        return try visit.page(RankingLive(layout: visit.layout, ranking: list))
    }

    /// Throws `Refusal` with why nothing was changed.
    private func change(_ ride: ID<Ride>, by form: Form, _ visit: MemberVisit) async throws -> RankChange {
        let query =
            form["move"] == "remove"
            ? queries.remove(ride, by: visit.me)
            : queries.move(ride, try ListMove(form, of: "A ride", most: RankQueries.most), by: visit.me)
        try visit.spend(.rank)
        let (_, _, change) = try await visit.services.database.write(
            tenant: visit.club.id.rawValue, retrying: true, DirectoryQueries().lock(visit.me, visit.me),
            queries.lockTotals(of: ride, by: visit.me), query)
        guard change.ride != nil else { throw Problem.notFound }
        switch change.problem {
        case "unridden": throw Refusal(.unprocessableContent, "You can rank it once you have ridden it.")
        case "full": throw Refusal(.unprocessableContent, "\(RankQueries.most) rides are ranked. Remove one first.")
        default: return change
        }
    }
}

extension RankChange {
    /// "Tidal Wave is number 2 of 7."
    fileprivate var words: String {
        guard let place, let count else { return "\(ride ?? "") is not ranked any more." }
        return "\(ride ?? "") is number \(place) of \(count)."
    }
}

extension RideOpinion {
    /// What is made of the ride, after one has said something: by itself, or on the ride's page.
    static func answer(_ visit: MemberVisit, said: String? = nil, problem: Refusal? = nil) async throws -> Response {
        let ride: ID<Ride> = try visit.identifier("ride")
        guard visit.wantsRepresentation else {
            guard let problem else { return visit.redirect(to: Ride.path(of: ride, in: visit.club) + "#opinion") }
            return try await RideRoutes().page(visit, problem: problem.sentence, status: problem.status)
        }
        guard let record = try await visit.read(RankQueries().opinion(on: ride, by: visit.me)) else { throw Problem.notFound }
        let opinion = RideOpinion(record, said: said, problem: problem?.sentence, visit: visit)
        return try visit.page(OpinionLive(layout: visit.layout, opinion: opinion))
    }
}

extension RateLimiter.Limit {
    static let rank = RateLimiter.Limit(name: "rank", burst: 200, secondsPerToken: 1)
}
