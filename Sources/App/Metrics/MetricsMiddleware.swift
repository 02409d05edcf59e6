import HTTPTypes
import Hummingbird
import Web

/// Measures every request by the pattern of its route. Addresses would create too many series.
struct MetricsMiddleware: RouterMiddleware {
    let metrics: RequestMetrics

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let route = metrics.route(context.endpointPath)
        context.route = route
        metrics.inProgress.add(1)
        defer { metrics.inProgress.add(-1) }
        let response = try await next(request, context)
        // A held long poll is counted when it is answered.
        guard !context.isHeld else { return response }
        let bytes = request.method == .head ? 0 : response.body.contentLength ?? 0
        route.add(
            request.method, status: response.status.code, nanoseconds: (ContinuousClock.now - context.start).nanoseconds, bytes: bytes)
        return response
    }
}

final class RequestMetrics: Sendable {
    let inProgress = Counter()
    /// By the router's description of the pattern. Set before the first request and never changed, so reading needs no lock.
    private nonisolated(unsafe) var routes: [String: RouteMeter] = [:]
    private let unknown = RouteMeter("none")

    init() {}

    func registerRoutes(of map: SiteMap) {
        let uploads = map.uploads
        routes = Dictionary(uniqueKeysWithValues: map.patterns.map { ($0, RouteMeter($0, takesFiles: uploads.contains($0))) })
    }

    func route(_ pattern: String?) -> RouteMeter {
        guard let pattern else { return unknown }
        return routes[pattern] ?? unknown
    }

    var all: [RouteMeter] { routes.values.sorted { $0.pattern < $1.pattern } + [unknown] }
}
