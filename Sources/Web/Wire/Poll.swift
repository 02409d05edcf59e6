import HTTPTypes
import Synchronization

/// A long poll: a request with a client that is willing to wait for news (RFC 7240, `wait`). Its handler may hold it instead of answering
/// it. When the hold ends, the connection hands the request in again, and the handler answers it with the present state, or holds it again.
public final class Poll: Sendable {
    public enum Outcome: Sendable {
        case changed, timedOut
        /// Too many requests are already held.
        case refused
        /// The client has gone.
        case abandoned
    }

    /// The seconds that the client is willing to wait, counted from `since`.
    public let seconds: Int
    /// The time when the request arrived.
    public let since = ContinuousClock.now
    private let onEnd: @Sendable (Poll) -> Void

    private struct State {
        var holds = 0
        var outcome: Outcome?
    }

    private let state = Mutex(State())

    /// `onEnd` is called on any thread when a hold ends. Nil if `request` is not a long poll.
    init?(_ request: HTTPRequest, onEnd: @escaping @Sendable (Poll) -> Void) {
        guard request.method == .get, let header = request.headerFields[.prefer], let seconds = Self.seconds(header) else { return nil }
        self.seconds = seconds
        self.onEnd = onEnd
    }

    /// The outcome of the last hold. Nil if the request was never held, or is held now.
    public var outcome: Outcome? { state.withLock(\.outcome) }

    /// How many times the request has been held, including the present hold.
    public var holds: Int { state.withLock(\.holds) }

    /// Holds the request. `begin` hands it to the component that keeps held requests. Returns nil if it is held now, or else the outcome.
    public func hold(_ begin: (Poll) -> Outcome?) -> Outcome? {
        state.withLock { ($0.holds, $0.outcome) = ($0.holds + 1, nil) }
        guard let outcome = begin(self) else { return nil }
        state.withLock { $0.holds -= 1 }
        return outcome
    }

    /// Ends the hold. The component that keeps the request calls this.
    public func end(_ outcome: Outcome) {
        state.withLock { $0.outcome = outcome }
        onEnd(self)
    }

    private static func seconds(_ header: String) -> Int? {
        for preference in header.utf8.split(separator: UInt8(ascii: ",")) {
            let text = Substring(preference.drop { $0 == UInt8(ascii: " ") })
            if text.hasPrefix("wait="), let seconds = Int(text.dropFirst(5)), seconds > 0 { return seconds }
        }
        return nil
    }
}
