import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

struct SecurityTests {
    @Test func `a form from another site is refused`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let fetchSite = HTTPField.Name("Sec-Fetch-Site")!
            let foreign: [HTTPFields] = [
                [fetchSite: "cross-site"], [fetchSite: "same-site"], [.origin: "https://evil.example"], [.origin: "null"],
                [.referer: "https://evil.example/"], [.referer: "\(site.address).evil.example/"], [.referer: ""],
            ]
            for headers in foreign {
                let answer = try await ana.post("/clubs/new", ["name": "Evil", "slug": "evil", "visibility": "public"], headers)
                #expect(answer.status == .forbidden)
            }
            try await #expect(ana.get("/c/evil/").status == .notFound)
        }
    }

    @Test func `a form without the session's token is refused`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            for token in ["", "wrong"] {
                let answer = try await ana.post("/clubs/new", ["name": "A", "slug": "aaa", "visibility": "public", "csrf": token])
                #expect(answer.status == .forbidden)
                #expect(answer.text.contains("out of date"))
            }
        }
    }

    @Test func `every response has the security headers`() async throws {
        try await TestSite.open { site in
            for path in ["/", "/login", "/nowhere", "/healthz", "/assets/none.css"] {
                let headers = try await site.visitor().get(path).headers
                #expect(headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true, "\(path)")
                #expect(headers[.xContentTypeOptions] == "nosniff", "\(path)")
            }
        }
    }

    @Test(arguments: [
        ("/join/x", "no-referrer"), ("/reset/x", "no-referrer"), ("/riddle/x/y", "no-referrer"), ("/practised/x", "no-referrer"),
        ("/login/example/callback?code=x", "strict-origin"), ("/%6aoin/x", "no-referrer"), ("//reset/x", "no-referrer"),
        ("/login?next=%2Fjoin%2Fx", "strict-origin"), ("/register?next=%2Fjoin%2Fx", "strict-origin"), ("/", "same-origin"),
        ("/assets/none.css", "same-origin"),
    ])
    func `pages with a secret in their address do not tell it by Referer`(path: String, policy: String) async throws {
        try await TestSite.open { site in
            let headers = try await site.visitor().get(path).headers
            #expect(headers[values: try #require(HTTPField.Name("Referrer-Policy"))] == [policy])
        }
    }

    /// Browsers without Fetch Metadata send `Origin: null` with forms of pages that send no Referer.
    @Test(arguments: [("/reset/x", HTTPResponse.Status.gone), ("/login", .forbidden), ("/register", .forbidden)])
    func `a form without an origin is taken at secret addresses only`(path: String, status: HTTPResponse.Status) async throws {
        try await TestSite.open { site in
            let answer = try await site.visitor().post(path, ["new_password": "a good long one"], [.origin: "null"])
            #expect(answer.status == status)
        }
    }

    @Test func `sign-in, sign-out and an ended session clear the browser's cache`() async throws {
        try await TestSite.open { site in
            let name = try #require(HTTPField.Name("Clear-Site-Data"))
            let (club, again) = (try await site.clubOfTwo(), site.visitor())
            let credentials = ["login": "ana", "password": "a good long one"]
            try await #expect(again.post("/login", credentials).headers[name] == "\"cache\"")
            try await #expect(again.post("/logout", [:]).headers[name] == "\"cache\"")
            try await #expect(club.ana.get("/").headers[name] == nil)
            try await #expect(site.visitor().get("/login").headers[name] == nil)
            try await site.database.write(Query<Int>.change("DELETE FROM sessions"))
            site.server.services.sessions.evict(ID(1))
            let page = try await club.ana.get("/login")
            #expect(page.headers[name] == "\"cache\"" && page.headers[.setCookie]?.contains("Max-Age=0") == true)
        }
    }

    @Test func `errors in a frame are shown in that frame`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = club.path + "/library/games/999/messages"
            // A frame that loads itself again sends its own address as Referer.
            let framed: HTTPFields = [HTTPField.Name("Sec-Fetch-Dest")!: "iframe", .referer: site.address + path]
            let missing = try await club.ana.get(path, framed)
            #expect(missing.status == .notFound && missing.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'self'") == true)
            #expect(missing.text.contains(#"href="\#(club.path)/library/games/999" target="_top">Load the page again"#))
            let page = try await club.ana.get(path)
            #expect(page.status == .notFound && page.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
            // The sign-in page is never in a frame. The frame only links to it.
            let stranger = try await site.visitor().get(path, framed)
            #expect(stranger.status == .unauthorized && stranger.text.contains("You are signed out"))
            #expect(stranger.text.contains(SignInRequired.address(next: "\(club.path)/library/games/999")))
            try await #expect(site.visitor().get(path).status == .seeOther)
        }
    }

    @Test func `the session cookie has HttpOnly, SameSite, Secure and its prefix`() async throws {
        try await TestSite.open { site in
            let answer = try await site.visitor().post(
                "/register", ["username": "ana", "email": "a@b.c", "password": "a good long one", "display_name": "Ana"])
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"))
        }
        try await TestSite.open(change: { $0.baseURL = "https://boardwalk.example" }) { site in
            let answer = try await site.visitor().post(
                "/register", ["username": "ana", "email": "a@b.c", "password": "a good long one", "display_name": "Ana"])
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasPrefix("__Host-session=") && cookie.hasSuffix("Secure"))
        }
    }

    @Test func `redirects to the next page stay on this site`() {
        #expect(Visit.localPath("/c/pier/lobby?x=1") == "/c/pier/lobby?x=1")
        for evil in ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "", "/a\r\nSet-Cookie: x"] {
            #expect(Visit.localPath(evil) == nil)
        }
    }

    @Test func `a network contains its addresses only`() throws {
        try #expect(#require(Network("10.0.0.0/8")).contains("10.200.1.1"))
        try #expect(!#require(Network("10.0.0.0/8")).contains("11.0.0.1"))
        try #expect(#require(Network("::1")).contains("::1"))
        try #expect(#require(Network("10.0.0.1")).contains("::ffff:10.0.0.1"))
        #expect(Network("10.0.0.0/33") == nil && Network("local") == nil && Network("") == nil)
        #expect(Network.subscriber(of: "2001:db8:1:2:3:4:5:6") == Network.subscriber(of: "2001:db8:1:2::9"))
    }

    /// The statuses of guesses from behind `proxies`, each with another forged address to the left of `address`.
    private func guesses(from address: String, trusting proxies: [String]) async throws -> [HTTPResponse.Status] {
        let statuses = Locked<[HTTPResponse.Status]>([])
        try await TestSite.open(change: {
            $0.limitsRates = true
            $0.trustedProxies = proxies.compactMap { Network($0) }
        }) { site in
            for number in 0..<60 where statuses.value.last != .tooManyRequests {
                let headers: HTTPFields = [.forwardedFor: "203.0.113.\(number), \(address.replacing("N", with: "\(number)"))"]
                statuses.value += [
                    try await site.visitor().post("/login", ["login": "nobody\(number)", "password": "a guess"], headers).status
                ]
            }
        }
        return statuses.value
    }

    @Test func `rate limits count the rightmost address that is no proxy`() async throws {
        let proxies = ["127.0.0.1", "10.0.0.0/8"]
        try await #expect(guesses(from: "198.51.100.7, 10.1.2.3", trusting: proxies).last == .tooManyRequests)
        try await #expect(guesses(from: "198.51.100.N, 10.1.2.3", trusting: proxies).last == .unprocessableContent)
        try await #expect(guesses(from: "198.51.100.N", trusting: []).last == .tooManyRequests)
    }

    @Test func `a form that is too large gets 413`() async throws {
        try await TestSite.open { site in
            let answer = try await site.visitor().post("/login", ["login": String(repeating: "x", count: 70_000)])
            #expect(answer.status == .contentTooLarge)
        }
    }

    @Test func `invisible characters are removed from names`() throws {
        func line(_ text: String) -> String {
            var form = Form()
            form["name"] = text
            return form.line("name")
        }
        #expect(line("  Ana \t K.\n") == "Ana K.")
        #expect(line("An\u{0}a\u{202E}\u{7}") == "Ana")
        #expect(line("\u{200B}\u{200D}\u{2060}") == "" && line("\u{3164}") == "")
        #expect(line("👩‍👩‍👧 عَلِي 香港") == "👩‍👩‍👧 عَلِي 香港")
        // Some invisible characters stay because visible text needs them: a variation selector, tags, a joiner between letters.
        for text in ["❤\u{FE0F}", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "می\u{200C}خواهم", "葛\u{E0100}"] {
            #expect(line(text) == text)
        }
        #expect(line("An\u{3164}a\u{2065}\u{E0002}\u{FFF0}\u{AD}") == "Ana")
    }

    @Test func `default-ignorable characters alone give an empty text`() {
        let ignorable = (0...0x10FFFF).lazy.compactMap { Unicode.Scalar($0 as Int) }.filter(\.properties.isDefaultIgnorableCodePoint)
        #expect(ignorable.count > 4000)
        for scalar in ignorable {
            #expect(VisibleText.of("\(scalar) \(scalar)", besides: []) == "", "\(String(scalar.value, radix: 16))")
        }
    }

    @Test func `NUL characters and numbers out of range cause no server errors`() async throws {
        try await TestSite.open { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            try await #expect(x.post(game + "/messages", ["text": "a\u{0}b", "idempotency_key": "\u{0}"]).status == .seeOther)
            try await #expect(x.get(game).text.contains(">ab<"))
            for path in ["/c/%00/", "/join/%00", "/c/pier/games/0", "/c/pier/games/9223372036854775808", "/c/pier/games/+1"] {
                try await #expect((400..<500).contains(x.get(path).status.code), "\(path)")
            }
        }
    }

    @Test func `messages never become markup`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await club.game()
            let evil = "<script>alert(1)</script> \"'><img src=x onerror=alert(1)>"
            try await game.x.post(game.path + "/messages", ["text": evil, "idempotency_key": "1"])
            let page = try await game.o.get(game.path).text
            #expect(page.contains("&lt;script&gt;alert(1)"))
            #expect(!page.contains("<script>alert") && !page.contains("<img src=x"))
        }
    }
}
