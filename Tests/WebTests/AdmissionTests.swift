import HTTPTypes
import TestSupport
import Testing

@testable import Web

struct AdmissionTests {
    /// One request at once, and some in the queue. When no place was free for `standing`, requests wait only briefly.
    private func limits(standing: Duration, queue: Int = 3) -> Admission.Limits {
        Admission.Limits(atOnce: 1, queue: queue, burstWait: .seconds(3600), standingWait: .milliseconds(20), standing: standing)
    }

    @Test func `a burst waits in the queue and is served in order`() async throws {
        let admission = Admission(limits: limits(standing: .seconds(3600)))
        #expect(await admission.enter())
        let order = Locked<[Int]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<3 {
                group.addTask {
                    #expect(await admission.enter())
                    order.value.append(number)
                    admission.leave()
                }
                try await #expect(eventually { admission.status.waiting == number + 1 })
            }
            admission.leave()
            try await group.waitForAll()
        }
        #expect(order.value == [0, 1, 2] && admission.status.working == 0 && admission.status.refused == 0)
    }

    @Test func `a request in a queue that does not move is refused`() async throws {
        let admission = Admission(limits: limits(standing: .milliseconds(100)))
        #expect(await admission.enter())
        #expect(await !admission.enter())
        #expect(admission.status.refused == 1 && admission.status.working == 1)
        // As soon as there is room, requests are admitted again.
        admission.leave()
        #expect(await admission.enter())
    }

    @Test func `a request is refused at once when the queue is full`() async throws {
        let admission = Admission(limits: limits(standing: .seconds(3600)))
        #expect(await admission.enter())
        async let waiting: [Bool] = withTaskGroup(of: Bool.self) { group in
            for _ in 0..<3 { group.addTask { await admission.enter() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        try await #expect(eventually { admission.status.waiting == 3 })
        #expect(await !admission.enter())
        for _ in 0..<4 { admission.leave() }
        #expect(await waiting == [true, true, true])
    }

    @Test func `a long poll gives its place up and gets one back`() async throws {
        let admission = Admission(limits: limits(standing: .milliseconds(100)))
        #expect(await admission.enter())
        let (news, arrival) = AsyncStream.makeStream(of: Void.self)
        async let back: Void = admission.outside { for await _ in news {} }
        try await #expect(eventually { admission.status.working == 0 })
        #expect(await admission.enter())
        arrival.finish()
        try await #expect(eventually { admission.status.returning == 1 })
        // A new request waits as long as allowed, and is refused.
        #expect(await !admission.enter())
        admission.leave()
        await back
        #expect(admission.status.working == 1 && admission.status.returning == 0)
    }

    @Test func `at most three new requests pass before a returning one`() async throws {
        let admission = Admission(limits: limits(standing: .seconds(3600), queue: 8))
        #expect(await admission.enter())
        let order = Locked<[String]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    #expect(await admission.enter())
                    order.value.append("new")
                    admission.leave()
                }
            }
            group.addTask {
                await admission.comeBack()
                order.value.append("back")
                admission.leave()
            }
            try await #expect(eventually { admission.status.waiting == 8 && admission.status.returning == 1 })
            admission.leave()
            try await group.waitForAll()
        }
        #expect(order.value.count == 9 && order.value.prefix(4).contains("back"))
    }
}

extension AdmissionTests {
    /// A simulation: `rate` requests are served in each millisecond, and `arrivals` gives the number of new ones.
    private struct Crowd {
        let admission = Admission(limits: Admission.Limits(atOnce: 64))
        let rate = 1.25
        var now = 0
        var due = 0.0
        var served = 0
        var longestLine = 0

        mutating func pass(_ milliseconds: Int, arrivals: (Int) -> Int) {
            (served, longestLine) = (0, 0)
            for _ in 0..<milliseconds {
                now += 1
                due = min(due + rate, Double(admission.insideCount))
                admission.countDeparture(Int(due))
                (served, due) = (served + Int(due), due - due.rounded(.down))
                for _ in 0..<arrivals(now) where !admission.shedsEarly(at: UInt64(now) * 1_000_000) { admission.countArrival() }
                longestLine = max(longestLine, admission.insideCount - 64)
            }
        }
    }

    @Test func `a steady overload keeps the queue short and all capacity used`() {
        var crowd = Crowd()
        crowd.pass(2_000) { $0.isMultiple(of: 2) ? 3 : 2 }
        crowd.pass(5_000) { $0.isMultiple(of: 2) ? 3 : 2 }
        #expect(crowd.longestLine <= 48 && crowd.admission.status.refused > 5_000)
        #expect(crowd.served >= 6_200)
    }

    @Test(arguments: [100, 205, 330]) func `repeated bursts are served at full capacity`(period: Int) {
        let size = Int(2.5 * Double(period))
        var crowd = Crowd()
        crowd.pass(2_000) { $0 % period == 0 ? size : 0 }
        crowd.pass(10 * period) { $0 % period == 0 ? size : 0 }
        #expect(Double(crowd.served) >= 0.95 * crowd.rate * 10 * Double(period))
        // An admitted request is served before the second next burst.
        #expect(Double(crowd.longestLine) <= 2 * crowd.rate * Double(period))
    }

    @Test func `a burst after a pause is admitted`() {
        var crowd = Crowd()
        crowd.pass(3_000) { _ in 3 }
        crowd.pass(1_500) { $0.isMultiple(of: 10) ? 1 : 0 }
        let refused = crowd.admission.status.refused
        crowd.pass(1) { _ in 500 }
        #expect(crowd.admission.status.refused == refused)
    }
}
