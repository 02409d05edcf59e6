import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import App

/// Large bodies in both directions, which are never whole in memory.
struct StreamTests {
    private static let megabyte = 1 << 20

    /// Runs `body` against connections of their own with routes of their own.
    private func withServer(
        bodies: Int = ConnectionLimits().body, _ add: (Router<AppContext>) -> Void,
        _ body: @escaping @Sendable (String, Admission) async throws -> Void
    ) async throws {
        let router = Router(context: AppContext.self)
        add(router)
        let responder = router.buildResponder()
        var limits = ConnectionLimits()
        limits.body = bodies
        let chosen = limits
        try await TestSite.open(change: { $0.limits = chosen }) { site in
            let table = ConnectionTable(
                settings: site.server.services.settings, door: site.server.connections.door, responder: responder,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let (ports, listening) = AsyncStream.makeStream(of: Int.self)
            let server = SiteChannel(table: table).server(
                configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { channel in listening.yield(channel.localAddress?.port ?? 0) },
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: table.logger)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                try await body("http://127.0.0.1:\(await ports.first { _ in true } ?? 0)", site.server.services.admission)
                group.cancelAll()
            }
        }
    }

    /// Where a number comes to rest that has begun to grow.
    private func rest(of number: Locked<Int>) async throws -> Int {
        _ = try await eventually { number.value > 0 }
        var before = 0
        while number.value != before {
            before = number.value
            try await Task.sleep(for: .milliseconds(500))
        }
        return before
    }

    /// Nor does a slow client count as work, which would keep others from being served.
    @Test func anAnswerIsWrittenOnlyAsFastAsItIsTaken() async throws {
        let written = Locked(0)
        try await withServer { router in
            router.get("/large") { _, _ in
                Response(
                    status: .ok,
                    body: .init { writer in
                        for _ in 0..<100 {
                            try await writer.write(ByteBuffer(repeating: 120, count: Self.megabyte))
                            written.value += 1
                        }
                        try await writer.finish(nil)
                    })
            }
        } _: { address, admission in
            let client = try RawClient(address, receiveBuffer: 1 << 16)
            await client.send(["GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"])
            try await #expect(rest(of: written) < 50, "the kernel takes some")
            #expect(admission.insideCount == 0)
            let answer = await client.read()
            #expect(answer.isClosed && answer.text.utf8.count { $0 == 120 } == 100 * Self.megabyte && written.value == 100)
            #expect(answer.text.hasSuffix("\r\n0\r\n\r\n"))
        }
    }

    @Test func whoeverWritesToAClientThatHasGoneIsToldSo() async throws {
        let (written, isTold) = (Locked(0), Locked(false))
        try await withServer { router in
            router.get("/large") { _, _ in
                Response(
                    status: .ok,
                    body: .init { writer in
                        defer { isTold.value = true }
                        while true {
                            try await writer.write(ByteBuffer(repeating: 120, count: Self.megabyte))
                            written.value += 1
                        }
                    })
            }
        } _: { address, _ in
            var client: RawClient? = try RawClient(address, receiveBuffer: 1 << 16)
            await client?.send(["GET /large HTTP/1.1\r\nHost: a\r\n\r\n"])
            try await #expect(rest(of: written) > 0)
            #expect(!isTold.value)
            client = nil
            try await #expect(eventually { isTold.value })
        }
    }

    @Test func aBodyIsReadOnlyAsFastAsItIsConsumed() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        try await withServer(bodies: 100 * Self.megabyte) { router in
            router.post("/large") { request, _ in
                for await _ in gate {}
                var bytes = 0
                for try await piece in request.body { bytes += piece.readableBytes }
                return "read \(bytes)"
            }
        } _: { address, _ in
            let client = try RawClient(address)
            let sent = Locked(0)
            let piece = String(repeating: "x", count: Self.megabyte)
            let sending = Task {
                await client.send(["POST /large HTTP/1.1\r\nHost: a\r\nContent-Length: \(50 * Self.megabyte)\r\n\r\n"])
                for _ in 0..<50 {
                    await client.send([piece])
                    sent.value += 1
                }
            }
            try await #expect(rest(of: sent) < 40, "the kernels take some")
            opening.finish()
            let answer = await client.read(seconds: 120) { $0.contains("read ") }
            #expect(answer.statuses == [200] && answer.text.hasSuffix("read \(50 * Self.megabyte)"))
            await sending.value
        }
    }

    @Test func aHandlerThatFailsIsAnsweredAndOneThatFailsInTheMiddleIsCutOff() async throws {
        struct Failure: Error {}
        try await withServer { router in
            router.get("/none") { _, _ -> Response in throw Failure() }
            router.get("/half") { _, _ in
                Response(
                    status: .ok,
                    body: .init(contentLength: 10) { writer in
                        try await writer.write(ByteBuffer(string: "12345"))
                        throw Failure()
                    })
            }
        } _: { address, _ in
            let none = await (try RawClient(address)).ask("GET /none HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(none.statuses == [500] && none.isClosed)
            let half = await (try RawClient(address)).ask("GET /half HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(half.statuses == [200] && half.isClosed && half.text.hasSuffix("12345"))
        }
    }
}
