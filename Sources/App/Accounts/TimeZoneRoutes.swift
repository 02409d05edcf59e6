import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct TimeZoneRoutes {
    private let queries = AccountQueries()

    func add(to site: Site) {
        site.get("/account/time-zone") { visit in
            try await page(try visit.signedIn().timeZone, visit)
        }
        site.post("/account/time-zone") { visit in try await change(visit) }
        site.post("/account/time-zone/device") { visit in try await changeByDevice(visit) }
    }

    private func page(
        _ setting: TimeZoneSetting, _ visit: Visit, problem: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let zones = try await visit.services.timeZones.choices(chosen: setting.name)
        return try visit.page(TimeZonePage(setting, zones: zones, problem: problem, layout: visit.layout()), status: status)
    }

    private func change(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        try visit.services.limiter.spend(.timeZone, by: session.account)
        var chosen: String?
        if visit.form["by"] == "choice" {
            chosen = try await visit.services.timeZones.zone(visit.form["zone"])
            guard chosen != nil else {
                var setting = session.timeZone
                setting.isByDevice = false
                return try await page(setting, visit, problem: "Choose a time zone from the list.", status: .unprocessableContent)
            }
        }
        try await visit.database.write(queries.setTimeZone(chosen, of: session.account))
        visit.services.sessions.evict(session.account)
        return visit.redirect(to: "/account")
    }

    private func changeByDevice(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        try visit.services.limiter.spend(.timeZone, by: session.account)
        guard let zone = try await visit.services.timeZones.zone(visit.form["zone"]) else {
            throw Problem.malformed("This time zone is not known.")
        }
        if try await visit.database.write(queries.setDeviceTimeZone(zone, of: session.account)) > 0 {
            visit.services.sessions.evict(session.account)
        }
        return Response(status: .noContent)
    }
}

extension RateLimiter.Limit {
    static let timeZone = RateLimiter.Limit(name: "time zone", burst: 10, secondsPerToken: 60)
}

struct TimeZonePage: Page {
    static let template = "accounts/time-zone"
    var layout: Layout
    var currentZone: String
    var isByDevice: Bool
    var zones: [Choice]
    var problem: String?
    var problems: [FieldProblem]

    init(_ setting: TimeZoneSetting, zones: [Choice], problem: String?, layout: Layout) {
        self.layout = layout
        currentZone = setting.name.replacing("_", with: " ")
        isByDevice = setting.isByDevice
        self.zones = zones
        self.problem = problem
        problems = FieldProblem.list(["zone": problem])
    }
}
