import Hummingbird
import Synchronization

/// Answers the methods that an address does not have: OPTIONS with those that it has, all others with 405 (RFC 9110, sections 9.3.7 and
/// 15.5.6). It is the last middleware, so that it acts where the router has found no route, and the others still see its answer.
final class OtherMethods: RouterMiddleware {
    private let map: SiteMap
    /// Knows each address under two methods: OPTIONS, and TRACE, which stands for every method that the address does not have. It is made when
    /// it is first needed, which is seldom.
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
        // There is no such address at all. Its page is made of the error that the site's own router throws.
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
