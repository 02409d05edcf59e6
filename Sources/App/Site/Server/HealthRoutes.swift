import Hummingbird
import Postgres

/// Health checks for load balancers. `/healthz` says whether the process runs, and `/readyz` says whether the server can serve pages.
struct HealthRoutes {
    private let newDatabaseSessions = NewSessionCheck()

    func add(to site: Site) {
        site.get("/healthz") { _ in Self.text("ok\n", .ok) }
        site.get("/readyz") { visit in
            guard await Self.answers(visit.database) else { return Self.text("the database does not answer\n", .serviceUnavailable) }
            guard await newDatabaseSessions.passes(on: visit.database) else {
                return Self.text("new sessions of the database fail: restart PostgreSQL if it was updated\n", .serviceUnavailable)
            }
            return Self.text("ready\n", .ok)
        }
    }

    private static func answers(_ database: Database) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await database.read(Query<Int>.one("SELECT 1"))) != nil }
            group.addTask {
                try? await Task.sleep(for: .milliseconds(1500))
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    private static func text(_ body: String, _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: body)))
    }
}
