import HTTPTypes
import Hummingbird
import NIOCore
import Web

/// Finds out who is really asking: forwarded headers count only from configured proxies.
struct ClientAddress: RouterMiddleware {
    let settings: AppSettings

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard settings.isSecure(request.head, from: context.channel) else { return try await next(request, context) }
        var context = context
        context.isSecure = true
        var response = try await next(request, context)
        response.headers[.strictTransportSecurity] = Self.strictTransport
        return response
    }

    static let strictTransport = "max-age=31536000"
}

extension Visit {
    /// Whom rate limits count: an IPv4 address, or the /64 of an IPv6 one.
    var network: String {
        let peer = context.channel.remoteAddress?.ipAddress ?? ""
        guard services.settings.trusts(peer) else { return Network.subscriber(of: peer) }
        let hops = (request.headers[.forwardedFor] ?? "").utf8.split(separator: UInt8(ascii: ",")).map { hop in
            String(decoding: hop.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self)
        }
        // The rightmost address that is no proxy of ours; what stands left of it anybody may have written.
        return Network.subscriber(of: hops.last { !services.settings.trusts($0) } ?? peer)
    }
}

extension AppSettings {
    /// Whether the visitor's connection is encrypted, at the proxy if there is one.
    func isSecure(_ request: HTTPRequest, from channel: any Channel) -> Bool {
        if isSecure { return true }
        guard !trustedProxies.isEmpty, request.headerFields[.forwardedProto] == "https" else { return false }
        return trusts(channel.remoteAddress?.ipAddress ?? "")
    }

    fileprivate func trusts(_ address: String) -> Bool { trustedProxies.contains { $0.contains(address) } }
}
