import HTMLTemplates
import Hummingbird
import Postgres

/// When somebody's days begin: where their device is, or where they say.
struct TimeZoneRoutes {
    private let queries = AccountQueries()

    func add(to site: Site) {
        site.get("/account/time-zone") { visit in
            try await page(try visit.signedIn().timeZone, visit)
        }
        site.post("/account/time-zone") { visit in try await change(visit) }
        site.post("/account/time-zone/device") { visit in try await noteDevice(visit) }
    }

    private func page(
        _ setting: TimeZoneSetting, _ visit: Visit, problem: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let zones = try await visit.services.timeZones.choices(chosen: setting.name)
        return try visit.page(TimeZonePage(setting, zones: zones, problem: problem, layout: visit.layout()), status: status)
    }

    private func change(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        var setting = session.timeZone
        setting.isByDevice = visit.form["by"] != "choice"
        if !setting.isByDevice {
            guard let zone = try await visit.services.timeZones.zone(visit.form["zone"]) else {
                return try await page(setting, visit, problem: "Choose a time zone from the list.", status: .unprocessableContent)
            }
            setting.name = zone
        }
        try await visit.database.write(queries.setTimeZone(setting, of: session.account))
        visit.services.sessions.forget(session.account)
        return visit.redirect(to: "/account")
    }

    /// What a script says of the device it runs on; what is no zone we know stays unsaid.
    private func noteDevice(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        if let zone = try await visit.services.timeZones.zone(visit.form["zone"]),
            try await visit.database.write(queries.noteTimeZone(zone, of: session.account)) > 0
        {
            visit.services.sessions.forget(session.account)
        }
        return Response(status: .noContent)
    }
}

struct TimeZonePage: Page {
    static let template = "accounts/time-zone"
    var layout: Layout
    /// The one that holds now.
    var present: String
    var isByDevice: Bool
    var zones: [Choice]
    var problem: String?
    var problems: [FieldProblem]

    init(_ setting: TimeZoneSetting, zones: [Choice], problem: String?, layout: Layout) {
        self.layout = layout
        present = setting.name.replacing("_", with: " ")
        isByDevice = setting.isByDevice
        self.zones = zones
        self.problem = problem
        problems = FieldProblem.list(["zone": problem])
    }
}
