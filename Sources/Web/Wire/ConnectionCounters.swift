import Synchronization

/// Counters of connections since start. Any thread may read them at any time.
public final class ConnectionCounters: Sendable {
    public enum Drop: Int, CaseIterable { case head, body, answer, backlog, idle }

    /// The connections that are open now.
    public let open = Atomic(0)
    /// Counts since start: connections (including refused ones), bytes of request bodies, and bytes of responses.
    public let accepted = Atomic(0)
    public let bodyBytes = Atomic(0)
    public let sentBytes = Atomic(0)
    /// The bytes of responses that the kernel had no room for, at the last check.
    public let unsentBytes = Atomic(0)
    /// Requests that are no longer held, but not handled yet.
    public let woken = Atomic(0)
    /// Connections refused since start, because there were too many in all, or too many of their address.
    public let refusedByLimit = Atomic(0)
    public let refusedByAddress = Atomic(0)
    private let head = Atomic(0)
    private let body = Atomic(0)
    private let answer = Atomic(0)
    private let backlog = Atomic(0)
    private let idle = Atomic(0)

    func dropped(_ drop: Drop) {
        switch drop {
        case .head: head.add(1, ordering: .relaxed)
        case .body: body.add(1, ordering: .relaxed)
        case .answer: answer.add(1, ordering: .relaxed)
        case .backlog: backlog.add(1, ordering: .relaxed)
        case .idle: idle.add(1, ordering: .relaxed)
        }
    }

    /// Returns the number of connections dropped since start, by reason.
    public func count(of drop: Drop) -> Int {
        switch drop {
        case .head: head.load(ordering: .relaxed)
        case .body: body.load(ordering: .relaxed)
        case .answer: answer.load(ordering: .relaxed)
        case .backlog: backlog.load(ordering: .relaxed)
        case .idle: idle.load(ordering: .relaxed)
        }
    }
}

/// Keeps the latest and the longest of many delays.
public final class LongestDelay: Sendable {
    private let longest = Atomic<Int64>(0)
    private let latest = Atomic<Int64>(0)

    /// `delay` is in nanoseconds.
    func note(_ delay: Int64) {
        latest.store(max(0, delay), ordering: .relaxed)
        longest.max(delay, ordering: .relaxed)
    }

    /// Returns the latest delay, and the longest one since the last call, in nanoseconds.
    public func take() -> (latest: Int64, longest: Int64) {
        (latest.load(ordering: .relaxed), longest.exchange(0, ordering: .relaxed))
    }
}
