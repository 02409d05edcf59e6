import FoundationEssentials
import Synchronization

/// A circuit breaker: after three failures in a row, it refuses requests for half a minute. Then it lets one request through as a trial. If
/// the trial fails, the next pause is twice as long, up to ten minutes.
final class Circuit: Sendable {
    private struct State {
        var failures = 0
        /// The time when the next request is let through as a trial. Nil if requests are not paused.
        var pausedUntil: Date?
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Date
    private static let failureLimit = 3
    private static let (shortestPause, longestPause): (TimeInterval, TimeInterval) = (30, 600)

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    var isPaused: Bool { state.withLock { $0.pausedUntil != nil } }

    func admits() -> Bool {
        state.withLock { state in
            guard let until = state.pausedUntil else { return true }
            guard now() >= until else { return false }
            // This request is the trial. All other requests are refused until the result of the trial is known, or until the shortest pause
            // has passed.
            state.pausedUntil = now() + Self.shortestPause
            return true
        }
    }

    /// Records that a request has succeeded. Returns whether this ends a pause.
    func succeed() -> Bool {
        state.withLock { state in
            defer { state = State() }
            return state.pausedUntil != nil
        }
    }

    /// Records that a request has failed. Returns whether this begins the first pause.
    func fail() -> Bool {
        state.withLock { state in
            state.failures += 1
            guard state.failures >= Self.failureLimit else { return false }
            let pause = Self.shortestPause * Double(1 << min(state.failures - Self.failureLimit, 10))
            defer { state.pausedUntil = now() + min(pause, Self.longestPause) }
            return state.pausedUntil == nil
        }
    }
}
