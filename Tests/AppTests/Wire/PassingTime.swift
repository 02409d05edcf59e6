import NIOCore
import TestSupport

@testable import App

/// Advances the clock by a quarter of a second at a time, after each `step`, until `body` returns.
func whileTimePasses<Value: Sendable>(
    _ clock: MovableClock, each step: @escaping @Sendable () async -> Void = {}, _ body: () async throws -> Value
) async rethrows -> Value {
    let time = Task {
        while !Task.isCancelled {
            await step()
            clock.advance(by: .milliseconds(250))
            // The server needs time to see some of these moments.
            try? await Task.sleep(for: .milliseconds(5))
        }
    }
    defer { time.cancel() }
    return try await body()
}

extension AppSettings {
    /// Measures slow clients by `clock`, at most 20 milliseconds after it was moved.
    mutating func judgesSlowClients(by clock: MovableClock) {
        limits.sweep = 20
        limits.clock = { .uptimeNanoseconds(clock.uptimeNanoseconds) }
    }
}

extension TestSite {
    /// Advances the clock by at least `duration`, and until each event loop has closed an idle connection: then each has seen more
    /// than `keepAlive` pass.
    func letPass(_ duration: Duration, on clock: MovableClock) async throws {
        let witnesses = try (0..<System.coreCount).map { _ in try RawClient(address) }
        for witness in witnesses { _ = await witness.ask("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n") { $0.hasSuffix("ok\n") } }
        clock.advance(by: duration)
        await whileTimePasses(clock) { for witness in witnesses { _ = await witness.read() } }
    }
}
