import Synchronization

/// What happened to connections since start; read at any time.
public final class ConnectionCounters: Sendable {
    /// Why a connection was dropped.
    public enum Drop: Int, CaseIterable { case head, body, answer, backlog, idle }

    /// Connections that stand now.
    public let open = Atomic(0)
    /// Connections, refused ones included, bytes of requests' bodies, and bytes of answers since start.
    public let accepted = Atomic(0)
    public let bodyBytes = Atomic(0)
    public let sentBytes = Atomic(0)
    /// Bytes of answers that the kernel had no room for, at the last look.
    public let unsentBytes = Atomic(0)
    /// Requests whose hold has ended, and that are not handled yet.
    public let woken = Atomic(0)
    /// Connections refused since start, as there were too many in all, and of their address.
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

    /// Connections dropped since start.
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

/// The longest delay of some moments.
public final class LongestDelay: Sendable {
    private let longest = Atomic<Int64>(0)
    private let latest = Atomic<Int64>(0)

    /// Nanoseconds.
    func note(_ delay: Int64) {
        latest.store(max(0, delay), ordering: .relaxed)
        longest.max(delay, ordering: .relaxed)
    }

    /// The last delay, and the longest since this was last asked.
    public func take() -> (latest: Int64, longest: Int64) {
        (latest.load(ordering: .relaxed), longest.exchange(0, ordering: .relaxed))
    }
}
