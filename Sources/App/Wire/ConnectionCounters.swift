import Synchronization

/// What happened to connections since start; read at any time.
final class ConnectionCounters: Sendable {
    /// Why a connection was dropped.
    enum Drop: Int, CaseIterable { case head, body, answer, backlog, idle }

    let open = Atomic(0)
    let accepted = Atomic(0)
    let sentBytes = Atomic(0)
    /// Bytes of answers that the kernel had no room for, at the last look.
    let unsentBytes = Atomic(0)
    /// Requests whose hold has ended, and that are not handled yet.
    let woken = Atomic(0)
    let refusedByLimit = Atomic(0)
    let refusedByAddress = Atomic(0)
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

    func count(of drop: Drop) -> Int {
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
final class LongestDelay: Sendable {
    private let longest = Atomic<Int64>(0)
    private let latest = Atomic<Int64>(0)

    /// Nanoseconds.
    func note(_ delay: Int64) {
        latest.store(max(0, delay), ordering: .relaxed)
        longest.max(delay, ordering: .relaxed)
    }

    /// The last delay, and the longest since this was last asked.
    func take() -> (latest: Int64, longest: Int64) {
        (latest.load(ordering: .relaxed), longest.exchange(0, ordering: .relaxed))
    }
}
