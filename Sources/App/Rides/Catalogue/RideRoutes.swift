import Hummingbird
import Postgres

struct RideRoutes {
    private let queries = RideQueries()
    private static let (maxWaits, maxFriends, maxPhotos) = (1000, 24, 6)

    func add(to site: Site) {
        site.memberGet("/c/:club/rides/:ride") { visit in try await show(visit) }
        site.adminGet("/c/:club/rides/:ride/edit", edit)
        site.adminPost("/c/:club/rides/:ride", change)
        site.adminPost("/c/:club/rides/:ride/removal", on: "/parks", delete)
        site.adminGet("/c/:club/parks/:park/rides/new", formForNew)
        site.adminPost("/c/:club/parks/:park/rides", add)
    }

    private func ride(_ visit: MemberVisit) async throws -> RideEntry {
        guard let entry = try await visit.read(queries.ride(visit.identifier("ride"), to: visit.me)) else { throw Problem.notFound }
        return entry
    }

    private func show(_ visit: MemberVisit) async throws -> Response {
        var page = try await view(visit)
        guard let new = visit.query("badges") else { return try visit.storablePage(page) }
        page.counter.badges = RideCounter.message(for: new.split(separator: ",").prefix(9).compactMap { EarnedBadge(id: $0) })
        return try visit.page(page)
    }

    /// Responds with the ride's page, which shows the problem of a form that the member has sent.
    func page(_ visit: MemberVisit, problem: String, status: HTTPResponse.Status) async throws -> Response {
        var page = try await view(visit)
        page.problem = problem
        (page.day, page.lapsOfDay) = (visit.form["day"], visit.form["laps"])
        page.isDayOpen = !page.day.isEmpty || !page.lapsOfDay.isEmpty
        return try visit.page(page, status: status)
    }

    /// Responds with the ride's page and a chat message that was not sent.
    func page(_ visit: MemberVisit, draft: Draft) async throws -> Response { try visit.page(try await view(visit, draft: draft)) }

    private func view(_ visit: MemberVisit, draft: Draft = Draft()) async throws -> RidePage {
        let id: ID<Ride> = try visit.identifier("ride")
        let rideVisit = try RideVisit(visit)
        let fragmentTag = rideVisit.fragment().fragmentTag
        let laps = LapLogQueries()
        let tag = PhotoTag(RideFeature.rideTag, id.rawValue)
        let (entry, waits, present, friends, span, months, photos, lines, lastLaps, opinion, places) = try await visit.read(
            queries.ride(id, to: visit.me), WaitQueries().reports(on: id, limit: Self.maxWaits),
            CheckInQueries().currentCheckIn(of: visit.me),
            laps.friends(of: visit.me, on: id, hidden: visit.hidden, limit: Self.maxFriends), laps.span(of: visit.me, on: id),
            laps.months(of: visit.me, on: id),
            Photos.photos(of: tag, to: visit.me, hidden: visit.hidden, limit: Self.maxPhotos), rideVisit.newest,
            LapNoteQueries().lastLaps(of: visit.me, on: id, limit: LastLaps.shown), RankQueries().summary(of: id, for: visit.me),
            MovedRideQueries().places(of: id))
        guard let entry else { throw Problem.notFound }
        let isHere = present?.park.id == entry.ride.park
        var page = RidePage(entry, span, months, waits, isHere: isHere, fragmentTag: fragmentTag, visit: visit)
        page.friends = friends.map { FriendLaps($0, club: visit.club) }
        page.hasFriends = !friends.isEmpty
        page.gallery = Gallery(photos, of: tag, in: visit.club)
        page.lastLaps = LastLaps(lastLaps, on: id, club: visit.club)
        page.chat = rideVisit.chat(lines, draft: draft)
        page.places = places.map { RideLocationView($0, club: visit.club) }
        page.opinion = opinion.map { RideRankSummary($0, visit: visit) }
        return page
    }

    // MARK: Admin actions

    private func park(_ visit: MemberVisit) async throws -> Park {
        guard let park = try await visit.read(ParkQueries().park(visit.identifier("park"))) else { throw Problem.notFound }
        return park
    }

    private func formForNew(_ visit: MemberVisit) async throws -> Response {
        return try visit.page(RideFormPage(RideForm(), in: try await park(visit), visit: visit))
    }

    private func edit(_ visit: MemberVisit) async throws -> Response {
        let ride = try await ride(visit).ride
        return try visit.page(RideFormPage(RideForm(ride), of: ride, visit: visit))
    }

    private func add(_ visit: MemberVisit) async throws -> Response {
        let park = try await park(visit)
        var form = RideForm(visit.form)
        try await form.findFormerEntry(of: nil, visit)
        return try await store(form) { form in
            guard let ride = try await visit.write(queries.add(form, to: park.id)) else { throw Problem.notFound }
            return visit.redirect(to: Ride.path(of: ride, in: visit.club))
        } refused: { form in
            try visit.page(RideFormPage(form, in: park, visit: visit), status: .unprocessableContent)
        }
    }

    private func change(_ visit: MemberVisit) async throws -> Response {
        let ride = try await ride(visit).ride
        var form = RideForm(visit.form)
        try await form.findFormerEntry(of: ride, visit)
        return try await store(form) { form in
            let changes = FactChanges(from: RideForm(ride).texts, to: form.texts)
            let note = try CorrectionQueries().record(changes, of: .ride, ride.id.rawValue, by: visit.me)
            guard try await visit.write(queries.change(ride.id, to: form), note).0 == 1 else { throw Problem.notFound }
            return visit.redirect(to: Ride.path(of: ride.id, in: visit.club))
        } refused: { form in
            try visit.page(RideFormPage(form, of: ride, visit: visit), status: .unprocessableContent)
        }
    }

    private func delete(_ visit: MemberVisit) async throws -> Response {
        let ride = try await ride(visit).ride
        guard try await visit.write(queries.delete(ride.id)) == 1 else {
            var refused = RideForm(ride)
            refused.input.problems["name"] = "Somebody has ridden it. Set its status to “Closed permanently” to keep it in their log."
            return try visit.page(RideFormPage(refused, of: ride, visit: visit), status: .conflict)
        }
        return visit.redirect(to: Park.path(of: ride.park, in: visit.club))
    }

    private func store(
        _ form: RideForm, _ write: (RideForm) async throws -> Response, refused page: (RideForm) throws -> Response
    ) async throws -> Response {
        var form = form
        guard form.isValid else { return try page(form) }
        do {
            return try await write(form)
        } catch let error as DatabaseError where error.constraint == "rides_once" {
            form.input.problems["name"] = "There is already a ride with this name in this park."
            return try page(form)
        } catch let error as DatabaseError where ["rides_moved_from", "rides_moved_in_a_circle"].contains(error.constraint) {
            form.input.problems["moved_from"] = error.constraint == "rides_moved_from" ? RideForm.unknownFormerEntry : RideForm.circularMove
            return try page(form)
        }
    }
}
