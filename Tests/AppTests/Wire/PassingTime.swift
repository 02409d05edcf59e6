import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import App
@testable import Web

extension TestSite {
    /// Advances the clock by a quarter of a second at a time, after each `step`, until `body` returns. Returns when the clock stands still
    /// and each event loop has seen its time. Otherwise a connection that is opened next could count the time before it as its own.
    func whileTimePasses<Value: Sendable>(
        _ clock: MovableClock, each step: @escaping @Sendable () async -> Void = {}, _ body: () async throws -> Value
    ) async throws -> Value {
        let time = Task {
            while !Task.isCancelled {
                await step()
                clock.advance(by: .milliseconds(250))
                // The server needs time to see some of these moments.
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        defer { time.cancel() }
        let value = try await body()
        time.cancel()
        await time.value
        for eventLoop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
            try await #require(
                eventually {
                    let seen = try await eventLoop.submit { [table = server.connections] in table.loop(eventLoop).now }.get()
                    return seen >= .uptimeNanoseconds(clock.uptimeNanoseconds)
                })
        }
        return value
    }

    /// Advances the clock by at least `duration`, and until each event loop has closed an idle connection: then each has seen more
    /// than `keepAlive` pass.
    func letPass(_ duration: Duration, on clock: MovableClock) async throws {
        let witnesses = try (0..<System.coreCount).map { _ in try RawClient(address) }
        for witness in witnesses { _ = await witness.ask("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n") { $0.hasSuffix("ok\n") } }
        clock.advance(by: duration)
        try await whileTimePasses(clock) { for witness in witnesses { _ = await witness.read() } }
    }
}

extension AppSettings {
    /// Measures slow clients by `clock`, at most 20 milliseconds after it was moved.
    mutating func judgesSlowClients(by clock: MovableClock) {
        limits.sweep = 20
        limits.clock = { .uptimeNanoseconds(clock.uptimeNanoseconds) }
    }
}
