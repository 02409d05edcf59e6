import Hummingbird
import Postgres
import Web

struct ExportRoutes {
    func add(to site: Site) {
        site.get("/account/export") { visit in try await export(visit) }
    }

    private func export(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        try visit.services.limiter.spend(.export, by: session.account)
        let clubs = try await visit.services.clubs.clubs(of: session.account)
        let (database, name) = (visit.database, "boardwalk-\(session.username).zip")
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/zip", .contentDisposition: "attachment; filename=\"\(name)\"",
                .cacheControl: "private, no-store",
            ],
            body: ResponseBody { writer in
                var export = ExportWriter(of: session, in: clubs, database: database)
                try await export.write(features.flatMap(\.exports), to: &writer)
                try await writer.finish(nil)
            })
    }
}

extension RateLimiter.Limit {
    static let export = RateLimiter.Limit(name: "export", burst: 3, secondsPerToken: 600)
}
