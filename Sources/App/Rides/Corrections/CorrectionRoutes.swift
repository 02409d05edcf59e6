import Hummingbird
import Postgres
import Web

struct CorrectionRoutes {
    private let queries = CorrectionQueries()
    private static let (maxShown, maxCounted, maxEvidenceLength) = (100, 99, 500)

    func add(to site: Site) {
        site.memberGet("/c/:club/rides/:ride/history") { visit in
            let ride = try await ride(visit.identifier("ride"), visit)
            return try await history(.ride, ride.id.rawValue, ride.name, Ride.path(of: ride.id, in: visit.club), visit)
        }
        site.memberGet("/c/:club/parks/:park/history") { visit in
            let park = try await park(visit.identifier("park"), visit)
            return try await history(.park, park.id.rawValue, park.name, Park.path(of: park.id, in: visit.club), visit)
        }
        site.memberGet("/c/:club/rides/:ride/correction") { visit in
            let ride = try await ride(visit.identifier("ride"), visit)
            return try visit.page(RideFormPage(RideForm(ride), correcting: ride, visit: visit))
        }
        site.memberGet("/c/:club/parks/:park/correction") { visit in
            let park = try await park(visit.identifier("park"), visit)
            return try await page(ParkForm(park, timeZone: park.timeZone), of: park, visit)
        }
        site.memberPost("/c/:club/rides/:ride/corrections", on: "/rides/:ride/correction", proposeForRide)
        site.memberPost("/c/:club/parks/:park/corrections", on: "/parks/:park/correction", proposeForPark)
        site.adminGet("/c/:club/parks/corrections") { visit in try await show(visit) }
        site.adminPost("/c/:club/parks/corrections/:correction/acceptance", on: "/parks/corrections", accept)
        site.adminPost("/c/:club/parks/corrections/:correction/refusal", on: "/parks/corrections", refuse)
        site.memberPost("/c/:club/parks/corrections/:correction/withdrawal", on: "/parks", withdraw)
    }

    private func ride(_ id: ID<Ride>, _ visit: MemberVisit) async throws -> Ride {
        guard let entry = try await visit.read(RideQueries().ride(id, to: visit.me)) else { throw Problem.notFound }
        return entry.ride
    }

    private func park(_ id: ID<Park>, _ visit: MemberVisit) async throws -> Park {
        guard let park = try await visit.read(ParkQueries().park(id)) else { throw Problem.notFound }
        return park
    }

    private func history(_ kind: Correction.Kind, _ subject: Int, _ title: String, _ path: String, _ visit: MemberVisit) async throws
        -> Response
    {
        let (changes, waiting) = try await visit.read(
            queries.history(of: kind, subject, limit: Self.maxShown), queries.waiting(of: kind, subject, by: visit.me))
        return try visit.page(HistoryPage(changes, waiting: waiting, of: title, back: path, visit: visit))
    }

    // MARK: Proposing

    private func page(_ form: ParkForm, of park: Park, _ visit: MemberVisit, status: HTTPResponse.Status = .ok) async throws -> Response {
        let zones = try await visit.services.timeZones.choices(chosen: form.timeZone)
        return try visit.page(ParkFormPage(form, correcting: park, zones: zones, visit: visit), status: status)
    }

    private func proposeForRide(_ visit: MemberVisit) async throws -> Response {
        let ride = try await ride(visit.identifier("ride"), visit)
        var form = RideForm(visit.form)
        try await form.findFormerEntry(of: ride, visit)
        let changes = FactChanges(from: RideForm(ride).texts, to: form.texts)
        form.input.problems.merge(problems(of: changes, visit)) { first, _ in first }
        guard form.isValid else {
            return try visit.page(RideFormPage(form, correcting: ride, visit: visit), status: .unprocessableContent)
        }
        try await propose(changes, of: .ride, ride.id.rawValue, visit)
        return visit.redirect(to: Ride.path(of: ride.id, in: visit.club) + "/history")
    }

    private func proposeForPark(_ visit: MemberVisit) async throws -> Response {
        let park = try await park(visit.identifier("park"), visit)
        var form = ParkForm(visit.form, timeZone: park.timeZone)
        try await form.check(visit.services.timeZones)
        let changes = FactChanges(from: ParkForm(park, timeZone: park.timeZone).texts, to: form.texts)
        form.input.problems.merge(problems(of: changes, visit)) { first, _ in first }
        guard form.isValid else { return try await page(form, of: park, visit, status: .unprocessableContent) }
        try await propose(changes, of: .park, park.id.rawValue, visit)
        return visit.redirect(to: Park.path(of: park.id, in: visit.club) + "/history")
    }

    private func problems(of changes: FactChanges, _ visit: MemberVisit) -> [String: String] {
        let evidence = visit.form.line("evidence")
        if changes.isEmpty { return ["name": "You have not changed anything."] }
        if evidence.isEmpty { return ["evidence": "Write how you know this, so that an admin can check it."] }
        return evidence.utf16.count > Self.maxEvidenceLength ? ["evidence": "Use at most \(Self.maxEvidenceLength) characters."] : [:]
    }

