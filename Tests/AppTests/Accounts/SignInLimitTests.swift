import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Web

/// Rate limits of sign-ins and of clubs, and known browsers.
struct SignInLimitTests {
    private static let password = "a good long one"

    private func limited(_ settings: inout AppSettings) {
        settings.limitsRates = true
        settings.trustedProxies = [Network("127.0.0.1")].compactMap(\.self)
    }

    private func signIn(
        _ site: TestSite, _ login: String, _ password: String = "guess", from network: String = "10.0.0.1", browser: String? = nil
    ) async throws -> Visitor.Answer {
        var headers: HTTPFields = [.forwardedFor: network]
        headers[.cookie] = browser.map { "browser=\($0)" }
        return try await site.visitor().post("/login", ["login": login, "password": password], headers)
    }

    private func register(_ site: TestSite, _ name: String) async throws -> (visitor: Visitor, browser: String) {
        let visitor = site.visitor()
        let answer = try await visitor.post(
            "/register", ["username": name, "email": "\(name)@example.com", "password": Self.password, "display_name": name])
        return (visitor, try #require(browser(answer)))
    }

    private func browser(_ answer: Visitor.Answer) -> String? {
        answer.headers[fields: .setCookie].lazy.compactMap { $0.value.prefixMatch(of: /(?:__Host-)?browser=([^;]+)/) }.first.map {
            String($0.1)
        }
    }

    /// Makes guesses by these names in turn. Expects that only `burst` of them are checked, and those that become free with time.
    private func expectLimit(
        _ burst: Int, of guesses: Int, _ site: TestSite, _ names: [String], from network: String, browser: String? = nil
    ) async throws {
        let start = ContinuousClock.now
        var looked = 0
        for index in 0..<guesses {
            let answer = try await signIn(site, names[index % names.count], from: network, browser: browser)
            if answer.status == .unprocessableContent { looked += 1 }
        }
        let seconds = Double((ContinuousClock.now - start).components.seconds)
        #expect(
            looked >= burst && looked <= burst + 1 + Int(seconds / RateLimiter.Limit.signInByAccountAndNetwork.secondsPerToken), "\(names)")
    }

    @Test func `failed sign-ins by user name and e-mail address count together`() async throws {
        try await TestSite.open(change: limited) { site in
            _ = try await register(site, "ines")
            let names = ["ines", "INES", "İnes", "ines@example.com", "İNES@EXAMPLE.COM"]
            try await expectLimit(10, of: 25, site, names, from: "10.0.0.1")
            // Names of nobody count in the same way, so that nobody can tell which accounts exist.
            try await expectLimit(10, of: 25, site, ["irma", "İrma", "IRMA"], from: "10.0.0.2")
        }
    }

    /// Tries the right password. On a busy machine one attempt may have become free meanwhile, but not three.
    private func isKeptOut(_ site: TestSite, _ name: String, from network: String, browser: String? = nil) async throws -> Bool {
        for _ in 0..<3 {
            if try await signIn(site, name, Self.password, from: network, browser: browser).status == .tooManyRequests { return true }
        }
        return false
    }

    @Test func `failed sign-ins elsewhere do not lock a known browser`() async throws {
        try await TestSite.open(change: limited) { site in
            let (_, browser) = try await register(site, "ana")
            let (_, other) = try await register(site, "ben")
            for index in 0..<220 { _ = try await signIn(site, "ana", from: "10.1.\(index / 10).1") }
            try await #expect(isKeptOut(site, "ana", from: "10.2.0.1"))
            // Cookies of other accounts and forged cookies do not help.
            let forged = String(browser.dropLast()) + (browser.last == "A" ? "B" : "A")
            for cookie in [other, forged, "", "x.y", String(repeating: browser + "x.", count: 50)] {
                try await #expect(isKeptOut(site, "ana", from: "10.2.0.2", browser: cookie))
            }
            let answer = try await signIn(site, "ANA@example.com", Self.password, from: "10.2.0.3", browser: browser)
            #expect(answer.status == .seeOther)
            // A browser that both accounts have used is known to both.
            let both = try #require(self.browser(try await signIn(site, "ben", Self.password, from: "10.2.0.4", browser: browser)))
            for name in ["ana", "ben"] {
                try await #expect(signIn(site, name, Self.password, from: "10.1.0.1", browser: both).status == .seeOther)
            }
        }
    }

