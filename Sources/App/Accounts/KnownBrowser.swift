import Crypto
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Web

/// A browser in which accounts have signed in before, told by a cookie: wrong guesses from elsewhere do not keep them out of it.
///
/// The cookie holds a mark for each of the last accounts: a random number, signed with what only the server knows of the account. It names
/// nobody, every instance can check it, and it is void once the password is another or all other sessions were ended. An account without
/// a password has none: there is nothing to guess.
struct KnownBrowser {
    private var marks: [String]

    private static let mostMarks = 4
    private static let numberBytes = 16
    private static let numberLength = 22
    private static let markLength = numberLength + 43

    /// - Parameter cookie: the value, whoever may have written it; nil: none was sent.
    init(cookie: String?) {
        let parts = (cookie ?? "").utf8.split(separator: UInt8(ascii: "."), maxSplits: Self.mostMarks).prefix(Self.mostMarks)
        marks = parts.filter { $0.count == Self.markLength && $0.allSatisfy(RandomText.isDigit) }.map { String(Substring($0)) }
    }

    var cookie: String { marks.joined(separator: ".") }

    /// That of the account; nil: it has not signed in here.
    func mark(of secret: AccountSecret) -> String? {
        guard let hash = secret.passwordHash else { return nil }
        return marks.first { mark in
            RandomText.areEqual(mark, Self.mark(String(mark.prefix(Self.numberLength)), hash, secret.browserGeneration))
        }
    }

    /// Notes that the account has signed in.
    mutating func note(_ secret: AccountSecret) {
        guard let hash = secret.passwordHash else { return }
        let old = mark(of: secret)
        let new = Self.mark(RandomText.make(bytes: Self.numberBytes), hash, secret.browserGeneration)
        marks = [new] + marks.filter { $0 != old }.prefix(Self.mostMarks - 1)
    }

    private static func mark(_ number: String, _ passwordHash: String, _ generation: Int) -> String {
        let key = SymmetricKey(data: Data(passwordHash.utf8))
        let words = Data("browser \(generation) \(number)".utf8)
        return number + RandomText.encode(Array(HMAC<SHA256>.authenticationCode(for: words, using: key)))
    }
}

extension Visit {
    var knownBrowser: KnownBrowser { KnownBrowser(cookie: HostCookie.browser.value(in: request.headers, isSecure: context.isSecure)) }

    /// `response` with the cookie by which the account is known in this browser from now on.
    func remembering(_ account: ID<Account>, in response: Response) async throws -> Response {
        var (browser, response) = (knownBrowser, response)
        browser.note(try await database.read(AccountQueries().secret(of: account)))
        response.headers.append(
            HTTPField(name: .setCookie, value: HostCookie.browser.setting(browser.cookie, isSecure: context.isSecure)))
        return response
    }
}

extension HostCookie {
    /// Carries a `KnownBrowser`, for as long as browsers keep cookies.
    static let browser = HostCookie(name: "browser", days: 400)
}
