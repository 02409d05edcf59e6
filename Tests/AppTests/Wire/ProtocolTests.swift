import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Web

/// Valid and invalid HTTP/1.1 (RFC 9112).
struct ProtocolTests {
    /// The text that is sent, the expected statuses, and whether the server closes the connection.
    private struct Case: Sendable {
        var name: String
        var text: String
        var statuses: [Int]
        var closes: Bool

        init(_ name: String, _ text: String, _ statuses: Int..., closes: Bool = false) {
            self.init(name, text, statuses, closes: closes)
        }

        init(_ name: String, _ text: String, _ statuses: [Int], closes: Bool = false) {
            (self.name, self.text, self.statuses, self.closes) = (name, text, statuses, closes)
        }
    }

    private static func get(_ target: String, _ fields: String = "", version: String = "1.1") -> String {
        "GET \(target) HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n"
    }

    private static func post(_ fields: String, _ body: String = "") -> String {
        "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n\(fields)\r\n\(body)"
    }

    private static let connections = [
        Case("keeps alive", get("/healthz"), 200),
        Case("close", get("/healthz", "Connection: close\r\n"), 200, closes: true),
        Case("close in a list", get("/healthz", "Connection: TE, Close\r\n"), 200, closes: true),
        Case("1.0", "GET /healthz HTTP/1.0\r\n\r\n", 200, closes: true),
        Case("1.0 keep-alive", "GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200),
        Case("upgrade", get("/healthz", "Connection: Upgrade\r\nUpgrade: h2c\r\n"), 200, closes: true),
        Case("pipeline", ["/healthz", "/nowhere", "/login", "/healthz"].map { get($0) }.joined(), 200, 404, 200, 200),
        Case("nothing behind a close", get("/healthz", "Connection: close\r\n") + get("/login"), 200, closes: true),
        Case("a crowd behind one another", String(repeating: get("/healthz"), count: 63), Array(repeating: 200, count: 63)),
        Case("good before bad", get("/healthz") + "GET /healthz HTTP/1.1\r\n\r\n" + get("/healthz"), 200, 400, closes: true),
        Case("good before unreadable", get("/healthz") + "GET /\u{0} HTTP/1.1\r\n\r\n" + get("/healthz"), 200, 400, closes: true),
    ]

    private static let heads = [
        Case("space around values", "GET /healthz HTTP/1.1\r\nHost:\ta \r\nConnection: close\t\r\n\r\n", 200, closes: true),
        Case("no host", "GET / HTTP/1.1\r\n\r\n", 400, closes: true),
        Case("two hosts", get("/", "Host: b\r\n"), 400, closes: true),
        Case("a host that is none", "GET / HTTP/1.1\r\nHost: a/b@c\r\n\r\n", 400, closes: true),
        Case("folded", get("/", "X: a\r\n b\r\n"), 400, closes: true),
        Case("NUL in a field", get("/", "X: a\u{0}b\r\n"), 400, closes: true),
        Case("lone CR in a field", get("/", "X: a\rb\r\n"), 400, closes: true),
        Case("space before the colon", get("/", "X : a\r\n"), 400, closes: true),
        Case("no name", get("/", ": a\r\n"), 400, closes: true),
        Case("long target", get("/" + String(repeating: "a", count: 9000)), 414, closes: true),
        Case("longer target", get("/" + String(repeating: "a", count: 90_000)), 414, closes: true),
        Case("large field", get("/", "X: " + String(repeating: "a", count: 17_000) + "\r\n"), 431, closes: true),
        Case(
            "large fields", get("/", String(repeating: "X: " + String(repeating: "a", count: 1000) + "\r\n", count: 40)), 431, closes: true),
        Case("many fields", get("/", String(repeating: "X: a\r\n", count: 150)), 431, closes: true),
        Case("another version", get("/", version: "2.0"), 505, closes: true),
    ]

    private static let targets = [
        Case("absolute", get("http://a/healthz"), 200), Case("absolute without a path", get("HTTP://a?x"), 200),
        Case("absolute with a user", get("http://me@a/"), 400, closes: true),
        Case("two slashes", get("//evil.example/x"), 404), Case("upwards", get("/../../etc/passwd"), 404),
        Case("upwards in assets", get("/assets/%2e%2e%2fREADME.md"), 404), Case("encoded slash", get("/c%2Fpier"), 404),
        Case("bad escapes", get("/nowhere/%zz%"), 404), Case("encoded NUL", get("/c/%00/"), 303),
        Case("8 bits", get("/\u{e9}"), 400, closes: true), Case("fragment", get("/#x"), 400, closes: true),
        Case("space", get("/a b"), 400, closes: true), Case("no slash", get("healthz"), 400, closes: true),
        Case("everything", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 204),
        Case("unknown method", "FOO / HTTP/1.1\r\nHost: a\r\n\r\n", 501, closes: true),
        Case("known elsewhere", "PROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n", 501, closes: true),
        Case("tunnel", "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 501, closes: true),
    ]

    private static let bodies = [
        Case("space behind the coding", post("Transfer-Encoding: chunked \r\n", "0\r\n\r\n"), 422),
        Case(
            "chunks of an old client",
            post("Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n").replacing("HTTP/1.1", with: "HTTP/1.0"), 422,
            closes: true),
        Case("both lengths", post("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400, closes: true),
        Case("two lengths", post("Content-Length: 4\r\nContent-Length: 5\r\n", "abcd"), 400, closes: true),
        Case("a list of lengths", post("Content-Length: 4, 4\r\n", "abcd"), 400, closes: true),
        Case("signed length", post("Content-Length: +4\r\n", "abcd"), 400, closes: true),
        Case("length beyond Int", post("Content-Length: 9223372036854775808\r\n", "abcd"), 413, closes: true),
        Case("length of all bits", post("Content-Length: 18446744073709551615\r\n", "abcd"), 413, closes: true),
        Case("length beyond numbers", post("content-length:  99999999999999999999\r\n", "abcd"), 413, closes: true),
        Case("length beyond numbers, and no number", post("Content-Length: 99999999999999999999x\r\n", "abcd"), 400, closes: true),
        Case("another coding", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"), 501, closes: true),
        Case("one more coding", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"), 501, closes: true),
        Case("chunked twice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400, closes: true),
        Case("bad chunk", post("Transfer-Encoding: chunked\r\n", "zz\r\n"), 400, closes: true),
        Case(
            "a media type in any case",
            post("Content-Length: 3\r\n", "a=b").replacing(
                "application/x-www-form-urlencoded", with: "Application/X-WWW-Form-URLEncoded ; A=b"), 422),
        Case(
            "another media type",
            post("Content-Length: 3\r\n", "a=b").replacing("application/x-www-form-urlencoded", with: "text/plain"), 415),
        Case("chunks", post("Transfer-Encoding: chunked\r\n", "3;x=y\r\na=b\r\n0\r\n\r\n") + get("/healthz"), 422, 200),
        Case("announced too large", post("Content-Length: 300000\r\n", String(repeating: "a", count: 300_000)), 413, closes: true),
        Case(
            "too large in chunks",
            post(
                "Transfer-Encoding: chunked\r\n", String(repeating: "1000\r\n" + String(repeating: "a", count: 4096) + "\r\n", count: 100)),
            413, closes: true),
        Case("expects, and is told to go on", post("Expect: 100-continue\r\nContent-Length: 4\r\n"), 100),
        Case("expects, and is refused", post("Expect: 100-continue\r\nContent-Length: 300000\r\n"), 413, closes: true),
        Case("expects something else", post("Expect: tea\r\nContent-Length: 4\r\n"), 417, closes: true),
    ]

    @Test func `every form of request gets the expected status`() async throws {
        try await TestSite.open { site in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for each in Self.connections + Self.heads + Self.targets + Self.bodies {
                    group.addTask { try await Self.check(each, site) }
                }
                try await group.waitForAll()
            }
            try await #expect(site.visitor().get("/healthz").status == .ok)
        }
    }

    private static func check(_ each: Case, _ site: TestSite) async throws {
        let client = try RawClient(site.address)
        let count = each.closes ? Int.max : each.statuses.count
        let answer = await client.ask(each.text) { $0.matches(of: #/HTTP/1\.1 \d/#).count >= count }
        #expect(answer.statuses == each.statuses, "\(each.name): \(answer.statuses), not \(each.statuses)")
        #expect(answer.isClosed == each.closes, "\(each.name) \(each.closes ? "closes" : "stays open")")
        guard !each.closes else { return }
        let rest = await client.read(seconds: 0.3)
        #expect(!rest.isClosed && rest.statuses.isEmpty, "\(each.name) ends there, and stays open")
    }

    @Test func `an unsupported method gets 405 and the allowed methods`() async throws {
        try await TestSite.open { site in
            let ana = site.visitor()
            for method in [HTTPRequest.Method.put, .delete, .patch, .trace] {
                let answer = try await ana.send("/login", method, [:], nil)
                #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "GET, HEAD, OPTIONS, POST", "\(method)")
                #expect(answer.text.contains("That does not work here"))
            }
            // The address of a form redirects to the page above it.
            let posted = try await ana.get("/account/picture/removal")
            #expect(posted.status == .seeOther && posted.headers[.location] == "/account/picture")
            let options = try await ana.send("/healthz", .options, [:], nil)
            #expect(options.status == .noContent && options.headers[.allow] == "GET, HEAD, OPTIONS")
            let nowhere = try await ana.send("/nowhere", .put, [:], nil)
            #expect(nowhere.status == .notFound && nowhere.text.contains("Page not found"))
        }
    }

    @Test func `HEAD returns the headers of GET`() async throws {
        try await TestSite.open { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let page = try await x.get("/").text
            let style = String(try #require(page.firstMatch(of: /href="(\/assets\/main[^"]+)"/)).1)
            let addresses = [
                "/", "/login", "/register", "/account", "/clubs/new", "/c/pier/", "/c/pier/members", "/c/pier/lobby", "/c/pier/lobby/frame",
                "/c/pier/lobby/live", game, game + "/live", game + "/board", game + "/messages", game + "/moves", game + "/resignation",
                "/logout", "/healthz", "/readyz", "/favicon.svg", style, "/nowhere",
            ]
            for address in addresses {
                var (whole, head) = (try await x.get(address), try await x.send(address, .head, [:], nil))
                // The presence of members changes by itself, and then the two responses differ.
                for _ in 0..<3 {
                    let again = try await x.get(address)
                    if again.headers[.contentLength] == whole.headers[.contentLength] { break }
                    (whole, head) = (again, try await x.send(address, .head, [:], nil))
                }
                #expect(head.status == whole.status && head.text.isEmpty, "\(address)")
                for name in [HTTPField.Name.contentLength, .contentType, .location, .cacheControl, .contentSecurityPolicy] {
                    #expect(head.headers[name] == whole.headers[name], "\(address) \(name)")
                }
            }
        }
    }

    @Test func `a chunked body has a size limit too`() async throws {
        try await TestSite.open(change: { $0.limits.body = 1000 }) { site in
            let client = try RawClient(site.address)
            // No handler reads this body, so only the connection measures it.
            let head = "GET /login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            let chunk = "400\r\n" + String(repeating: "a", count: 1024) + "\r\n"
            await client.send([head] + Array(repeating: chunk, count: 50), pause: 0.001)
            #expect(await client.read().isClosed)
        }
    }
}
