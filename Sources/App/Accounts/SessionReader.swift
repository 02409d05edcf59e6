import Hummingbird

/// Finds the session of the cookie.
struct SessionReader: RouterMiddleware {
    let services: Services

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let isForAnyone = request.uri.path.hasPrefix("/assets/") || ["/healthz", "/readyz"].contains(request.uri.path)
        let name = SessionCookie.name(isSecure: context.isSecure)
        guard !isForAnyone, let token = request.cookies[name]?.value else { return try await next(request, context) }
        var context = context
        context.session = try await services.sessions.session(token: token)
        return try await next(request, context)
    }
}
