/// A clock that stands still until a test moves it.
public final class MovableClock: Sendable {
    private let elapsed = Locked<Duration>(.zero)
    private let start = ContinuousClock.now
    /// This is not 0, because some code uses 0 for "never".
    private static let startNanoseconds: UInt64 = 1_000_000_000_000

    public init() {}

    public var instant: ContinuousClock.Instant { start + elapsed.value }

    /// The time since the system's start, as `NIODeadline` counts it.
    public var uptimeNanoseconds: UInt64 { Self.startNanoseconds + UInt64(elapsed.value / .nanoseconds(1)) }

    public func advance(by duration: Duration) { elapsed.change { $0 += duration } }
}
