import Crypto
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Web

/// A browser in which accounts have signed in before. A cookie identifies the browser. Failed sign-ins in other browsers do not prevent
/// these accounts from signing in in this browser.
///
/// The cookie contains a token for each of the last four accounts. A token is a random number with its HMAC, and the key of the HMAC is the
/// account's password hash. A token names no account, and every server instance can check the token. The token becomes invalid when the
/// password changes or when all other sessions are ended. An account without a password has no token, because there is no password to
/// guess.
struct KnownBrowser {
    private var tokens: [String]

    private static let maxTokens = 4
    private static let numberBytes = 16
    private static let numberLength = 22
    private static let tokenLength = numberLength + 43

    init(cookie: String?) {
        let parts = (cookie ?? "").utf8.split(separator: UInt8(ascii: "."), maxSplits: Self.maxTokens).prefix(Self.maxTokens)
        tokens = parts.filter { $0.count == Self.tokenLength && $0.allSatisfy(RandomText.isDigit) }.map { String(Substring($0)) }
    }

    var cookie: String { tokens.joined(separator: ".") }

    func token(of secret: AccountSecret) -> String? {
        guard let hash = secret.passwordHash else { return nil }
        return tokens.first { token in
            RandomText.areEqual(token, Self.token(String(token.prefix(Self.numberLength)), hash, secret.browserGeneration))
        }
    }

    mutating func add(_ secret: AccountSecret) {
        guard let hash = secret.passwordHash else { return }
        let old = token(of: secret)
        let new = Self.token(RandomText.make(bytes: Self.numberBytes), hash, secret.browserGeneration)
        tokens = [new] + tokens.filter { $0 != old }.prefix(Self.maxTokens - 1)
    }

    private static func token(_ number: String, _ passwordHash: String, _ generation: Int) -> String {
        let key = SymmetricKey(data: Data(passwordHash.utf8))
        let message = Data("browser \(generation) \(number)".utf8)
        return number + RandomText.encode(Array(HMAC<SHA256>.authenticationCode(for: message, using: key)))
    }
}

extension Visit {
    var knownBrowser: KnownBrowser { KnownBrowser(cookie: HostCookie.browser.value(in: request.headers, isSecure: context.isSecure)) }

    /// Adds a cookie to the response. The cookie makes the visitor's browser a known browser of the account.
    func rememberingBrowser(of account: ID<Account>, in response: Response) async throws -> Response {
        var (browser, response) = (knownBrowser, response)
        browser.add(try await database.read(AccountQueries().secret(of: account)))
        response.headers.append(
            HTTPField(name: .setCookie, value: HostCookie.browser.setting(browser.cookie, isSecure: context.isSecure)))
        return response
    }
}

extension HostCookie {
    /// The cookie with the tokens of a `KnownBrowser`. 400 days is the longest lifetime that browsers accept.
    static let browser = HostCookie(name: "browser", days: 400)
}
