import Calendar
import Hummingbird
import Postgres
import Web

/// Counting laps, and what was counted.
struct LapRoutes {
    private let queries = LapQueries()
    private static let (shownDays, shownRides) = (100, 100)

    func add(to site: Site) {
        site.memberPost("/c/:club/rides/:ride/laps", on: "/rides/:ride", count)
        site.memberPost("/c/:club/rides/:ride/laps/removal", on: "/rides/:ride", undo)
        site.memberPost("/c/:club/rides/:ride/days", on: "/rides/:ride", countDay)
        site.memberGet("/c/:club/laps/:handle", log)
    }

    private func count(_ visit: MemberVisit) async throws -> Response {
        try await act(visit) { ride in queries.count(1, of: ride, on: try day(visit), tap: try tap(visit), by: visit.me) }
    }

    private func undo(_ visit: MemberVisit) async throws -> Response {
        try await act(visit) { ride in queries.undo(1, of: ride, on: try day(visit), tap: try tap(visit), by: visit.me) }
    }

    /// So many on a day: what is more, or fewer, than what is counted by now is an act like any other.
    private func countDay(_ visit: MemberVisit) async throws -> Response {
        guard let day = try day(visit) else { return try await again(visit, problem: Refusal(.unprocessableContent, "Choose the day.")) }
        guard let laps = visit.form.number("laps"), (0...999).contains(laps) else {
            return try await again(visit, problem: Refusal(.unprocessableContent, "Write how many laps: from 0 to 999."))
        }
        let tap = try tap(visit)
        return try await act(visit) { ride in
            let counted = try await visit.read(queries.laps(of: ride, on: day, by: visit.me)) ?? 0
            return queries.count(laps - counted, of: ride, on: day, tap: tap, by: visit.me)
        }
    }

    /// What the browser calls the act.
    private func tap(_ visit: MemberVisit) throws -> String {
        let tap = visit.form["tap"]
        guard tap.wholeMatch(of: /[A-Za-z0-9_\-]{8,64}/) != nil else { throw Problem.malformed("That act has no name.") }
        return tap
    }

    /// nil: the park's present one.
    private func day(_ visit: MemberVisit) throws -> CalendarDate? {
        let text = visit.form["day"]
        guard !text.isEmpty else { return nil }
        guard let day = CalendarDate(text) else { throw Problem.malformed("That is no day.") }
        return day
    }

    private func act(_ visit: MemberVisit, _ query: (ID<Ride>) async throws -> Query<LapChange>) async throws -> Response {
        do {
            try visit.spend(.lap)
            let change = try await visit.services.database.write(
                tenant: visit.club.id.rawValue, retrying: true, try await query(visit.identifier("ride")))
            guard change.isThere else { throw Problem.notFound }
            if let problem = change.problem { throw Refusal(.unprocessableContent, sentence(problem)) }
        } catch let error as DatabaseError where error.constraint == "laps_count_form" {
            return try await again(visit, problem: Refusal(.unprocessableContent, "More than 999 laps of a ride in a day are not counted."))
        } catch let refusal as Refusal {
            return try await again(visit, problem: refusal)
        } catch let problem as Problem where problem.status == .tooManyRequests {
            return try await again(visit, problem: Refusal(problem))
        }
        return try await again(visit, problem: nil)
    }

    private func sentence(_ problem: String) -> String {
        switch problem {
        case "future": "That day is still to come."
        case "unopened": "The ride had not opened by then."
        default: "That lap was counted for another ride."
        }
    }

    /// The counter as it is now: by itself, or on the page that one came from.
    private func again(_ visit: MemberVisit, problem: Refusal?) async throws -> Response {
        guard problem != nil || visit.wantsRepresentation else {
            let ride: ID<Ride> = try visit.identifier("ride")
            let back = visit.form["from"] == "park" ? visit.form.number("park").map { "\(visit.club.path)/parks/\($0)#ride-\(ride)" } : nil
            return visit.redirect(to: back ?? Ride.path(of: ride, in: visit.club))
        }
        guard let entry = try await visit.read(RideQueries().ride(visit.identifier("ride"), to: visit.me)) else { throw Problem.notFound }
        let status = problem?.status ?? .ok
        guard visit.wantsRepresentation else {
            return try visit.page(RidePage(entry, problem: problem?.sentence, visit: visit), status: status)
        }
        let counter = RideCounter(entry, isOnPark: visit.form["from"] == "park", problem: problem?.sentence, club: visit.club)
        return try visit.page(RideCounterLive(layout: visit.layout, counter: counter), status: status)
    }

    // MARK: The log

    private func log(_ visit: MemberVisit) async throws -> Response {
        let member = try await visit.member(visit.context.parameters.get("handle") ?? "")
        let (profile, tie, totals, days, most) = try await visit.read(
            MemberQueries().profile(of: member), Relationship.query(of: visit.me, to: member), queries.totals(of: member),
            queries.days(of: member, limit: Self.shownDays), queries.most(of: member, limit: Self.shownRides))
        guard let profile, member == visit.me || profile.privacy[RideFeature.ridden].includes(tie.isFriend) else { throw Problem.notFound }
        return try visit.page(LapsPage(profile.person, totals, days, most, visit: visit))
    }
}

extension RateLimiter.Limit {
    static let lap = RateLimiter.Limit(name: "lap", burst: 300, secondsPerToken: 0.2)
}
