import Hummingbird
import Web

struct SessionReader: RouterMiddleware {
    let services: Services

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard !(context.route?.isAlwaysServed ?? false),
            let token = HostCookie.session.value(in: request.headers, isSecure: context.isSecure)
        else { return try await next(request, context) }
        var context = context
        context.session = try await services.sessions.session(token: token)
        return try await next(request, context)
    }
}
