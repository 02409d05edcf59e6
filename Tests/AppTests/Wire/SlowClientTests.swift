import NIOEmbedded
import TestSupport
import Testing

@testable import App
@testable import Web

/// Clients that occupy connections by being slow.
struct SlowClientTests {
    private static let host = "Host: a\r\n"

    private let clock = MovableClock()

    private func impatient(_ settings: inout AppSettings) {
        settings.limits.headTimeout = 10
        settings.limits.keepAlive = 10
        settings.limits.bytesPerSecond = 300
        settings.judgesSlowClients(by: clock)
    }

    private func drops(_ site: TestSite, _ reason: ConnectionCounters.Drop) -> Int {
        site.server.connections.counters.count(of: reason)
    }

    @Test func `a head that arrives too slowly times out`() async throws {
        try await TestSite.open(change: impatient) { site in
            let client = try RawClient(site.address)
            await client.send(["GET /healthz HTTP/1.1\r\n"])
            let answer = try await site.whileTimePasses(clock, each: { await client.send(["X-Slow: 1\r\n"]) }) { await client.read() }
            #expect(answer.isClosed && answer.statuses == [408])
            #expect(drops(site, .head) == 1)
        }
    }

    @Test func `a slow head on a kept connection times out too`() async throws {
        try await TestSite.open(change: { settings in
            impatient(&settings)
            settings.limits.keepAlive = 1_000_000
        }) { site in
            let client = try RawClient(site.address)
            let first = await client.ask("GET /healthz HTTP/1.1\r\n\(Self.host)\r\n") { $0.hasSuffix("ok\n") }
            #expect(first.statuses == [200])
            await client.send(["GET / HTTP/1.1\r\n"])
            let answer = try await site.whileTimePasses(clock, each: { await client.send(["X-Slow: 1\r\n"]) }) { await client.read() }
            #expect(answer.isClosed && answer.statuses == [408] && drops(site, .head) == 1)
        }
    }

    @Test func `silent connections are closed`() async throws {
        try await TestSite.open(change: impatient) { site in
            let (mute, resting) = (try RawClient(site.address), try RawClient(site.address))
            #expect(await resting.ask("GET /healthz HTTP/1.1\r\n\(Self.host)\r\n") { $0.hasSuffix("ok\n") }.statuses == [200])
            let (nothing, rest) = try await site.whileTimePasses(clock) { (await mute.read(), await resting.read()) }
            #expect(nothing.isClosed && nothing.text.isEmpty && rest.isClosed)
            #expect(drops(site, .head) == 1 && drops(site, .idle) == 1)
        }
    }

    @Test func `a body that arrives too slowly times out`() async throws {
        try await TestSite.open(change: impatient) { site in
            let client = try RawClient(site.address)
            let head = "POST /login HTTP/1.1\r\n\(Self.host)Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n"
            await client.send([head])
            let answer = try await site.whileTimePasses(clock, each: { await client.send(["x"]) }) { await client.read() }
            #expect(answer.isClosed && answer.statuses == [408] && answer.text.contains("did not arrive"))
            #expect(drops(site, .body) == 1)
        }
    }

    @Test func `a long body at a fair pace is accepted`() async throws {
        try await TestSite.open(change: impatient) { site in
            let client = try RawClient(site.address)
            let type = "Content-Type: application/x-www-form-urlencoded"
            let head = "POST /login HTTP/1.1\r\n\(Self.host)\(type)\r\nContent-Length: 12000\r\n\r\n"
            await client.send([head])
            let counters = site.server.connections.counters
            // 400 bytes a second for half a minute, which is three times the limit for a body that does not arrive.
            for number in 1...200 {
                #expect(await client.send([String(repeating: "x", count: 60)]))
                try await #expect(eventually { counters.bodyBytes.load(ordering: .relaxed) == 60 * number })
                clock.advance(by: .milliseconds(150))
            }
            let answer = await client.read { $0.contains("</html>") }
            #expect(answer.statuses == [422] || answer.statuses == [200], "\(answer.statuses)")
        }
    }