    @Test func `a stolen browser cookie allows no extra guesses`() async throws {
        try await TestSite.open(change: limited) { site in
            let (_, browser) = try await register(site, "ana")
            let other = try #require(self.browser(try await signIn(site, "ana", Self.password, from: "10.3.0.3")))
            for network in ["10.3.0.1", "10.3.0.2"] {
                try await expectLimit(network == "10.3.0.1" ? 10 : 0, of: 15, site, ["ana"], from: network, browser: browser)
            }
            // The owner can still sign in with another browser.
            try await #expect(signIn(site, "ana", Self.password, from: "10.3.0.1", browser: other).status == .seeOther)
        }
    }

    @Test func `ending all other sessions forgets the other known browsers`() async throws {
        try await TestSite.open(change: limited) { site in
            let (ana, old) = try await register(site, "ana")
            let new = try #require(browser(try await ana.post("/account/sessions/revocation", ["password": Self.password])))
            for index in 0..<12 { _ = try await signIn(site, "ana", from: "10.4.0.\(index)", browser: old) }
            try await expectLimit(10, of: 10, site, ["ana"], from: "10.0.0.1")
            try await expectLimit(0, of: 5, site, ["ana"], from: "10.0.0.1", browser: old)
            try await #expect(signIn(site, "ana", Self.password, from: "10.0.0.1", browser: new).status == .seeOther)
        }
    }

    @Test func `the browser cookie is opaque and hidden from scripts`() async throws {
        try await TestSite.open(change: { $0.baseURL = "https://boardwalk.example" }) { site in
            let answer = try await site.visitor().post(
                "/register", ["username": "ana", "email": "a@b.c", "password": Self.password, "display_name": "Ana"])
            let cookie = try #require(answer.headers[fields: .setCookie].map(\.value).first { $0.hasPrefix("__Host-browser=") })
            #expect(cookie.contains("; Path=/; HttpOnly; SameSite=Lax; Secure") && cookie.contains("Max-Age=34560000"))
            #expect(browser(answer)?.utf8.count == 65)
        }
    }

    @Test func `a browser cookie keeps the four newest accounts`() throws {
        var browser = KnownBrowser(cookie: nil)
        let secrets = (0..<6).map { AccountSecret(passwordHash: "hash \($0)", browserGeneration: 0) }
        for secret in secrets + secrets { browser.add(secret) }
        let kept = KnownBrowser(cookie: browser.cookie)
        #expect(secrets.map { kept.token(of: $0) != nil } == [false, false, true, true, true, true])
        #expect(kept.token(of: AccountSecret(passwordHash: "hash 5", browserGeneration: 1)) == nil)
    }

    @Test func `joining and leaving clubs is limited`() async throws {
        try await TestSite.open(change: limited) { site in
            let (ana, _) = try await register(site, "ana")
            let (ben, _) = try await register(site, "ben")
            for slug in ["pier", "mole"] { try await ana.post("/clubs/new", ["name": slug, "slug": slug, "visibility": "public"]) }
            for _ in 0..<5 {
                try await #expect(ben.post("/c/pier/members", [:]).status == .seeOther)
                try await site.leave("/c/pier", ben)
            }
            for path in ["/c/pier/members", "/c/mole/members"] { try await #expect(ben.post(path, [:]).status == .tooManyRequests) }
            let link = try #require(try await ana.get("/c/pier/").text.firstMatch(of: /\/join\/[A-Za-z0-9_\-]+/)).0
            try await #expect(ben.post(String(link), [:]).status == .tooManyRequests)
        }
    }

    @Test func `a rate limit holds for the account in every club`() async throws {
        try await TestSite.open(change: limited) { site in
            let (ana, _) = try await register(site, "ana")
            for slug in ["pier", "mole"] { try await ana.post("/clubs/new", ["name": slug, "slug": slug, "visibility": "public"]) }
            let account = try #require(try await site.server.services.sessions.session(token: ana.sessionToken)).account
            for slug in ["pier", "mole"] {
                if slug == "pier" { try await #expect(ana.get("/c/pier/messages?q=x").status == .ok) }
                try await #expect(
                    eventually {
                        while (try? site.server.services.limiter.spend(.search, by: account)) != nil {}
                        return try await ana.get("/c/\(slug)/messages?q=x").status == .tooManyRequests
                    })
            }
        }
    }
}
