import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Web

/// A server that receives more requests than it can handle.
struct LoadTests {
    @Test func `a busy server answers 503 until requests finish`() async throws {
        try await TestSite.open(change: { $0.workingRequests = 4 }) { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let admission = site.server.services.admission
            for _ in 0..<4 { #expect(await admission.enter()) }
            let page = try await x.get(game)
            #expect(page.status == .serviceUnavailable && page.text.contains("Many people") && page.text.contains("http-equiv=\"refresh\""))
            #expect(page.headers[.retryAfter].flatMap { Int($0) }.map { (2...5).contains($0) } == true)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            let form = try await x.post(game + "/messages", ["text": "hello", "idempotency_key": "1"])
            #expect(form.status == .serviceUnavailable && form.text.contains("Nothing was changed") && !form.text.contains("http-equiv"))
            let poll = try await x.get(game + "/live", [.prefer: "wait=25"])
            #expect(poll.status == .serviceUnavailable && poll.headers[.retryAfter] != nil && !poll.text.contains("<"))
            for path in ["/healthz", "/readyz", "/favicon.svg"] { try await #expect(x.get(path).status == .ok, "\(path)") }
            for _ in 0..<4 { admission.leave() }
            let again = try await x.get(game)
            #expect(again.status == .ok && !again.text.contains(">hello<"))
        }
    }

    @Test func `held polls do not count as working requests`() async throws {
        try await TestSite.open(change: { $0.workingRequests = 4 }) { site in
            let (game, x, o) = try await site.clubOfTwo().game()
            let tag = try #require(try await o.get(game + "/live").headers[.eTag])
            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<10 { group.addTask { try await o.get(game + "/live", [.ifNoneMatch: tag, .prefer: "wait=20"]).status } }
                try await #expect(eventually { site.server.services.live.heldCount == 10 })
                try await #expect(x.get(game).status == .ok)
                try await x.post(game + "/moves", ["cell": "4", "ply": "0"])
                for try await status in group { #expect(status == .ok) }
            }
        }
    }

    @Test func `a session can hold a limited number of polls`() async throws {
        try await TestSite.open(change: { $0.heldPollsPerSession = 2 }) { site in
            let (game, x, o) = try await site.clubOfTwo().game()
            let tag = try #require(try await o.get(game + "/live").headers[.eTag])
            let other = try #require(try await x.get(game + "/live").headers[.eTag])
            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<2 { group.addTask { try await o.get(game + "/live", [.ifNoneMatch: tag, .prefer: "wait=20"]).status } }
                try await #expect(eventually { site.server.services.live.heldCount == 2 })
                let third = try await o.get(game + "/live", [.ifNoneMatch: tag, .prefer: "wait=20"])
                #expect(third.status == .notModified && third.headers[.retryAfter] == "5")
                group.addTask { try await x.get(game + "/live", [.ifNoneMatch: other, .prefer: "wait=20"]).status }
                try await #expect(eventually { site.server.services.live.heldCount == 3 })
                site.server.services.live.close()
                try await group.waitForAll()
            }
        }
    }

    @Test func `ended and abandoned requests no longer count as working`() async throws {
        try await TestSite.open { site in
            let (game, x, o) = try await site.clubOfTwo().game()
            let tag = try #require(try await o.get(game + "/live").headers[.eTag])
            let admission = site.server.services.admission
            async let held = o.get(game + "/live", [.ifNoneMatch: tag, .prefer: "wait=20"])
            try await #expect(eventually { site.server.services.live.heldCount == 1 && admission.insideCount == 0 })
            // Clients that disconnect before they have sent everything are not counted either.
            for _ in 0..<5 {
                let client = try RawClient(site.address)
                await client.send(["GET / HTTP/1.1\r\nHost: a\r\n\r\nPOST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n"])
            }
            site.server.services.live.close()
            _ = try await held
            _ = try await x.get(game)
            try await #expect(eventually { admission.insideCount == 0 && admission.status.working == 0 })
        }
    }

    @Test func `a refusal under load is a complete response`() async throws {
        try await TestSite.open(change: { $0.workingRequests = 4 }) { site in
            let admission = site.server.services.admission
            for _ in 0..<40 { admission.countArrival() }
            let client = try RawClient(site.address)
            let request = "GET /login HTTP/1.1\r\nHost: a\r\n\r\n"
            let answer = await client.ask(request + request) { $0.matches(of: /<\/html>/).count == 2 }
            #expect(answer.statuses == [503, 503] && answer.text.contains("Content-Security-Policy: ") && !answer.isClosed)
            try await #expect(site.visitor().get("/healthz").status == .ok)
            let poll = try await site.visitor().get("/login", [.prefer: "wait=25"])
            #expect(poll.status == .serviceUnavailable && !poll.text.contains("<") && poll.headers[.retryAfter] != nil)
            admission.countDeparture(40)
            #expect(await client.ask(request) { $0.contains("</html>") }.statuses == [200])
        }
    }

    @Test func `under load a pipeline is refused and its connection closed`() async throws {
        try await TestSite.open(change: { $0.workingRequests = 4 }) { site in
            let admission = site.server.services.admission
            for _ in 0..<40 { admission.countArrival() }
            defer { admission.countDeparture(40) }
            let many = String(repeating: "GET /login HTTP/1.1\r\nHost: a\r\n\r\n", count: 40)
            let answer = await (try RawClient(site.address)).ask(many) { $0.matches(of: /<\/html>/).count == 40 }
            #expect((2..<40).contains(answer.statuses.count) && answer.statuses.allSatisfy { $0 == 503 } && answer.isClosed)
            #expect(answer.text.matches(of: /Connection: close/).count == 1)
        }
    }
}
