import HTTPTypes
import Hummingbird
import Web

/// Addresses that are secrets: they let whoever reads them into a club, an account, or what somebody has practised. They are in no log, and
/// pages there tell their address to nobody.
enum SecretAddress {
    private static let slash = UInt8(ascii: "/")
    private static let prefixes = ["/join/", "/reset/", "/riddle/", "/practised/"]

    /// The part of a path that is no secret: "/join/". Nil if all of it may be seen.
    static func visiblePart(of path: some StringProtocol) -> String? {
        if let prefix = prefixes.first(where: { path.hasPrefix($0) }) { return prefix }
        // Escapes and double slashes make it no other address for a proxy or a router that undoes them.
        guard path.utf8.contains(UInt8(ascii: "%")) || zip(path.utf8, path.utf8.dropFirst()).contains(where: { $0 == slash && $1 == slash })
        else { return nil }
        let plain = "/" + (String(path).removingPercentEncoding ?? "").split(separator: "/").joined(separator: "/")
        return prefixes.first { plain.hasPrefix($0) }
    }

    /// The policy for a page's Referer. Nil for the usual one.
    ///
    /// With `no-referrer`, browsers without Fetch Metadata say `Origin: null` in forms (Fetch Standard, "append a request Origin header").
    /// Only secret addresses may do without it, so pages with the form to sign in get a policy that keeps the origin.
    static func referrerPolicy(for path: String) -> String? {
        let (path, query) = (path.prefix { $0 != "?" }, path.drop { $0 != "?" })
        if visiblePart(of: path) != nil { return "no-referrer" }
        return query.contains("next=") || isCallback(path) ? "strict-origin" : nil
    }

    /// A provider's answer: `/login/example/callback?code=…`. If it fails, the page has the form to sign in.
    private static func isCallback(_ path: Substring) -> Bool { path.hasPrefix("/login/") && path.hasSuffix("/callback") }
}

/// Sets the policy for the Referer of pages whose address is a secret, or has one in it.
struct SecretAddressPolicy: RouterMiddleware {
    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if let policy = SecretAddress.referrerPolicy(for: request.head.path ?? "") { response.headers[.referrerPolicy] = policy }
        return response
    }
}
