import HTTPTypes
import Synchronization

/// A long poll: a request whose client is willing to wait for news (preference `wait` of RFC 7240). Instead of answering at once, its
/// handler may hold the request, which means that it waits. When the wait ends, the connection passes the request to the handler again. The
/// handler answers with the current state, or holds the request again.
public final class Poll: Sendable {
    public enum Outcome: Sendable {
        case changed, timedOut
        /// Too many requests are held already.
        case refused
        case clientGone
    }

    /// The number of seconds after `since` that the client is willing to wait.
    public let seconds: Int
    /// The time when the request arrived.
    public let since = ContinuousClock.now
    private let onEnd: @Sendable (Poll) -> Void

    private struct State {
        var holds = 0
        var outcome: Outcome?
    }

    private let state = Mutex(State())

    /// Returns nil if `request` is not a long poll. `onEnd` is called when a wait ends, on any thread.
    init?(_ request: HTTPRequest, onEnd: @escaping @Sendable (Poll) -> Void) {
        guard request.method == .get, let header = request.headerFields[.prefer], let seconds = Self.seconds(header) else { return nil }
        self.seconds = seconds
        self.onEnd = onEnd
    }

    /// The reason why the last wait ended. Nil if the request never waited, or waits now.
    public var outcome: Outcome? { state.withLock(\.outcome) }

    /// The number of times that the request was held, including the current time.
    public var holds: Int { state.withLock(\.holds) }

    /// Holds the request. `begin` passes this poll to the component that keeps held requests, and returns the reason if that is not
    /// possible. Returns this reason, or nil if the request is held now.
    public func hold(_ begin: (Poll) -> Outcome?) -> Outcome? {
        state.withLock { ($0.holds, $0.outcome) = ($0.holds + 1, nil) }
        guard let outcome = begin(self) else { return nil }
        state.withLock { $0.holds -= 1 }
        return outcome
    }

    /// Ends the wait. The component that keeps the held requests calls this.
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
