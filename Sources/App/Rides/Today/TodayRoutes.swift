import Hummingbird
import Postgres
import Web

struct TodayRoutes {
    private let queries = CheckInQueries()
    private static let (shownVisitors, shownFriends, shownRides, shownWaits) = (50, 50, 500, 2000)
    private static let (lastParks, allParks, nearby) = (5, 30, 10)

    func add(to site: Site) {
        site.memberGet("/c/:club/today") { visit in try await show(visit) }
        site.memberPost("/c/:club/today", checkIn)
        site.memberPost("/c/:club/today/end", checkOut)
        site.memberPost("/c/:club/today/nearest", showNearest)
        site.memberLive(
            "/c/:club/parks/:park/live", parts: { _, club, park in ID(park).map { [.init([.park($0, in: club)])] } }
        ) { visit in
            fragment(of: try visit.identifier("park"), visit)
        }
    }

    private func fragment(of park: ID<Park>, _ visit: MemberVisit) -> LiveFragment {
        let visitors = LiveFragment.Part(topics: [.park(park, in: visit.club.id)]) { _ in
            let (visitors, waits) = try await visit.read(self.visitors(of: park, visit), self.waits(in: park))
            return try visit.services.templates.render(VisitorsLive(visitors, waits, visit: visit))
        }
        return LiveFragment(visit: visit, parts: [visitors])
    }

    func visitors(of park: ID<Park>, _ visit: MemberVisit) -> Query<[ParkVisitor]> {
        queries.visitors(of: park, to: visit.me, hidden: visit.hidden, limit: Self.shownVisitors)
    }

    /// The waiting times that members have reported in the last hour.
    func waits(in park: ID<Park>) -> Query<[WaitReport]> { WaitQueries().reports(inPark: park, limit: Self.shownWaits) }

    func fragmentTag(of park: ID<Park>, _ visit: MemberVisit) -> String { fragment(of: park, visit).fragmentTag }

    // MARK: Showing the park

    private func show(_ visit: MemberVisit) async throws -> Response {
        let (present, friends, last, audience, parks) = try await visit.read(
            queries.currentCheckIn(of: visit.me), queries.friends(of: visit.me, hidden: visit.hidden, limit: Self.shownFriends),
            queries.lastParks(of: visit.me, limit: Self.lastParks), queries.lastAudience(of: visit.me),
            ParkQueries().parks(to: visit.me, after: nil, limit: Self.allParks))
        if let present {
            let park = present.park.id
            let fragmentTag = fragmentTag(of: park, visit)
            let (rides, waits, visitors) = try await visit.read(
                RideQueries().rides(in: park, to: visit.me, limit: Self.shownRides), waits(in: park), visitors(of: park, visit))
            return try visit.storablePage(TodayPage(present, rides, waits, visitors, friends, fragmentTag: fragmentTag, visit: visit))
        }
        let known = Set(last.map(\.id))
        let others = parks.map(\.park).filter { !known.contains($0.id) }
        let choices = (last + others).map { ParkChoice($0, club: visit.club) }
        return try respondWithChoices("Parks", choices, audience, friends, visit: visit)
    }

    private func respondWithChoices(
        _ title: String, _ choices: [ParkChoice], _ audience: Audience?, _ friends: [FriendAtPark], problem: String? = nil,
        visit: MemberVisit
    ) throws -> Response {
        let page = ParkChoicePage(title, choices, audience ?? .friends, friends, problem: problem, visit: visit)
        var response = try visit.page(page, status: problem == nil ? .ok : .unprocessableContent)
        response.headers[.contentSecurityPolicy] = SecurityHeaders.locating
        return response
    }

    /// Shows the parks that are nearest to the position in the form. The position is used only for this request and is not stored.
    private func showNearest(_ visit: MemberVisit) async throws -> Response {
        try visit.spend(.search)
        let (latitude, longitude) = (Double(visit.form["latitude"]) ?? .nan, Double(visit.form["longitude"]) ?? .nan)
        let isPlace = (-90...90).contains(latitude) && (-180...180).contains(longitude)
        let (friends, audience, parks) = try await visit.read(
            queries.friends(of: visit.me, hidden: visit.hidden, limit: Self.shownFriends), queries.lastAudience(of: visit.me),
            queries.parks(near: isPlace ? latitude : 0, isPlace ? longitude : 0, limit: Self.nearby))
        let choices = parks.map { ParkChoice($0.park, distance: isPlace ? $0.distance : nil, club: visit.club) }
        guard isPlace else {
            return try respondWithChoices("Parks", choices, audience, friends, problem: "That location is not valid.", visit: visit)
        }
        return try respondWithChoices("Nearest parks", choices, audience, friends, visit: visit)
    }

    // MARK: Checking in and out

    private func checkIn(_ visit: MemberVisit) async throws -> Response {
        guard let park = ID<Park>(visit.form["park"]), let audience = Audience(rawValue: visit.form["audience"]) else {
            throw Problem.malformed("Choose a park, and who can see that you are there.")
        }
        try visit.spend(.checkIn)
        let (leftParks, checkedIn, _) = try await visit.write(
            queries.checkOut(except: park, by: visit.me), queries.checkIn(at: park, for: audience, by: visit.me),
            RideBadges.visits.award(to: [visit.me]))
        guard checkedIn == 1 else { throw Problem.notFound }
        announce(leftParks + [park], visit)
        return visit.redirect(to: visit.club.path + "/today")
    }

    private func checkOut(_ visit: MemberVisit) async throws -> Response {
        announce(try await visit.write(queries.checkOut(except: nil, by: visit.me)), visit)
        return visit.redirect(to: visit.club.path + "/today")
    }

    private func announce(_ parks: [ID<Park>], _ visit: MemberVisit) {
        visit.services.announcer.announce(parks.map { .park($0, in: visit.club.id) })
    }
}

extension Topic {
    /// A topic that changes when members check in or out at a park, or report a waiting time.
    static func park(_ id: ID<Park>, in club: ID<Club>) -> Topic { Topic(name: "park:\(club):\(id)") }
}

extension RateLimiter.Limit {
    static let checkIn = RateLimiter.Limit(name: "check-in", burst: 20, secondsPerToken: 30)
}
