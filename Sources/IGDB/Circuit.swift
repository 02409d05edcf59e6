import FoundationEssentials
import Synchronization

/// Leaves alone what keeps failing: for half a minute, and each time that it still does, for twice as long, up to ten minutes.
final class Circuit: Sendable {
    private struct State {
        /// In a row.
        var failures = 0
        /// When one request is let through to see.
        var restsUntil: Date?
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Date
    private static let patience = 3
    private static let (shortest, longest): (TimeInterval, TimeInterval) = (30, 600)

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    var isOpen: Bool { state.withLock { $0.restsUntil != nil } }

    /// Whether a request may be sent.
    func admits() -> Bool {
        state.withLock { state in
            guard let until = state.restsUntil else { return true }
            guard now() >= until else { return false }
            // The others wait for what becomes of this one.
            state.restsUntil = now() + Self.shortest
            return true
        }
    }

    /// Returns whether it has failed until now.
    func succeed() -> Bool {
        state.withLock { state in
            defer { state = State() }
            return state.restsUntil != nil
        }
    }

    /// Returns whether this opens it.
    func fail() -> Bool {
        state.withLock { state in
            state.failures += 1
            guard state.failures >= Self.patience else { return false }
            let rest = Self.shortest * Double(1 << min(state.failures - Self.patience, 10))
            defer { state.restsUntil = now() + min(rest, Self.longest) }
            return state.restsUntil == nil
        }
    }
}
