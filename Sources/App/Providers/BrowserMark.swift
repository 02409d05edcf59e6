import Crypto
import Hummingbird
import HTTPTypes
import Postgres
import Web

/// What binds a sign-in with a provider to one browser: a cookie with 256 random bits, of which the database keeps the SHA-256.
struct BrowserMark {
    let token: SessionToken

    var hash: Bytes { token.hash }

    /// The one that the browser has; nil: it has not begun to sign in.
    init?(of visit: Visit) {
        let cookie = HostCookie.signIn.value(in: visit.request.headers, isSecure: visit.context.isSecure)
        guard let token = cookie.flatMap({ SessionToken(cookie: $0) }) else { return nil }
        self.token = token
    }

    init() { token = SessionToken() }
}

extension Visit {
    /// `response` with the cookie.
    func marking(_ mark: BrowserMark, in response: Response) -> Response {
        adding(HostCookie.signIn.setting(mark.token.text, isSecure: context.isSecure), to: response)
    }

    /// `response` by which the cookie goes: the sign-in is over.
    func unmarking(_ response: Response) -> Response {
        adding(HostCookie.signIn.removal(isSecure: context.isSecure), to: response)
    }

    private func adding(_ cookie: String, to response: Response) -> Response {
        var response = response
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
        return response
    }
}

extension HostCookie {
    /// Carries a `BrowserMark`. What it stands for lasts half an hour at most.
    static let signIn = HostCookie(name: "sign-in", days: 1)
}
