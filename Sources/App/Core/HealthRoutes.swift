import Hummingbird
import Postgres

/// For load balancers: `/healthz` says that the process lives, `/readyz` that it can serve pages.
struct HealthRoutes {
    func add(to site: Site) {
        site.get("/healthz") { _ in Self.text("ok\n", .ok) }
        site.get("/readyz") { visit in
            do {
                _ = try await visit.database.read(Query<Int>.one("SELECT 1"))
                return Self.text("ready\n", .ok)
            } catch is DatabaseError {
                return Self.text("the database is away\n", .serviceUnavailable)
            }
        }
    }

    private static func text(_ words: String, _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: words)))
    }
}
