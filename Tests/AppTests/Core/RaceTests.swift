import NIOCore
import NIOPosix
import Testing

@testable import App
@testable import Web

/// Where raced work runs, and how it is cancelled.
struct RaceTests {
    @Test func `raced work does not run on an event loop`() async throws {
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

    @Test func `the first of two raced tasks gives the result`() async throws {
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
