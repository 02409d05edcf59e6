import HTTPTypes
import Synchronization

/// A request whose client is willing to wait for news (RFC 7240, `wait`). Its handler may have it held instead of answering it; when the
/// hold ends, the connection hands it in again, and the handler answers with what there is then, or has it held once more.
public final class Poll: Sendable {
    /// How a hold ends.
    public enum Outcome: Sendable {
        case changed, timedOut
        /// Too many requests are held already.
        case refused
        /// Whoever waited has gone.
        case abandoned
    }

    /// Seconds that the client is willing to wait, from now on.
    public let seconds: Int
    /// When it came.
    public let since = ContinuousClock.now
    private let onEnd: @Sendable (Poll) -> Void

    private struct State {
        var holds = 0
        var outcome: Outcome?
    }

    private let state = Mutex(State())

    /// `onEnd` is called, on any thread, when a hold ends; nil if `request` is no such request.
    init?(_ request: HTTPRequest, onEnd: @escaping @Sendable (Poll) -> Void) {
        guard request.method == .get, let header = request.headerFields[.prefer], let seconds = Self.seconds(header) else { return nil }
        self.seconds = seconds
        self.onEnd = onEnd
    }

    /// How the last hold ended; nil: there was none, or it has not.
    public var outcome: Outcome? { state.withLock(\.outcome) }

    /// How many times it has been held, the present hold included.
    public var holds: Int { state.withLock(\.holds) }

    /// Has the request held by whom `begin` hands it to. Any outcome but nil: it is not held.
    public func hold(_ begin: (Poll) -> Outcome?) -> Outcome? {
        state.withLock { ($0.holds, $0.outcome) = ($0.holds + 1, nil) }
        guard let outcome = begin(self) else { return nil }
        state.withLock { $0.holds -= 1 }
        return outcome
    }

    /// Called by whoever holds it.
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
