import HTTPTypes
import Hummingbird
import Web

/// Addresses that are secret. Everybody who knows such an address can enter a club or an account, or see what a member has shared by a
/// link. No log contains them, and pages at these addresses send no Referer.
enum SecretAddress {
    private static let slash = UInt8(ascii: "/")
    private static let prefixes = ["/join/", "/reset/", "/riddle/", "/practised/"]

    /// The part of a path that is not secret, such as "/join/". Nil if all of the path may be seen.
    static func visiblePart(of path: some StringProtocol) -> String? {
        if let prefix = prefixes.first(where: { path.hasPrefix($0) }) { return prefix }
        // A proxy or a router that removes escapes and double slashes may still find the secret address.
        guard path.utf8.contains(UInt8(ascii: "%")) || zip(path.utf8, path.utf8.dropFirst()).contains(where: { $0 == slash && $1 == slash })
        else { return nil }
        let plain = "/" + (String(path).removingPercentEncoding ?? "").split(separator: "/").joined(separator: "/")
        return prefixes.first { plain.hasPrefix($0) }
    }

    /// The value of the header Referrer-Policy for a page. Nil if the page has the usual policy.
    ///
    /// With `no-referrer`, browsers without Fetch Metadata send `Origin: null` with forms (Fetch Standard, "append a request Origin
    /// header"). Only secret addresses accept this origin, so pages with the sign-in form get a policy that keeps the origin.
    static func referrerPolicy(for path: String) -> String? {
        let (path, query) = (path.prefix { $0 != "?" }, path.drop { $0 != "?" })
        if visiblePart(of: path) != nil { return "no-referrer" }
        return query.contains("next=") || isCallback(path) ? "strict-origin" : nil
    }

    /// Whether the path is the address to which a provider sends the browser back: `/login/example/callback?code=…`. If the sign-in fails,
    /// the page at this address has the sign-in form.
    private static func isCallback(_ path: Substring) -> Bool { path.hasPrefix("/login/") && path.hasSuffix("/callback") }
}

/// Sets the Referrer-Policy of pages that have a secret in their address.
struct SecretAddressPolicy: RouterMiddleware {
    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if let policy = SecretAddress.referrerPolicy(for: request.head.path ?? "") { response.headers[.referrerPolicy] = policy }
        return response
    }
}
