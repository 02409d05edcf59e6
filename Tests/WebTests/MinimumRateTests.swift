import NIOCore
import Testing

@testable import Web

struct MinimumRateTests {
    private let start = NIODeadline.now()

    /// The second in which bytes came too slowly. Nil if they never did.
    /// - Parameter seconds: The bytes of each second. Nil if no bytes were asked for.
    private func endsAt(_ seconds: [Int?]) -> Int? {
        var pace = MinimumRate(window: .seconds(30), bytesPerSecond: 16 * 1024, since: start)
        var bytes = 0
        for (index, count) in seconds.enumerated() {
            bytes += count ?? 0
            if pace.isTooSlow(bytes, at: start + .seconds(Int64(index + 1)), isAsking: count != nil) { return index + 1 }
        }
        return nil
    }

    @Test func `a sender at the minimum rate is never cut off`() {
        #expect(endsAt(Array(repeating: 16 * 1024, count: 600)) == nil)
        #expect(endsAt((0..<600).map { $0 % 30 < 29 ? 0 : 30 * 16 * 1024 }) == nil, "in bursts")
    }

    @Test func `a fast start does not excuse a slow rest`() {
        #expect(endsAt(Array(repeating: 0, count: 60)) == 30)
        #expect(endsAt([100 << 20] + Array(repeating: 4000, count: 600)) == 31)
        #expect(endsAt(Array(repeating: 100_000, count: 100) + Array(repeating: 4000, count: 600)).map { (100...130).contains($0) } == true)
    }

    @Test func `time in which no bytes are asked for does not count`() {
        #expect(endsAt(Array(repeating: nil, count: 600)) == nil)
        #expect(endsAt(Array(repeating: nil, count: 600) + Array(repeating: 0, count: 60)) == 630)
    }
}
