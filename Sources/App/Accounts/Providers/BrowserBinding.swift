import Crypto
import Hummingbird
import HTTPTypes
import Postgres
import Web

/// Binds a sign-in at a provider to one browser. The browser has a cookie with 256 random bits, and the database has the SHA-256 hash of
/// these bits.
struct BrowserBinding {
    let token: SessionToken

    var hash: Bytes { token.hash }

    init?(of visit: Visit) {
        let cookie = HostCookie.signIn.value(in: visit.request.headers, isSecure: visit.context.isSecure)
        guard let token = cookie.flatMap({ SessionToken(cookie: $0) }) else { return nil }
        self.token = token
    }

    init() { token = SessionToken() }
}

extension Visit {
    func setting(_ binding: BrowserBinding, in response: Response) -> Response {
        addingCookie(HostCookie.signIn.setting(binding.token.text, isSecure: context.isSecure), to: response)
    }

    func removingBinding(from response: Response) -> Response {
        addingCookie(HostCookie.signIn.removal(isSecure: context.isSecure), to: response)
    }

    private func addingCookie(_ cookie: String, to response: Response) -> Response {
        var response = response
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
        return response
    }
}

extension HostCookie {
    /// The cookie with the token of a `BrowserBinding`. The database rows with the hash of the token are valid for half an hour at most.
    static let signIn = HostCookie(name: "sign-in", days: 1)
}
