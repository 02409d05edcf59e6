import Glibc

/// What one caller wants done in one round trip: outside a lease its statements are one implicit transaction.
/// Made on the caller's side; after `submit` every change happens on the I/O thread.
final class Segment: @unchecked Sendable {
    enum Kind {
        /// Changes nothing: sent again when its connection is lost, or another transaction is in its way.
        case read
        case write
        /// Sent again when another transaction is in its way.
        case repeatableWrite
        case step(Lease)
        case commit(Lease)
        case rollback(Lease)
    }

    let statements: [BoundStatement]
    let tenant: Int?
    let kind: Kind
    /// It may take long: only so many of these are sent at once, whatever waits.
    let isSlow: Bool
    let deadline: UInt64
    let submitted: UInt64
    /// When it was last sent.
    var sent: UInt64 = 0
    private let metrics: DatabaseMetrics
    /// Unchecked, as `finish` alone resumes it, and empties it.
    var continuation: UnsafeContinuation<[ResultRows], any Error>?
    var attempts = 0
    var isSubmitted = false
    var isCancelled = false

    /// Where it waits, and between whom.
    fileprivate(set) unowned(unsafe) var line: Line?
    fileprivate var next: Segment?
    fileprivate var previous: Segment?

    init(
        _ statements: [BoundStatement], tenant: Int? = nil, kind: Kind, isSlow: Bool = false, deadline: UInt64, metrics: DatabaseMetrics
    ) {
        self.statements = statements
        self.tenant = tenant
        self.kind = kind
        self.isSlow = isSlow
        self.deadline = deadline
        self.metrics = metrics
        submitted = monotonicNow()
    }

    var lease: Lease? {
        switch kind {
        case .read, .write, .repeatableWrite: nil
        case .step(let lease), .commit(let lease), .rollback(let lease): lease
        }
    }

    /// Resumes the caller, once.
    func finish(_ outcome: Result<[ResultRows], DatabaseError>) {
        guard let waiting = continuation else { return }
        continuation = nil
        if case .failure(let error) = outcome { metrics.failed(error) }
        waiting.resume(with: outcome.mapError { $0 as any Error })
    }
}

/// Segments in line: adding one, and taking one out wherever it stands, cost the same whatever the length.
final class Line {
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
        guard segment.line === self else { return }
        if let previous = segment.previous { previous.next = segment.next } else { first = segment.next }
        if let next = segment.next { next.previous = segment.previous } else { last = segment.previous }
        (segment.previous, segment.next, segment.line) = (nil, nil, nil)
        count -= 1
    }

    func failAll(_ error: DatabaseError) {
        while let segment = popFirst() { segment.finish(.failure(error)) }
    }

    /// Takes out those that `isOver` names an error for, and tells them.
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
        segment.line = self
        count += 1
    }
}

/// Nanoseconds on the monotonic clock.
func monotonicNow() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
