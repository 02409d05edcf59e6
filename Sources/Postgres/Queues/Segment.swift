import Glibc

/// The statements of one call, which are sent together in one round trip. They are one implicit transaction, unless they are a step of a
/// longer transaction (`Lease`). The caller creates the segment. After `submit` only the I/O thread changes it.
final class Segment: @unchecked Sendable {
    enum Kind {
        /// The statements change nothing. They are sent again if the connection is lost, or after a conflict with another transaction.
        case read
        case write
        /// The statements may change something. They are sent again after a conflict with another transaction.
        case conflictRetryingWrite
        case step(Lease)
        case commit(Lease)
        case rollback(Lease)
    }

    let statements: [BoundStatement]
    let tenant: Int?
    let kind: Kind
    /// Whether this is a long read, whose statement may take long. Only a limited number of long reads run at the same time.
    let mayTakeLong: Bool
    let deadline: UInt64
    let submitted: UInt64
    var sent: UInt64 = 0
    private let metrics: DatabaseMetrics
    /// Resumes the caller with the results. The unsafe type is correct here, because only `finish` resumes it, and clears it then.
    var continuation: UnsafeContinuation<[ResultRows], any Error>?
    var attempts = 0
    var isSubmitted = false
    var isCancelled = false

    /// The queue in which the segment waits. `next` and `previous` are its neighbours in the queue. All three are nil if it does not wait.
    fileprivate(set) unowned(unsafe) var queue: SegmentQueue?
    fileprivate var next: Segment?
    fileprivate var previous: Segment?

    init(
        _ statements: [BoundStatement], tenant: Int? = nil, kind: Kind, mayTakeLong: Bool = false, deadline: UInt64,
        metrics: DatabaseMetrics
    ) {
        self.statements = statements
        self.tenant = tenant
        self.kind = kind
        self.mayTakeLong = mayTakeLong
        self.deadline = deadline
        self.metrics = metrics
        submitted = monotonicNow()
    }

    var lease: Lease? {
        switch kind {
        case .read, .write, .conflictRetryingWrite: nil
        case .step(let lease), .commit(let lease), .rollback(let lease): lease
        }
    }

    /// Resumes the caller with the results or the error. Further calls have no effect.
    func finish(_ outcome: Result<[ResultRows], DatabaseError>) {
        guard let waiting = continuation else { return }
        continuation = nil
        if case .failure(let error) = outcome { metrics.failed(error) }
        waiting.resume(with: outcome.mapError { $0 as any Error })
    }
}

/// A queue of segments. Adding a segment and removing any segment take constant time.
final class SegmentQueue {
    private(set) var first: Segment?
    private var last: Segment?
    private(set) var count = 0

    func append(_ segment: Segment) {
        segment.previous = last
        if let last { last.next = segment } else { first = segment }
        last = segment
        enter(segment)
    }

    func prepend(_ segment: Segment) {
        segment.next = first
        if let first { first.previous = segment } else { last = segment }
        first = segment
        enter(segment)
    }

    func popFirst() -> Segment? {
        guard let segment = first else { return nil }
        remove(segment)
        return segment
    }

    func remove(_ segment: Segment) {
        guard segment.queue === self else { return }
        if let previous = segment.previous { previous.next = segment.next } else { first = segment.next }
        if let next = segment.next { next.previous = segment.previous } else { last = segment.previous }
        (segment.previous, segment.next, segment.queue) = (nil, nil, nil)
        count -= 1
    }

    func failAll(_ error: DatabaseError) {
        while let segment = popFirst() { segment.finish(.failure(error)) }
    }

    /// Fails the segments for which `isOver` returns an error with this error, and removes them from the queue.
    func expire(_ isOver: (Segment) -> DatabaseError?) {
        var current = first
        while let segment = current {
            current = segment.next
            guard let error = isOver(segment) else { continue }
            remove(segment)
            segment.lease?.end(error)
            segment.finish(.failure(error))
        }
    }

    private func enter(_ segment: Segment) {
        segment.queue = self
        count += 1
    }
}

/// Returns the time of the monotonic clock in nanoseconds.
func monotonicNow() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