    private func propose(_ changes: FactChanges, of kind: Correction.Kind, _ subject: Int, _ visit: MemberVisit) async throws {
        try visit.spend(.correction)
        let query = try queries.propose(changes, evidence: visit.form.line("evidence"), of: kind, subject, by: visit.me)
        let (_, _, _, proposed) = try await visit.services.database.write(
            tenant: visit.club.id.rawValue, retryingConflicts: true, ClubDirectoryQueries().lock(visit.me),
            ClubDirectoryQueries().lockClub(),
            queries.deleteWaiting(kind, subject, by: visit.me), query)
        guard proposed == 1 else {
            throw Problem(
                status: .conflict, title: "That did not work", detail: "There are too many corrections to check. Try again later.",
                action: Problem.Action(label: "Parks and rides", href: visit.club.path + "/parks"))
        }
    }

    private func withdraw(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Correction> = try visit.identifier("correction")
        guard let correction = try await visit.read(queries.waiting(id)), try await visit.write(queries.withdraw(id, by: visit.me)) == 1
        else { throw Problem.notFound }
        return visit.redirect(to: correction.path(in: visit.club) + "/history")
    }

    // MARK: Deciding

    static func waiting() -> Query<Int> { CorrectionQueries().waitingCount(limit: maxCounted) }

    private func show(_ visit: MemberVisit, problem: Refusal? = nil) async throws -> Response {
        let waiting = try await visit.read(queries.waiting(hidden: visit.hidden, limit: Self.maxShown))
        return try visit.page(CorrectionsPage(waiting, problem: problem?.sentence, visit: visit), status: problem?.status ?? .ok)
    }

    private func refuse(_ visit: MemberVisit) async throws -> Response {
        guard try await visit.write(queries.decide(visit.identifier("correction"), isAccepted: false, by: visit.me)) == 1 else {
            return try await show(visit, problem: Self.noLongerWaiting)
        }
        return visit.redirect(to: visit.club.path + "/parks/corrections")
    }

    /// Accepts a correction. Locks the park or ride before reading its facts. So a change of other facts that somebody makes at the same
    /// time is not lost.
    private func accept(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Correction> = try visit.identifier("correction")
        return try await visit.answer {
            guard let correction = try await visit.read(queries.waiting(id)) else { throw Self.noLongerWaiting }
            do {
                try await visit.services.database.transaction(tenant: visit.club.id.rawValue) { transaction in
                    let change =
                        correction.kind == .ride
                        ? try await change(ofRide: correction, transaction, visit) : try await change(ofPark: correction, transaction)
                    guard try await transaction.run(queries.decide(id, isAccepted: true, by: visit.me)) == 1,
                        try await transaction.run(change) == 1
                    else { throw Self.noLongerWaiting }
                }
            } catch let changed as ChangedFacts {
                guard try await visit.write(queries.updateChanges(id, changed.current)) == 1 else { throw Self.noLongerWaiting }
                throw Refusal(
                    .conflict, "Somebody has changed “\(correction.title)”. The list below shows how it is now. Check it again.")
            } catch let error as DatabaseError where ["rides_once", "parks_once"].contains(error.constraint) {
                throw Refusal(.conflict, "There is already another park or ride with this name.")
            } catch let error as DatabaseError where ["rides_moved_from", "rides_moved_in_a_circle"].contains(error.constraint) {
                throw Self.noLongerFits
            }
            return visit.redirect(to: visit.club.path + "/parks/corrections")
        } refused: { refusal in
            try await show(visit, problem: refusal)
        }
    }

    private func change(ofRide correction: Correction, _ transaction: Transaction, _ visit: MemberVisit) async throws -> Query<Int> {
        let id = ID<Ride>(correction.subject)
        let (_, entry) = try await transaction.run(RideQueries().lock(id), RideQueries().ride(id, to: visit.me))
        guard let ride = entry?.ride else { throw Problem.notFound }
        let present = RideForm(ride).texts
        try requireUnchanged(correction, present)
        var form = RideForm(Form(correction.changes.applied(to: present)))
        try await form.findFormerEntry(of: ride, visit)
        guard form.isValid else { throw Self.noLongerFits }
        return try RideQueries().change(ride.id, to: form)
    }

    private func change(ofPark correction: Correction, _ transaction: Transaction) async throws -> Query<Int> {
        let id = ID<Park>(correction.subject)
        let (_, found) = try await transaction.run(ParkQueries().lock(id), ParkQueries().park(id))
        guard let park = found else { throw Problem.notFound }
        let present = ParkForm(park, timeZone: park.timeZone).texts
        try requireUnchanged(correction, present)
        let form = ParkForm(Form(correction.changes.applied(to: present)), timeZone: park.timeZone)
        guard form.isValid else { throw Self.noLongerFits }
        return try ParkQueries().change(park.id, to: form)
    }

    /// Throws `ChangedFacts` if a field of the correction has changed since the correction was proposed.
    private func requireUnchanged(_ correction: Correction, _ present: [String: String]) throws {
        let current = correction.changes.reduce(into: FactChanges()) { changes, field in
            changes[field.key] = FactChange(before: present[field.key] ?? "", after: field.value.after)
        }
        guard current == correction.changes else { throw ChangedFacts(current: current) }
    }

    /// A field of a correction has changed since the correction was proposed. `current` has the present texts. They are stored in the
    /// correction, so that the admin sees them.
    private struct ChangedFacts: Error {
        var current: FactChanges
    }

    private static let noLongerFits = Refusal(.conflict, "Somebody has changed other facts, so this correction no longer fits.")
    private static let noLongerWaiting = Refusal(.conflict, "This correction is no longer open. It was accepted, refused or taken back.")
}

extension RateLimiter.Limit {
    static let correction = RateLimiter.Limit(name: "correction", burst: 20, secondsPerToken: 60)
}