    @Test func `a response that the client does not read is dropped`() async throws {
        try await TestSite.open(change: impatient) { site in
            let page = try await site.visitor().get("/login").text
            let style = String(try #require(page.firstMatch(of: /href="(\/assets\/main[^"]+)"/)).1)
            let deaf = try RawClient(site.address, receiveBuffer: 2048)
            await deaf.send(Array(repeating: "GET \(style) HTTP/1.1\r\n\(Self.host)\r\n", count: 8))
            try await site.whileTimePasses(clock) { try await #expect(eventually { drops(site, .answer) == 1 }) }
            // The bytes that the kernel kept for the client are gone as well.
            let rest = await deaf.read()
            #expect(rest.isClosed && rest.text.utf8.count < 200_000)
        }
    }

    @Test func `a client that reads slowly does not count as idle`() async throws {
        try await TestSite.open(change: { settings in
            impatient(&settings)
            (settings.limits.keepAlive, settings.limits.headTimeout) = (3, 1_000)
        }) { site in
            let (path, bytes) = try await stylesheet(site)
            let slow = try RawClient(site.address, receiveBuffer: 16_384)
            let sent = site.server.connections.counters.sentBytes.load(ordering: .relaxed)
            await slow.send(["GET \(path) HTTP/1.1\r\n\(Self.host)\r\n"])
            try await #expect(eventually { site.server.connections.counters.sentBytes.load(ordering: .relaxed) > sent })
            try await site.letPass(.seconds(4.5), on: clock)
            #expect(await slow.read { $0.utf8.count > bytes }.statuses == [200])
            #expect(await slow.ask("GET /healthz HTTP/1.1\r\n\(Self.host)\r\n") { $0.hasSuffix("ok\n") }.statuses == [200])
            try await #expect(site.whileTimePasses(clock) { await slow.read() }.isClosed)
        }
    }

    private func stylesheet(_ site: TestSite) async throws -> (path: String, bytes: Int) {
        let page = try await site.visitor().get("/login").text
        let path = String(try #require(page.firstMatch(of: /href="(\/assets\/main[^"]+)"/)).1)
        return (path, try await site.visitor().get(path).text.utf8.count)
    }

    @Test func `unread responses are buffered only up to a limit`() async throws {
        try await TestSite.open { site in
            let (path, bytes) = try await stylesheet(site)
            let counters = site.server.connections.counters
            let deaf = try RawClient(site.address, receiveBuffer: 2048)
            await deaf.send([String(repeating: "GET \(path) HTTP/1.1\r\n\(Self.host)\r\n", count: 500)])
            try await #expect(eventually { counters.unsentBytes.load(ordering: .relaxed) > 0 })
            // A longer wait never finds more bytes. A shorter one finds fewer.
            try await Task.sleep(for: .milliseconds(600))
            let unsent = counters.unsentBytes.load(ordering: .relaxed)
            #expect(unsent < site.server.connections.limits.writable.upperBound + bytes + 2000, "\(unsent) bytes wait for it")
        }
    }

    @Test func `unread responses of all clients together are limited`() async throws {
        try await TestSite.open(change: { ($0.limits.unsent, $0.limits.sweep) = (100, 20) }) { site in
            let (path, _) = try await stylesheet(site)
            let deaf = try RawClient(site.address, receiveBuffer: 2048)
            await deaf.send([String(repeating: "GET \(path) HTTP/1.1\r\n\(Self.host)\r\n", count: 60)])
            try await #expect(eventually { drops(site, .backlog) == 1 })
            try await #expect(eventually { site.server.connections.counters.unsentBytes.load(ordering: .relaxed) == 0 })
            #expect(
                await (try RawClient(site.address)).ask("GET /healthz HTTP/1.1\r\n\(Self.host)\r\n") { $0.hasSuffix("ok\n") }.statuses == [
                    200
                ])
        }
    }

    @Test func `the connection with the most unsent bytes is closed first`() async throws {
        try await TestSite.open(change: { $0.limits.unsent = 100 }) { site in
            #expect(areKept(holding: [60, 90, 30], by: site.server.connections) == [true, false, true])
            #expect(drops(site, .backlog) == 1)
        }
    }

    /// Whether each connection of one event loop is kept after a sweep, when so many bytes are unsent for each.
    private func areKept(holding unsent: [Int], by table: ConnectionTable) -> [Bool] {
        let eventLoop = EmbeddedEventLoop()
        let loop = ConnectionLoop(table: table, eventLoop: eventLoop)
        let connections = unsent.map { _ in Connection(loop: loop, meter: HeadMeter()) }
        let channels = connections.map { EmbeddedChannel(handler: $0, loop: eventLoop) }
        for (connection, bytes) in zip(connections, unsent) { connection.unsent = bytes }
        loop.sweep()
        let areKept = connections.map { $0.context != nil }
        for channel in channels { channel.close(promise: nil) }
        eventLoop.run()
        return areKept
    }

    @Test func `a held poll does not count as a slow client`() async throws {
        try await TestSite.open(change: { settings in
            impatient(&settings)
            settings.holdSeconds = 600
        }) { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let tag = try #require(try await x.get(game + "/live").headers[.eTag])
            async let held = x.get(game + "/live", [.ifNoneMatch: tag, .prefer: "wait=600"])
            let live = site.server.services.live
            try await #expect(eventually { live.heldCount == 1 })
            try await site.letPass(.seconds(15), on: clock)
            #expect(live.heldCount == 1)
            live.close()
            try await #expect(held.status == .notModified)
        }
    }

    @Test func `a connection beyond the limit gets 503`() async throws {
        try await TestSite.open(change: { ($0.connections, $0.limits.perAddress) = (2, 0) }) { site in
            let request = "GET /healthz HTTP/1.1\r\n\(Self.host)\r\n"
            var first: RawClient? = try RawClient(site.address)
            let second = try RawClient(site.address)
            #expect(await first?.ask(request) { $0.hasSuffix("ok\n") }.statuses == [200])
            #expect(await second.ask(request) { $0.hasSuffix("ok\n") }.statuses == [200])
            let third = await (try RawClient(site.address)).read()
            #expect(third.isClosed && third.statuses == [503] && third.text.contains("Retry-After: 5\r\n"))
            #expect(await second.ask(request) { $0.hasSuffix("ok\n") }.statuses == [200])
            first = nil
            try await #expect(
                eventually {
                    await (try RawClient(site.address)).ask(request) { $0.hasSuffix("ok\n") }.statuses == [200]
                })
        }
    }

    @Test func `one address cannot take all connections unless it is a proxy`() async throws {
        let request = "GET /healthz HTTP/1.1\r\n\(Self.host)\r\n"
        // One address may have a quarter of the connections.
        try await TestSite.open(change: { $0.connections = 4 }) { site in
            let first = try RawClient(site.address)
            #expect(await first.ask(request) { $0.hasSuffix("ok\n") }.statuses == [200])
            #expect(await (try RawClient(site.address)).read().statuses == [503])
            #expect(site.server.connections.counters.refusedByAddress.load(ordering: .relaxed) == 1)
        }
        // A trusted proxy brings many visitors.
        try await TestSite.open(change: {
            $0.limits.perAddress = 1
            $0.trustedProxies = [Network("127.0.0.1")].compactMap(\.self)
        }) { site in
            let first = try RawClient(site.address)
            #expect(await first.ask(request) { $0.hasSuffix("ok\n") }.statuses == [200])
            #expect(await (try RawClient(site.address)).ask(request) { $0.hasSuffix("ok\n") }.statuses == [200])
        }
    }

    @Test func `a connection closes after its maximum of requests`() async throws {
        try await TestSite.open(change: { $0.limits.requests = 3 }) { site in
            let client = try RawClient(site.address)
            let answer = await client.ask(String(repeating: "GET /healthz HTTP/1.1\r\n\(Self.host)\r\n", count: 5))
            #expect(answer.isClosed && answer.statuses == [200, 200, 200])
            #expect(answer.text.matches(of: /Connection: close/).count == 1)
        }
    }
}
