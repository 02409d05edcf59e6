import Calendar
import Hummingbird
import Postgres
import Web

struct LapRoutes {
    private let queries = LapQueries()
    private let log = LapLogQueries()
    private let rideTotals = MemberRideTotalQueries()
    private static let (shownDays, shownRides, shownNotes, shownGroups, shownCredits) = (30, 50, 20, 12, 1000)

    func add(to site: Site) {
        site.memberPost("/c/:club/rides/:ride/laps", count)
        site.memberPost("/c/:club/rides/:ride/laps/removal", undo)
        site.memberPost("/c/:club/rides/:ride/days", setDayTotal)
        site.memberPost("/c/:club/rides/:ride/mark") { visit in try await mark(visit, isRidden: true) }
        site.memberPost("/c/:club/rides/:ride/mark/removal") { visit in try await mark(visit, isRidden: false) }
        site.memberGet("/c/:club/laps/:handle", showLog)
        site.memberGet("/c/:club/laps/:handle/comparison", compare)
        site.memberFile("/c/:club/laps/mine.csv") { visit in
            try visit.spend(.lapFile)
            return LapExport(visit).response
        }
    }

    private func count(_ visit: MemberVisit) async throws -> Response {
        try await performAndRespond(visit) { try await LapAction(visit.form, of: visit.identifier("ride")).perform(visit).badges }
    }

    private func undo(_ visit: MemberVisit) async throws -> Response {
        try await performAndRespond(visit) {
            try await LapAction(visit.form, of: visit.identifier("ride"), isUndo: true).perform(visit).badges
        }
    }

    private func setDayTotal(_ visit: MemberVisit) async throws -> Response {
        try await performAndRespond(visit) {
            var action = try LapAction(visit.form, of: visit.identifier("ride"))
            guard action.day != nil else { throw Refusal(.unprocessableContent, "Choose the day.") }
            guard let laps = visit.form.number("laps"), (0...999).contains(laps) else {
                throw Refusal(.unprocessableContent, "Write a number of laps from 0 to 999.")
            }
            action.dayTotal = laps
            return try await action.perform(visit).badges
        }
    }

    /// Marks a ride as ridden without counting laps, or removes the mark.
    private func mark(_ visit: MemberVisit, isRidden: Bool) async throws -> Response {
        try visit.spend(.lap)
        let ride: ID<Ride> = try visit.identifier("ride")
        let (isFound, _, _, badges) = try await visit.write(
            queries.mark(ride, isRidden: isRidden, by: visit.me), rideTotals.lock(visit.me), rideTotals.recalculate(visit.me),
            RideBadges.rides.award(to: [visit.me]))
        guard isFound else { throw Problem.notFound }
        return try await respondWithCounter(visit, problem: nil, badges: badges)
    }

    private func performAndRespond(_ visit: MemberVisit, _ action: () async throws -> [EarnedBadge]) async throws -> Response {
        var badges: [EarnedBadge] = []
        do {
            badges = try await action()
        } catch let refusal as Refusal {
            return try await respondWithCounter(visit, problem: refusal)
        } catch let problem as Problem where problem.status == .tooManyRequests {
            return try await respondWithCounter(visit, problem: Refusal(problem))
        } catch let error as DatabaseError {
            guard let limit = StorageLimit(error) else { throw error }
            return try await respondWithCounter(visit, problem: limit.refusal)
        }
        return try await respondWithCounter(visit, problem: nil, badges: badges)
    }

    /// Responds with the counter alone if the browser asks for it by `Prefer: return=representation`. Otherwise responds with the page from
    /// which the form was sent.
    private func respondWithCounter(_ visit: MemberVisit, problem: Refusal?, badges: [EarnedBadge] = []) async throws -> Response {
        let origin = RideCounter.Origin(rawValue: visit.form["from"]) ?? .ride
        guard problem != nil || visit.wantsRepresentation else {
            let ride: ID<Ride> = try visit.identifier("ride")
            if let page = origin.page(of: ID(visit.form["park"]), in: visit.club) { return visit.redirect(to: "\(page)#ride-\(ride)") }
            // The next page shows the new badges.
            let news = badges.isEmpty ? "" : "?badges=" + badges.map(\.id).joined(separator: ",")
            return visit.redirect(to: Ride.path(of: ride, in: visit.club) + news)
        }
        if let problem, !visit.wantsRepresentation {
            return try await RideRoutes().page(visit, problem: problem.sentence, status: problem.status)
        }
        guard let entry = try await visit.read(RideQueries().ride(visit.identifier("ride"), to: visit.me)) else { throw Problem.notFound }
        var counter = RideCounter(entry, from: origin, problem: problem?.sentence, visit: visit)
        counter.badges = RideCounter.message(for: badges)
        return try visit.page(RideCounterLive(layout: visit.layout, counter: counter), status: problem?.status ?? .ok)
    }

    // MARK: The log

    private func showLog(_ visit: MemberVisit) async throws -> Response {
        let member = try await visit.member(visit.context.parameters.get("handle") ?? "")
        let group = visit.query("by").flatMap(LapGroup.init(rawValue:)) ?? .park
        let year = visit.query("year").flatMap { Int($0) }
        let (profile, relationship, totals, days, mostRidden, span, laps, groups, credits, countries, notes) = try await visit.read(
            Members.profile(of: member), Relationship.query(of: visit.me, to: member), rideTotals.totals(of: member),
            log.days(of: member, limit: Self.shownDays), log.mostRidden(of: member, limit: Self.shownRides), log.span(of: member),
            log.laps(of: member, in: year), log.groups(of: member, by: group, limit: Self.shownGroups),
            log.credits(of: member, limit: Self.shownCredits), log.countryCount(of: member),
            LapNoteQueries().notes(of: member, to: visit.me, hidden: visit.hidden, limit: Self.shownNotes))
        let shown = try visit.profile(profile, relationship, showing: RideFeature.ridden)
        var page = LapsPage(shown.person, totals, days, mostRidden, visit: visit)
        page.notes = notes.map { LoggedLapRow($0, isMine: member == visit.me, club: visit.club) }
        page.add(groups, by: group)
        page.add(credits, countries: countries, in: visit.club)
        if let first = span.first?.year, let last = span.last?.year {
            page.add(laps, of: min(max(year ?? last, first), last), first: first, last: last)
        }
        return try member == visit.me ? visit.storablePage(page) : visit.page(page)
    }
}

extension LapRoutes {
    private func compare(_ visit: MemberVisit) async throws -> Response {
        let member = try await visit.member(visit.context.parameters.get("handle") ?? "")
        guard member != visit.me else { throw Problem.notFound }
        let (profile, relationship, rides) = try await visit.read(
            Members.profile(of: member), Relationship.query(of: visit.me, to: member),
            log.comparison(of: visit.me, with: member))
        let shown = try visit.profile(profile, relationship, showing: RideFeature.ridden)
        return try visit.page(ComparisonPage(shown.person, rides, visit: visit))
    }
}

extension RateLimiter.Limit {
    static let lapFile = RateLimiter.Limit(name: "lap file", burst: 10, secondsPerToken: 30)
    static let lap = RateLimiter.Limit(name: "lap", burst: 300, secondsPerToken: 0.2)
}
