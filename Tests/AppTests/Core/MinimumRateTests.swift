import NIOCore
import NIOPosix
import Testing

@testable import App

/// How fast bytes have to come, and where what takes long is done.
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

    @Test func whatTakesLongIsNotDoneOnAnEventLoop() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let places = try await Task(executorPreference: LoopExecutor(loop)) {
            let inside = try await race {
                await Task.yield()
                return loop.inEventLoop
            } against: {
                await Signal().wait()
                return CancellationError()
            }
            return [inside, loop.inEventLoop]
        }.value
        #expect(places == [false, true])
    }

    @Test func whatEndsFirstIsWhatHappened() async throws {
        await #expect(throws: Problem.self) {
            try await race {
                try await Task.sleep(for: .seconds(60))
            } against: {
                Problem.tooSlow
            }
        }
        let signal = Signal()
        signal.happen()
        await signal.wait()
    }
}
