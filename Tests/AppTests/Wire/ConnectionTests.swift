import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

/// Connections on which several things happen at once.
struct ConnectionTests {
    private static let host = "Host: a\r\n"
    private static let health = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Two polls of a game: one with the current ETag, and one with an outdated ETag.
    private func polls(_ site: TestSite) async throws -> (current: String, stale: String) {
        let (game, x, _) = try await site.clubOfTwo().game()
        let tag = try #require(try await x.get(game + "/live").headers[.eTag])
        let head = "GET \(game)/live HTTP/1.1\r\nHost: a\r\nCookie: session=\(x.sessionToken)\r\nPrefer: wait=600\r\nIf-None-Match: "
        let stale = "\"x" + tag.dropFirst()
        return (head + tag + "\r\n\r\n", head + stale + "\r\n\r\n")
    }

    @Test func `data after an invalid request does not lose earlier responses`() async throws {
        try await TestSite.open { site in
            let login = "POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n"
            for (text, statuses) in [(login + "\r\nGARBAGE\u{1}\r\n\r\n", [422, 501]), (login + "Connection: close\r\n\r\nxxxx", [422])] {
                let client = try RawClient(site.address)
                await client.send([text, "more", "and more"], pause: 0.002)
                let answer = await client.read()
                #expect(answer.statuses == statuses && answer.isClosed, "\(text)")
            }
        }
    }

    @Test func `a reset connection leaves nothing behind`() async throws {
        try await TestSite.open { site in
            let head = "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n"
            let texts = [
                head + "Expect: 100-continue\r\n\r\na=bJUNK\u{1}\r\n\r\n", head + "\r\na=bJUNK", head + "Expect: 100-continue\r\n\r\n",
                Self.health + head + "Expect: 100-continue\r\n\r\na=b" + Self.health,
                String(repeating: Self.health, count: 30) + "JUNK\r\n",
            ]
            for round in 0..<200 {
                var client: RawClient? = try RawClient(site.address)
                client?.resetAtEnd()
                await client?.send([texts[round % texts.count]])
                if round % 3 == 0 { try await Task.sleep(for: .milliseconds(Int.random(in: 0...3))) }
                client = nil
            }
            let answer = await (try RawClient(site.address)).ask(Self.health) { $0.hasSuffix("ok\n") }
            #expect(answer.statuses == [200])
            let (table, admission) = (site.server.connections, site.server.services.admission)
            try await #expect(eventually { table.counters.open.load(ordering: .relaxed) <= 1 && admission.insideCount == 0 })
        }
    }

    @Test func `a pipeline beyond the limit ends with Connection close`() async throws {
        try await TestSite.open(change: { $0.limits.pipelined = 4 }) { site in
            let request = "GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n"
            let answer = await (try RawClient(site.address)).ask(String(repeating: request, count: 200))
            #expect(answer.isClosed && (1..<200).contains(answer.statuses.count) && answer.statuses.allSatisfy { $0 == 404 })
            #expect(answer.text.matches(of: /Connection: close/).count == 1)
            let few = await (try RawClient(site.address)).ask(String(repeating: request, count: 3)) {
                $0.matches(of: /<\/html>/).count == 3
            }
            #expect(few.statuses == [404, 404, 404] && !few.isClosed)
        }
    }

    @Test func `pipelined heads are limited by their total size`() async throws {
        try await TestSite.open(change: { $0.limits.readAhead = 2200 }) { site in
            // Each request takes less than a thousand bytes. The server reads all of them at once.
            let request = "GET /nowhere HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 100))\r\n\r\n"
            let answer = await (try RawClient(site.address)).ask(String(repeating: request, count: 8)) {
                $0.matches(of: /<\/html>/).count == 8
            }
            #expect((3..<8).contains(answer.statuses.count) && answer.statuses.allSatisfy { $0 == 404 })
            #expect(answer.isClosed && answer.text.matches(of: /Connection: close/).count == 1)
        }
    }

    @Test func `pipelined requests do not wait for a poll before them`() async throws {
        try await TestSite.open(change: { $0.holdSeconds = 600 }) { site in
            let (current, stale) = try await polls(site)
            for text in [Self.health + current + Self.health, Self.health + stale + Self.health] {
                let answer = await (try RawClient(site.address)).ask(text) { $0.matches(of: /ok\n/).count == 2 }
                #expect(answer.statuses == [200, 304, 200])
            }
        }
    }

