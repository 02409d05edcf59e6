import Hummingbird
import Postgres

struct ParkRoutes {
    private let queries = ParkQueries()
    private let rides = RideQueries()
    private static let pageSize = 100
    private static let maxRides = 500
    private static let (maxFound, maxPhotos) = (30, 6)

    func add(to site: Site) {
        site.memberGet("/c/:club/parks", list)
        site.adminGet("/c/:club/parks/new") { visit in try await form(visit) }
        site.adminPost("/c/:club/parks", on: "/parks/new", add)
        site.memberGet("/c/:club/parks/:park", show)
        site.adminGet("/c/:club/parks/:park/edit") { visit in try await form(visit, of: try visit.identifier("park")) }
        site.adminPost("/c/:club/parks/:park", change)
        site.adminPost("/c/:club/parks/:park/removal", on: "/parks", delete)
    }

    private func list(_ visit: MemberVisit) async throws -> Response {
        let filter = RideFilter(visit.visit.queryFields)
        let words = filter.searchText
        guard filter.isEmpty else { return try await FilteredRides().page(filter, visit) }
        guard words.isEmpty else {
            try visit.spend(.search)
            let (parks, rides, countries, makers) = try await visit.read(
                queries.parks(named: words, to: visit.me, limit: Self.maxFound),
                rides.rides(named: words, to: visit.me, limit: Self.maxFound),
                FilteredRides.countries, FilteredRides.makers)
            var page = ParksPage(parks, rides, found: words, visit: visit)
            page.filterForm = filter.form(countries, makers)
            return try visit.page(page)
        }
        let last = try visit.query("after").map { text in
            guard let park = ID<Park>(text) else { throw Problem.notFound }
            return park
        }
        let (parks, totals, waiting, countries, makers) = try await visit.read(
            queries.parks(to: visit.me, after: last, limit: Self.pageSize + 1), MemberRideTotalQueries().totals(of: visit.me),
            CorrectionRoutes.waiting(), FilteredRides.countries, FilteredRides.makers)
        var page = ParksPage(parks, after: last, size: Self.pageSize, totals, waiting: waiting, visit: visit)
        page.filterForm = filter.form(countries, makers)
        return try visit.page(page)
    }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Park> = try visit.identifier("park")
        let (today, checkIns) = (TodayRoutes(), CheckInQueries())
        let tag = today.fragmentTag(of: id, visit)
        let photoTag = PhotoTag(RideFeature.parkTag, id.rawValue)
        let (park, entries, waits, visitors, present, audience, photos, home) = try await visit.read(
            queries.park(id), rides.rides(in: id, to: visit.me, limit: Self.maxRides), today.waits(in: id), today.visitors(of: id, visit),
            checkIns.currentCheckIn(of: visit.me), checkIns.lastAudience(of: visit.me),
            Photos.photos(of: photoTag, to: visit.me, hidden: visit.hidden, limit: Self.maxPhotos),
            HomeParkQueries().home(of: visit.me))
        guard let park else { throw Problem.notFound }
        let isHere = present?.park.id == id
        var page = ParkPage(park, entries, waits, visitors, audience ?? .friends, isHere: isHere, fragmentTag: tag, visit: visit)
        page.gallery = Gallery(photos, of: photoTag, in: visit.club)
        page.home = HomeChoice(id, home: home, in: visit.club)
        page.isCut = entries.count == Self.maxRides
        return try visit.storablePage(page)
    }

    // MARK: Admin actions

    private func form(_ visit: MemberVisit, of id: ID<Park>? = nil) async throws -> Response {
        let park = try await id.asyncMap { id in
            guard let park = try await visit.read(queries.park(id)) else { throw Problem.notFound }
            return park
        }
        return try await page(ParkForm(park, timeZone: visit.club.timeZone), of: id, visit)
    }

    private func page(_ form: ParkForm, of id: ID<Park>?, _ visit: MemberVisit, status: HTTPResponse.Status = .ok) async throws -> Response
    {
        let zones = try await visit.services.timeZones.choices(chosen: form.timeZone)
        return try visit.page(ParkFormPage(form, of: id, zones: zones, visit: visit), status: status)
    }

    private func add(_ visit: MemberVisit) async throws -> Response {
        var form = ParkForm(visit.form, timeZone: visit.club.timeZone)
        try await form.check(visit.services.timeZones)
        guard form.isValid else { return try await page(form, of: nil, visit, status: .unprocessableContent) }
        do {
            return visit.redirect(to: Park.path(of: try await visit.write(try queries.add(form)), in: visit.club))
        } catch let error as DatabaseError where error.constraint == "parks_once" {
            return try await refuseDuplicate(form, of: nil, visit)
        }
    }

    private func change(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Park> = try visit.identifier("park")
        guard let park = try await visit.read(queries.park(id)) else { throw Problem.notFound }
        var form = ParkForm(visit.form, timeZone: park.timeZone)
        try await form.check(visit.services.timeZones)
        guard form.isValid else { return try await page(form, of: id, visit, status: .unprocessableContent) }
        do {
            let changes = FactChanges(from: ParkForm(park, timeZone: park.timeZone).texts, to: form.texts)
            let note = try CorrectionQueries().record(changes, of: .park, id.rawValue, by: visit.me)
            guard try await visit.write(queries.change(id, to: form), note).0 == 1 else { throw Problem.notFound }
            return visit.redirect(to: Park.path(of: id, in: visit.club))
        } catch let error as DatabaseError where error.constraint == "parks_once" {
            return try await refuseDuplicate(form, of: id, visit)
        }
    }

    private func delete(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Park> = try visit.identifier("park")
        guard let park = try await visit.read(queries.park(id)) else { throw Problem.notFound }
        guard try await visit.write(queries.delete(id)) == 1 else {
            var form = ParkForm(park, timeZone: park.timeZone)
            form.input.problems["name"] = "It has rides. Delete them first, or set their status to “Closed permanently”."
            return try await page(form, of: id, visit, status: .conflict)
        }
        return visit.redirect(to: visit.club.path + "/parks")
    }

    private func refuseDuplicate(_ form: ParkForm, of id: ID<Park>?, _ visit: MemberVisit) async throws -> Response {
        var form = form
        form.input.problems["name"] = "There is already a park with this name in this place."
        return try await page(form, of: id, visit, status: .unprocessableContent)
    }
}

extension Optional {
    fileprivate func asyncMap<Value>(_ transform: (Wrapped) async throws -> Value) async rethrows -> Value? {
        guard let self else { return nil }
        return try await transform(self)
    }
}
