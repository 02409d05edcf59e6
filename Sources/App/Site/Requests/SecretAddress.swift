import HTTPTypes
import Hummingbird
import Web

/// Addresses that are secret. Everybody who knows such an address can enter a club or an account, or see what a member has shared by a
/// link. No log contains them, and pages at these addresses send no Referer.
enum SecretAddress {
    private static let slash = UInt8(ascii: "/")
    private static let prefixes = ["/join/", "/reset/", "/riddle/", "/practised/"]

    static func isSecret(_ path: some StringProtocol) -> Bool { visiblePart(of: path) != nil }

    /// The part of a secret address that is not secret, such as "/join/". Nil if the path is no secret address.
    static func visiblePart(of path: some StringProtocol) -> String? {
        if let prefix = prefixes.first(where: { path.hasPrefix($0) }) { return prefix }
        // A proxy or a router that removes escapes and double slashes may still find the secret address.
        guard path.utf8.contains(UInt8(ascii: "%")) || zip(path.utf8, path.utf8.dropFirst()).contains(where: { $0 == slash && $1 == slash })
        else { return nil }
        let plain = "/" + (String(path).removingPercentEncoding ?? "").split(separator: "/").joined(separator: "/")
        return prefixes.first { plain.hasPrefix($0) }
    }

    /// The value of the header Referrer-Policy for a page. Nil if the page has the usual policy, `same-origin`
    /// (`SecurityHeaders`).
    ///
    /// A page at a secret address sends no Referer at all (`no-referrer`). Some other pages have the sign-in form, and have a path in
    /// `next` or a provider's code in their address. These pages send only the origin of the site (`strict-origin`). With `no-referrer`,
    /// their form would be refused: browsers without Fetch Metadata would send `Origin: null` with the form (Fetch Standard, "append a
    /// request Origin header"), and `FormReader` accepts this origin only for forms that are sent to a secret address.
    static func referrerPolicy(for path: String) -> String? {
        let (path, query) = (path.prefix { $0 != "?" }, path.drop { $0 != "?" })
        if isSecret(path) { return "no-referrer" }
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
