import Hummingbird
import Synchronization

/// Answers requests with a method for which the address has no route: OPTIONS with the supported methods, all other methods with 405 (RFC
/// 9110, sections 9.3.7 and 15.5.6). It is the last middleware, so that it runs when the router has found no route, and the other
/// middlewares still see its response.
final class MethodNotAllowedHandler: RouterMiddleware {
    private let map: SiteMap
    /// A router with two routes for each address: OPTIONS, and TRACE, which stands for all methods that the address does not support. It is
    /// created when it is first used, because it is seldom needed.
    private let responder = Mutex<RouterResponder<AppContext>?>(nil)

    init(map: SiteMap) { self.map = map }

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard context.endpointPath == nil, ![.get, .head].contains(request.method) else { return try await next(request, context) }
        var head = request.head
        if head.method != .options { head.method = .trace }
        let responder = responder.withLock { made in
            let responder = made ?? Self.responder(for: map)
            made = responder
            return responder
        }
        let response = try await responder.respond(to: Request(head: head, body: request.body), context: context)
        // For an unknown address, the site's own router throws the error from which the page is rendered.
        return response.status == .notFound ? try await next(request, context) : response
    }

    private static func responder(for map: SiteMap) -> RouterResponder<AppContext> {
        let router = Router(context: AppContext.self)
        for (pattern, methods) in map.allowed {
            let path = RouterPath(stringLiteral: pattern)
            router.on(path, method: .options) { _, _ in Response(status: .noContent, headers: [.allow: methods]) }
            router.on(path, method: .trace) { _, _ -> Response in throw Problem.notAllowed(methods) }
        }
        return router.buildResponder()
    }
}
