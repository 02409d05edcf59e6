import Glibc

/// What one caller wants done in one round trip: its statements are one implicit transaction.
/// Made on the caller's side; after `submit` every change happens on the I/O thread.
final class Segment: @unchecked Sendable {
    let statements: [BoundStatement]
    let tenant: Int?
    /// Reads may be sent again by themselves when their connection is lost.
    let isRead: Bool
    let deadline: UInt64
    let submitted: UInt64
    /// When it was last sent.
    var sent: UInt64 = 0
    private let metrics: DatabaseMetrics
    var continuation: CheckedContinuation<[ResultRows], any Error>?
    var attempts = 0
    var isSubmitted = false
    var isCancelled = false

    init(statements: [BoundStatement], tenant: Int?, isRead: Bool, timeout: Duration, metrics: DatabaseMetrics) {
        self.statements = statements
        self.tenant = tenant
        self.isRead = isRead
        self.metrics = metrics
        submitted = monotonicNow()
        deadline = submitted + timeout.nanoseconds
    }

    var isFinished: Bool { continuation == nil }

    /// Resumes the caller, once.
    func finish(_ outcome: Result<[ResultRows], DatabaseError>) {
        guard let waiting = continuation else { return }
        continuation = nil
        if case .failure(let error) = outcome { metrics.failed(error) }
        waiting.resume(with: outcome.mapError { $0 as any Error })
    }
}

/// Nanoseconds on the monotonic clock.
func monotonicNow() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
