import FoundationEssentials
import Synchronization

/// A circuit breaker. After three failures in a row it refuses requests for half a minute, then lets one request through as a trial. If the
/// trial fails, the pause doubles, up to ten minutes.
final class Circuit: Sendable {
    private struct State {
        var failures = 0
        /// The time of the next trial. Nil if requests are allowed.
        var pausedUntil: Date?
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Date
    private static let failureLimit = 3
    private static let (shortestPause, longestPause): (TimeInterval, TimeInterval) = (30, 600)

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    var isOpen: Bool { state.withLock { $0.pausedUntil != nil } }

    func admits() -> Bool {
        state.withLock { state in
            guard let until = state.pausedUntil else { return true }
            guard now() >= until else { return false }
            // This request is the trial. All others are refused for now.
            state.pausedUntil = now() + Self.shortestPause
            return true
        }
    }

    /// Returns whether this ends a pause.
    func succeed() -> Bool {
        state.withLock { state in
            defer { state = State() }
            return state.pausedUntil != nil
        }
    }

    /// Returns whether this begins the first pause.
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
