import Synchronization

/// Counts what has happened on all connections since the start. Any thread may read the numbers at any time.
public final class ConnectionCounters: Sendable {
    public enum Drop: Int, CaseIterable { case head, body, answer, backlog, idle }

    /// The number of connections that are open now.
    public let open = Atomic(0)
    /// Numbers since the start: connections including refused connections (`accepted`), bytes of request bodies (`bodyBytes`), and bytes of
    /// responses (`sentBytes`).
    public let accepted = Atomic(0)
    public let bodyBytes = Atomic(0)
    public let sentBytes = Atomic(0)
    /// The number of bytes of responses that did not fit into the kernel's buffers at the last check.
    public let unsentBytes = Atomic(0)
    /// The number of long polls whose wait has ended, but that are not handled yet.
    public let woken = Atomic(0)
    /// The number of connections refused since the start, because there were too many connections in all (`refusedByLimit`), or too many
    /// from one address (`refusedByAddress`).
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

    /// Returns the number of connections that were closed for this reason since the start.
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

/// Stores the latest and the longest of many delays.
public final class LongestDelay: Sendable {
    private let longest = Atomic<Int64>(0)
    private let latest = Atomic<Int64>(0)

    /// Records a delay in nanoseconds.
    func record(_ delay: Int64) {
        latest.store(max(0, delay), ordering: .relaxed)
        longest.max(delay, ordering: .relaxed)
    }

    /// Returns the latest delay, and the longest delay since the previous call, in nanoseconds.
    public func take() -> (latest: Int64, longest: Int64) {
        (latest.load(ordering: .relaxed), longest.exchange(0, ordering: .relaxed))
    }
}