    @Test func `a half-closed connection gets its responses at once`() async throws {
        try await TestSite.open(change: { $0.holdSeconds = 600 }) { site in
            let (current, stale) = try await polls(site)
            let client = try RawClient(site.address)
            await client.send([current])
            try await #expect(eventually { site.server.services.live.heldCount == 1 })
            client.endSending()
            let held = await client.read()
            #expect(held.statuses == [304] && held.isClosed && held.text.contains("Connection: close"))
            for text in [stale, Self.health + Self.health + current] {
                let client = try RawClient(site.address)
                await client.send([text])
                client.endSending()
                let answer = await client.read()
                #expect(answer.statuses.last == 304 && answer.isClosed)
            }
        }
    }

    @Test func `a client that disconnects early leaves no held poll`() async throws {
        try await TestSite.open(change: { $0.holdSeconds = 600 }) { site in
            let (_, stale) = try await polls(site)
            for _ in 0..<20 {
                var client: RawClient? = try RawClient(site.address)
                await client?.send([stale])
                client = nil
            }
            let services = site.server.services
            try await #expect(
                eventually { site.server.connections.counters.open.load(ordering: .relaxed) <= 50 && services.live.heldCount == 0 })
            try await #expect(eventually { services.live.heldCount == 0 && services.admission.insideCount == 0 })
        }
    }

    @Test(arguments: [true, false])
    func `a client that has gone leaves no statement running`(isReset: Bool) async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let other = try ScriptConnection(url: site.test.superuserURL)
            try other.run("BEGIN; LOCK TABLE photos")
            var client: RawClient? = try RawClient(site.address)
            if isReset { client?.resetAtEnd() }
            let request = "GET \(club.path)/photos HTTP/1.1\r\nHost: a\r\nCookie: session=\(club.ana.sessionToken)\r\n\r\n"
            await client?.send([request])
            try await #expect(eventually { try site.waitingForLocks() == 1 })
            client = nil
            try await #expect(eventually { try site.waitingForLocks() == 0 })
            // It was cancelled: PostgreSQL's own limit would have ended it later.
            let metrics = site.server.services.database.metrics
            try await #expect(eventually { metrics.snapshot().failures.cancelled == 1 })
            #expect(metrics.snapshot().failures.refused == 0)
            try other.run("COMMIT")
            try await #expect(eventually { site.server.services.admission.insideCount == 0 })
            try await #expect(club.ana.get(club.path + "/photos").status == .ok)
        }
    }

    @Test func `a slow head behind a held poll loses no response`() async throws {
        let clock = MovableClock()
        try await TestSite.open(change: { settings in
            (settings.holdSeconds, settings.limits.headTimeout, settings.limits.keepAlive) = (600, 10, 10)
            settings.judgesSlowClients(by: clock)
        }) { site in
            let (current, _) = try await polls(site)
            let client = try RawClient(site.address)
            await client.send([current])
            try await #expect(eventually { site.server.services.live.heldCount == 1 })
            await client.send(["\r\n"])
            try await site.letPass(.seconds(15), on: clock)
            #expect(site.server.services.live.heldCount == 1, "an empty line is nothing")
            await client.send(["GET /heal"])
            let answer = try await site.whileTimePasses(clock) { await client.read() }
            #expect(answer.statuses == [304, 408] && answer.isClosed)
        }
    }

    @Test func `a pipelined request gets 100 Continue in its turn`() async throws {
        try await TestSite.open { site in
            let head =
                "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\nExpect: 100-continue \r\n\r\n"
            let client = try RawClient(site.address)
            let asked = await client.ask(Self.health + head) { $0.contains("100 Continue") }
            #expect(asked.statuses == [200, 100])
            await client.send(["a=b"])
            #expect(await client.read { $0.contains("</html>") }.statuses == [422])
        }
    }

    @Test func `an old client is told that its connection is kept alive`() async throws {
        try await TestSite.open { site in
            let answer = await (try RawClient(site.address)).ask("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n") {
                $0.hasSuffix("ok\n")
            }
            #expect(answer.text.contains("\r\nConnection: keep-alive\r\n"))
        }
    }
}
