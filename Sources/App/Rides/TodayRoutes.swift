import Hummingbird
import Postgres
import Web

/// Where a member is today: they say so, count there, and go.
struct TodayRoutes {
    private let queries = CheckInQueries()
    private static let (shownVisitors, shownFriends, shownRides, shownWaits) = (50, 50, 500, 2000)
    private static let (lastParks, allParks, nearby) = (5, 30, 10)

    func add(to site: Site) {
        site.memberGet("/c/:club/today") { visit in try await show(visit) }
        site.memberPost("/c/:club/today", come)
        site.memberPost("/c/:club/today/end", end)
        site.memberPost("/c/:club/today/nearest", showNearest)
        site.memberLive(
            "/c/:club/parks/:park/live", parts: { _, club, park in ID(park).map { [.init([.park($0, in: club)])] } }
        ) { visit in
            fragment(of: try visit.identifier("park"), visit)
        }
    }

    /// What of a park's page follows who comes and goes, and what they say of the lines.
    private func fragment(of park: ID<Park>, _ visit: MemberVisit) -> LiveFragment {
        let visitors = LiveFragment.Part(topics: [.park(park, in: visit.club.id)]) { _ in
            let (visitors, waits) = try await visit.read(self.visitors(of: park, visit), self.waits(in: park))
            return try visit.services.templates.render(VisitorsLive(visitors, waits, visit: visit))
        }
        return LiveFragment(visit: visit, parts: [visitors])
    }

    /// Who is at a park, with the tag for a page that shows it.
    func visitors(of park: ID<Park>, _ visit: MemberVisit) -> Query<[ParkVisitor]> {
        queries.visitors(of: park, to: visit.me, hidden: visit.hidden, limit: Self.shownVisitors)
    }

    /// What was said of its lines in the last hour.
    func waits(in park: ID<Park>) -> Query<[WaitReport]> { WaitQueries().reports(inPark: park, limit: Self.shownWaits) }

    func tag(of park: ID<Park>, _ visit: MemberVisit) -> String { fragment(of: park, visit).pageTag }

    // MARK: Looking

    private func show(_ visit: MemberVisit) async throws -> Response {
        let (present, friends, last, audience, parks) = try await visit.read(
            queries.present(visit.me), queries.friends(of: visit.me, hidden: visit.hidden, limit: Self.shownFriends),
            queries.lastParks(of: visit.me, limit: Self.lastParks), queries.lastAudience(of: visit.me),
            ParkQueries().parks(to: visit.me, after: nil, limit: Self.allParks))
        if let present {
            let park = present.park.id
            let tag = tag(of: park, visit)
            let (rides, waits, visitors) = try await visit.read(
                RideQueries().rides(in: park, to: visit.me, limit: Self.shownRides), waits(in: park), visitors(of: park, visit))
            return try visit.keptPage(TodayPage(present, rides, waits, visitors, friends, etag: tag, visit: visit))
        }
        let known = Set(last.map(\.id))
        let others = parks.map(\.park).filter { !known.contains($0.id) }
        let choices = (last + others).map { ParkChoice($0, club: visit.club) }
        return try choice("Parks", choices, audience, friends, visit: visit)
    }

    private func choice(
        _ title: String, _ choices: [ParkChoice], _ audience: Audience?, _ friends: [FriendAtPark], problem: String? = nil,
        visit: MemberVisit
    ) throws -> Response {
        let page = ParkChoicePage(title, choices, audience ?? .friends, friends, problem: problem, visit: visit)
        var response = try visit.page(page, status: problem == nil ? .ok : .unprocessableContent)
        response.headers[.contentSecurityPolicy] = SecurityHeaders.locating
        return response
    }

    /// By a position that came with the form, and goes with it.
    private func showNearest(_ visit: MemberVisit) async throws -> Response {
        try visit.spend(.search)
        let (latitude, longitude) = (Double(visit.form["latitude"]) ?? .nan, Double(visit.form["longitude"]) ?? .nan)
        let isPlace = (-90...90).contains(latitude) && (-180...180).contains(longitude)
        let (friends, audience, parks) = try await visit.read(
            queries.friends(of: visit.me, hidden: visit.hidden, limit: Self.shownFriends), queries.lastAudience(of: visit.me),
            queries.parks(near: isPlace ? latitude : 0, isPlace ? longitude : 0, limit: Self.nearby))
        let choices = parks.map { ParkChoice($0.park, distance: isPlace ? $0.distance : nil, club: visit.club) }
        guard isPlace else {
            return try choice("Parks", choices, audience, friends, problem: "That is no place on Earth.", visit: visit)
        }
        return try choice("The nearest first", choices, audience, friends, visit: visit)
    }

    // MARK: Coming and going

    private func come(_ visit: MemberVisit) async throws -> Response {
        guard let park = ID<Park>(visit.form["park"]), let audience = Audience(rawValue: visit.form["audience"]) else {
            throw Problem.malformed("That is no park, or nobody who is to know.")
        }
        try visit.spend(.checkIn)
        let (left, came, _) = try await visit.write(
            queries.leave(besides: park, by: visit.me), queries.come(to: park, for: audience, by: visit.me),
            RideBadges.visits.settle([visit.me]))
        guard came == 1 else { throw Problem.notFound }
        announce(left + [park], visit)
        return visit.redirect(to: visit.club.path + "/today")
    }

    private func end(_ visit: MemberVisit) async throws -> Response {
        announce(try await visit.write(queries.leave(besides: nil, by: visit.me)), visit)
        return visit.redirect(to: visit.club.path + "/today")
    }

    private func announce(_ parks: [ID<Park>], _ visit: MemberVisit) {
        visit.services.announcer.announce(parks.map { .park($0, in: visit.club.id) })
    }
}

extension Topic {
    /// Who is at a park.
    static func park(_ id: ID<Park>, in club: ID<Club>) -> Topic { Topic(name: "park:\(club):\(id)") }
}

extension RateLimiter.Limit {
    static let checkIn = RateLimiter.Limit(name: "check-in", burst: 20, secondsPerToken: 30)
}
