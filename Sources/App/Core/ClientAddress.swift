import HTTPTypes
import Hummingbird

/// Finds out who is really asking: forwarded headers count only from configured proxies.
struct ClientAddress: RouterMiddleware {
    let settings: AppSettings

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let peer = context.channel?.remoteAddress?.ipAddress ?? ""
        let isProxied = isTrusted(peer)
        let hops = (request.headers[.forwardedFor] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
        // The rightmost address that is no proxy of ours; what stands left of it anybody may have written.
        let client = isProxied ? hops.last { !isTrusted($0) } ?? peer : peer
        context.network = Network.subscriber(of: client)
        context.isSecure = settings.isSecure || (isProxied && request.headers[.forwardedProto] == "https")
        var response = try await next(request, context)
        if context.isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        return response
    }

    private func isTrusted(_ address: String) -> Bool { settings.trustedProxies.contains { $0.contains(address) } }
}
