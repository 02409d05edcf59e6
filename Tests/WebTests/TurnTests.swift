import Foundation
import Hummingbird
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import Web

/// Clients take turns.
struct TurnTests {
    @Test func `a single request does not wait behind clients with many requests`() async throws {
        let (site, many, each) = (Handled(), 8, 60)
        try await TestServer.serving { router in
            router.get("/work") { _, _ in
                site.begins()
                // This blocks the event loop until all clients have sent their requests.
                while !site.isReleased.load(ordering: .relaxed) { usleep(100) }
                return "done"
            }
            router.get("/quick") { _, _ in
                site.noteBegun()
                return "quick"
            }
        } _: { address, _ in
            defer { site.isReleased.store(true, ordering: .relaxed) }
            let quick = "GET /quick HTTP/1.1\r\nHost: a\r\n\r\n"
            let (crowd, others) = (try (0..<many).map { _ in try RawClient(address) }, try (0..<4).map { _ in try RawClient(address) })
            for client in crowd + others { _ = await client.ask(quick) { $0.hasSuffix("quick") } }
            site.counts.withLock { $0.before = [] }
            for client in crowd { await client.send([String(repeating: "GET /work HTTP/1.1\r\nHost: a\r\n\r\n", count: each)]) }
            try await #expect(eventually { site.counts.withLock { !$0.begun.isEmpty } })
            for other in others { await other.send([quick]) }
            site.isReleased.store(true, ordering: .relaxed)
            for client in crowd {
                let answer = await client.read { $0.components(separatedBy: "done").count > each }
                #expect(answer.statuses == Array(repeating: 200, count: each))
            }
            for other in others { await #expect(other.read { $0.hasSuffix("quick") }.statuses == [200]) }
            // Each client of the crowd has had two turns at most.
            let before = site.counts.withLock(\.before)
            #expect(before.count == others.count && before.allSatisfy { $0 <= 2 * many }, "\(before) of \(many * each)")
        }
    }

    private final class Handled: Sendable {
        struct Counts {
            /// The number of `/work` requests that have begun, by event loop.
            var begun: [ObjectIdentifier?: Int] = [:]
            /// The number that had begun on the same event loop, for each quick request.
            var before: [Int] = []
        }

        let counts = Mutex(Counts())
        let isReleased = Atomic(false)
        private var loop: ObjectIdentifier? { MultiThreadedEventLoopGroup.currentEventLoop.map { ObjectIdentifier($0) } }

        func begins() { counts.withLock { $0.begun[loop, default: 0] += 1 } }
        func noteBegun() { counts.withLock { $0.before.append($0.begun[loop] ?? 0) } }
    }
}
