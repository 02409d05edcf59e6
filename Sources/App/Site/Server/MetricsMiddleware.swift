import HTTPTypes
import Hummingbird
import Web

/// Measures every request. Requests are grouped by the pattern of their route, because a separate time series for each path would be too
/// much.
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
        // A long poll that is held now is measured later, when it is answered.
        guard !context.isHeld else { return response }
        let bytes = request.method == .head ? 0 : response.body.contentLength ?? 0
        route.add(
            request.method, status: response.status.code, nanoseconds: (ContinuousClock.now - context.start).nanoseconds, bytes: bytes)
        return response
    }
}

final class RequestMetrics: Sendable {
    let inProgress = Counter()
    /// The meter of each route. The key is the router's text for the pattern of the route. The dictionary is set before the first request
    /// and never changed later, so reading needs no lock.
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
