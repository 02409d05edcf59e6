import TestSupport
import Testing

@testable import Web

struct RateLimiterTests {
    private let limit = RateLimiter.Limit(name: "export", burst: 3, secondsPerToken: 3600)
    private let other = RateLimiter.Limit(name: "club", burst: 5, secondsPerToken: 3600)

    private func isRefused(_ limiter: RateLimiter, _ limit: RateLimiter.Limit, _ subject: some Hashable) -> Bool {
        limiter.secondsToWait(limit, by: subject) != nil
    }

    @Test func `a burst over the limit is refused`() {
        let limiter = RateLimiter(isOn: true)
        for _ in 0..<3 { #expect(!isRefused(limiter, limit, 1)) }
        #expect(isRefused(limiter, limit, 1) && !isRefused(limiter, limit, 2) && !isRefused(limiter, other, 1))
        #expect(limiter.refusals.map(\.limit) == ["export"])
    }

    @Test func `a long pause saves up no more than one burst`() {
        let clock = MovableClock()
        let (limiter, limit) = (RateLimiter(isOn: true) { clock.instant }, RateLimiter.Limit(name: "test", burst: 2, secondsPerToken: 1))
        #expect(!isRefused(limiter, limit, 1))
        clock.advance(by: .seconds(1000))
        #expect((0..<100).count { _ in !isRefused(limiter, limit, 1) } == 2)
        clock.advance(by: .seconds(1))
        #expect((0..<100).count { _ in !isRefused(limiter, limit, 1) } == 1)
    }

    @Test func `memory is bounded and the most used buckets are kept`() {
        let limiter = RateLimiter(isOn: true)
        let used = 0..<200
        for subject in used { for _ in 0..<10 { _ = isRefused(limiter, other, subject) } }
        for subject in 0..<250_000 where isRefused(limiter, limit, "somebody \(subject)") {
            Issue.record("\(subject) was locked out")
        }
        #expect(!used.contains { !isRefused(limiter, other, $0) })
        // Nearly every bucket is in use, and all of them together fit into the memory.
        #expect((RateLimiter.mostBuckets * 9 / 10...RateLimiter.mostBuckets).contains(limiter.bucketCount))
        #expect(RateLimiter.mostBytes <= 16 << 20)
    }

    @Test func `a long subject name takes one bucket`() {
        let limiter = RateLimiter(isOn: true)
        let long = String(repeating: "x", count: 64 * 1024)
        #expect(!isRefused(limiter, limit, long) && limiter.bucketCount == 1)
    }
}
