import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import Web

/// Large bodies in both directions, which are never completely in memory.
struct StreamTests {
    private static let megabyte = 1 << 20

    /// Waits until a growing number stops, and gives it. On a machine that pauses for long it is smaller, never larger.
    private func rest(of number: Locked<Int>) async throws -> Int {
        _ = try await eventually { number.value > 0 }
        var before = 0
        while number.value != before {
            before = number.value
            try await Task.sleep(for: .milliseconds(500))
        }
        return before
    }

    /// A slow client also does not take a place that other clients need.
    @Test func `a response is written only as fast as the client reads`() async throws {
        let written = Locked(0)
        try await TestServer.serving { router in
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

    @Test func `writing to a disconnected client fails`() async throws {
        let (written, isTold) = (Locked(0), Locked(false))
        try await TestServer.serving { router in
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

    @Test func `a request body is read only as fast as it is consumed`() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        try await TestServer.serving(bodies: 100 * Self.megabyte) { router in
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

    @Test func `a handler that fails within a response ends the connection`() async throws {
        struct Failure: Error {}
        try await TestServer.serving { router in
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

    @Test func `a large page is written in pieces of at most 32 KB`() async throws {
        let bytes = (0..<200_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let (body, pieces) = (ResponseBody(giving: bytes), Pieces())
        #expect(body.contentLength == bytes.count)
        try await body.write(pieces)
        #expect(pieces.taken.value.flatMap { Array($0.readableBytesView) } == bytes)
        #expect(pieces.taken.value.allSatisfy { $0.readableBytes <= 32 * 1024 })
        #expect(ResponseBody(giving: [1, 2, 3]).contentLength == 3)
    }

    private struct Pieces: ResponseBodyWriter {
        let taken = Locked<[ByteBuffer]>([])

        func write(_ buffer: ByteBuffer) async throws { taken.value.append(buffer) }
        consuming func finish(_ trailers: HTTPFields?) async throws {}
    }
}
