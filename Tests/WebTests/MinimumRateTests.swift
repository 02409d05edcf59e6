import NIOCore
import Testing

@testable import Web

/// How fast bytes have to come.
struct MinimumRateTests {
    private let start = NIODeadline.now()

    /// Bytes of each second; nil: nobody asked for any. The second in which they came too slowly.
    private func endsAt(_ seconds: [Int?]) -> Int? {
        var pace = MinimumRate(window: .seconds(30), bytesPerSecond: 16 * 1024, since: start)
        var bytes = 0
        for (index, count) in seconds.enumerated() {
            bytes += count ?? 0
            if pace.isTooSlow(bytes, at: start + .seconds(Int64(index + 1)), isAsking: count != nil) { return index + 1 }
        }
        return nil
    }

    @Test func aFairPaceMayGoOnForever() {
        #expect(endsAt(Array(repeating: 16 * 1024, count: 600)) == nil)
        #expect(endsAt((0..<600).map { $0 % 30 < 29 ? 0 : 30 * 16 * 1024 }) == nil, "in bursts")
    }

    @Test func aQuickBeginningBuysNoCrawling() {
        #expect(endsAt(Array(repeating: 0, count: 60)) == 30)
        #expect(endsAt([100 << 20] + Array(repeating: 4000, count: 600)) == 31)
        #expect(endsAt(Array(repeating: 100_000, count: 100) + Array(repeating: 4000, count: 600)).map { (100...130).contains($0) } == true)
    }

    @Test func timeInWhichNobodyAskedDoesNotCount() {
        #expect(endsAt(Array(repeating: nil, count: 600)) == nil)
        #expect(endsAt(Array(repeating: nil, count: 600) + Array(repeating: 0, count: 60)) == 630)
    }
}
