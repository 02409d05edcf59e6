import HTTPTypes
import Hummingbird
import NIOCore
import Web

/// Finds out whether the visitor's connection is encrypted. Forwarded headers count only if they come from a configured proxy.
struct ClientAddress: RouterMiddleware {
    let settings: AppSettings

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard settings.isSecure(request.head, from: context.channel) else { return try await next(request, context) }
        var context = context
        context.isSecure = true
        var response = try await next(request, context)
        response.headers[.strictTransportSecurity] = settings.strictTransport
        return response
    }
}

extension Visit {
    /// The key by which rate limits count a visitor: an IPv4 address, or the /64 of an IPv6 address.
    var network: String {
        var address = context.channel.remoteAddress?.ipAddress ?? ""
        guard services.settings.trusts(address) else { return Network.subscriber(of: address) }
        // From right to left: each trusted proxy has added the address that it saw. Entries to the left of the first untrusted address may
        // be forged.
        for entry in (request.headers[.forwardedFor] ?? "").split(separator: ",").reversed() {
            // If a proxy wrote "unknown", its own address is the last that is known for sure.
            guard let forwarded = Network.address(inForwarded: entry) else { break }
            address = forwarded
            if !services.settings.trusts(address) { break }
        }
        return Network.subscriber(of: address)
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
