import CLibPQ
import Logging

/// One connection of the pool, in libpq's pipeline mode. It runs at most one segment (statements that are sent together) at a time. It is
/// used on the I/O thread only.
final class PipelineConnection: LinkOwner {
    let link: Link
    let configuration: DatabaseConfiguration
    unowned let scheduler: Scheduler
    let metrics: DatabaseMetrics
    var sender: StatementSender
    private var cancellation: Cancellation
    var lease: Lease?
    var segment: Segment?
    private var wasLongRead = false
    var answers = Answers()
    /// The size in bytes of the largest statement or result since the connection was opened.
    var largest = 0
    /// The time at which the connection is closed if an abandoned segment is still not answered. A segment is abandoned if its caller
    /// stopped waiting. Nil if no segment is abandoned.
    private var abandonedUntil: UInt64?
    /// A ROLLBACK that is sent as soon as the connection has no unanswered segment. Nil if there is none.
    var rollback: Segment?

    static let drainLimit: UInt64 = 2_000_000_000
    /// The size of a statement or result in bytes above which the connection is replaced after use, to free its buffers.
    static let bufferLimit = 4 << 20

    init(link: Link, configuration: DatabaseConfiguration, scheduler: Scheduler, thread: IOThread, metrics: DatabaseMetrics) {
        self.link = link
        self.configuration = configuration
        self.scheduler = scheduler
        self.metrics = metrics
        sender = StatementSender(metrics: metrics)
        cancellation = Cancellation(token: link.token, thread: thread)
        link.owner = self
    }

    var isReady: Bool { isIdle && lease == nil && rollback == nil }
    var isBusy: Bool { link.isOpen && !isReady }
    /// Whether the connection runs a long read. A long read whose caller stopped waiting also counts, until it is answered.
    var runsLongRead: Bool { isBusy && wasLongRead }
    var isIdle: Bool { link.isOpen && segment == nil && abandonedUntil == nil && !cancellation.isUnderWay }

    /// The time when `tick` must be called even if nothing happens on the socket. `UInt64.max` if it need not be called.
    var wakeTime: UInt64 {
        min(link.wakeTime, segment?.deadline ?? .max, lease?.wakeTime ?? .max, abandonedUntil ?? .max, cancellation.limit ?? .max)
    }

    // MARK: Sending

    func send(_ segment: Segment) {
        guard let connection = link.connection else { return }
        self.segment = segment
        wasLongRead = segment.mayTakeLong
        countSending(of: segment)
        answers.start()
        let isSent =
            sender.start(isInTransaction: PQtransactionStatus(connection) != PQTRANS_IDLE, on: connection)
            && sendPreamble(of: segment, on: connection) && sendStatements(of: segment, on: connection)
            && sender.end(on: connection)
        guard isSent else { return link.lose("out of memory") }
        link.flush()
    }

    private func countSending(of segment: Segment) {
        segment.attempts += 1
        segment.sent = monotonicNow()
        metrics.roundTripCount.add()
        if segment.attempts > 1 { metrics.retries.add() }
        metrics.queueTime.add(nanoseconds: segment.sent - min(segment.sent, segment.submitted))
    }

    private func sendPreamble(of segment: Segment, on connection: OpaquePointer) -> Bool {
        switch segment.kind {
        case .read where segment.mayTakeLong: set(segment.tenant, on: connection) && limit(configuration.longReadDeadline, on: connection)
        case .read, .write, .conflictRetryingWrite: set(segment.tenant, on: connection)
        case .step(let lease) where !lease.hasBegun: sendBegin(of: lease, on: connection)
        case .step, .commit, .rollback: true
        }
    }

    private func sendBegin(of lease: Lease, on connection: OpaquePointer) -> Bool {
        lease.hasBegun = true
        guard sender.send(BoundStatement(lease.begin), as: .hidden, on: connection), set(lease.tenant, on: connection) else { return false }
        guard let timeout = lease.serverTimeout else { return true }
        return limit(timeout, on: connection)
            && sender.set("idle_in_transaction_session_timeout", to: Self.milliseconds(timeout), on: connection)
    }

    private func limit(_ time: Duration, on connection: OpaquePointer) -> Bool {
        sender.set("statement_timeout", to: Self.milliseconds(time), on: connection)
    }

    private static func milliseconds(_ time: Duration) -> String { String(time.nanoseconds / 1_000_000) }

    private func set(_ tenant: Int?, on connection: OpaquePointer) -> Bool {
        guard let tenant else { return true }
        return sender.set(configuration.tenantSetting, to: String(tenant), on: connection)
    }

    private func sendStatements(of segment: Segment, on connection: OpaquePointer) -> Bool {
        for index in segment.statements.indices {
            largest = max(largest, segment.statements[index].bytes.count)
            guard sender.send(segment.statements[index], as: .statement(index), on: connection) else { return false }
        }
        return true
    }

    // MARK: Receiving

    func linkReadable(_ link: Link) {
        guard let connection = link.connection, answers.read(from: connection, to: sender.steps, of: segment) else {
            link.farewell = answers.farewell
            return
        }
        sender.finish(forgetting: answers.unprepared)
        synced()
    }

    /// Handles the last result of a segment. The segment was committed, was rolled back, or is a step of a transaction that continues. The
    /// caller gets the results only now, when the outcome is certain.
    private func synced() {
        let finished = segment
        (segment, abandonedUntil) = (nil, nil)
        largest = max(largest, answers.largest)
        let status = link.connection.map { PQtransactionStatus($0) } ?? PQTRANS_UNKNOWN
        if let finished { metrics.flightTime.add(nanoseconds: monotonicNow() - finished.sent) }
        if status == PQTRANS_IDLE {
            complete(finished)
            endLease(Lease.over)
        } else if let lease, status == PQTRANS_INTRANS || status == PQTRANS_INERROR {
            completeStep(finished, of: lease)
        } else {
            finished?.finish(.failure(.outcomeUnknown))
            return link.lose("a transaction was left open")
        }
        answers.drop()
        proceed()
    }

    private func complete(_ finished: Segment?) {
        if answers.wantsNewPlans { sender.renewPlans() }
        guard let finished else { return }
        switch (answers.failure, finished.kind) {
        case (nil, .commit):
            let isCommitted = answers.results.first?.tag == "COMMIT"
            finished.finish(isCommitted ? .success([]) : .failure(.rolledBack("one of its statements had failed")))
        case (nil, .step): finished.finish(.failure(.rolledBack("one of its statements ended the transaction")))
        case (nil, _): finished.finish(.success(answers.results))
        case (let failure?, let kind):
            // All statements of the segment were rolled back, so it is safe to send them again.
            if shouldSendAgain(finished, kind, after: failure) { return scheduler.submitAgain(finished) }
            finished.finish(.failure(failure))
        }
    }

    /// Whether to send a segment again after PostgreSQL has answered it with an error. Losing the connection is handled by `linkLost`.
    private func shouldSendAgain(_ segment: Segment, _ kind: Segment.Kind, after failure: DatabaseError) -> Bool {
        switch kind {
        // Each connection prepares its own statements, so each may have to prepare them again after tables have changed.
        case _ where answers.wantsNewPlans && segment.lease == nil: segment.attempts <= configuration.poolSize + 1
        case .read, .conflictRetryingWrite: failure.isConflict && segment.attempts < configuration.attempts
        default: false
        }
    }

    // MARK: Faults

    func linkOpened(_ link: Link) {
        sender.reset()
        largest = 0
        guard let connection = link.connection, PQenterPipelineMode(connection) == 1 else { return link.lose() }
        metrics.connectionsOpened.add()
        scheduler.connectionOpened()
    }

    func linkLost(_ link: Link, because reason: String, wasOpen: Bool) {
        (wasOpen ? metrics.connectionsLost : metrics.connectionsRefused).add()
        let (lost, waiting) = (segment, rollback)
        (segment, rollback, abandonedUntil) = (nil, nil, nil)
        cancellation.forget()
        sender.reset()
        answers.drop()
        scheduler.connectionLost(reason)
        endLease(.rolledBack(reason))
        waiting?.finish(.success([]))
        guard let lost else { return }
        if case .read = lost.kind, lost.attempts < configuration.attempts { return scheduler.submitAgain(lost) }
        lost.finish(Self.loss(of: lost, because: reason))
    }

    /// Returns the outcome of a segment that was sent but not answered when its connection was lost.
    private static func loss(of segment: Segment, because reason: String) -> Result<[ResultRows], DatabaseError> {
        switch segment.kind {
        case .read: .failure(.unavailable(reason))
        case .write, .conflictRetryingWrite, .commit: .failure(.outcomeUnknown)
        case .step: .failure(.rolledBack(reason))
        case .rollback: .success([])
        }
    }

    func tick(now: UInt64) {
        link.tick(now: now)
        if let segment, now >= segment.deadline { giveUp(with: Self.timeout(of: segment)) }
        if let lease, now >= lease.deadline { expire(lease) }
        let isOverdue = abandonedUntil.map { now >= $0 } ?? false || cancellation.limit.map { now >= $0 } ?? false
        if isOverdue { link.lose("no answer to a cancel request") }
    }

    private static func timeout(of segment: Segment) -> DatabaseError {
        if case .step = segment.kind { return .rolledBack("its deadline passed") }
        return .timedOut(sent: true)
    }

    func cancel(_ cancelled: Segment, now: UInt64) {
        if segment === cancelled { giveUp(with: .cancelled) }
    }

    /// Fails the running segment at once and asks PostgreSQL to cancel it. Its answer will be ignored.
    func giveUp(with error: DatabaseError) {
        guard let abandoned = segment, let connection = link.connection else { return }
        lease?.isSpoiled = true
        abandoned.finish(.failure(error))
        segment = nil
        abandonedUntil = monotonicNow() + Self.drainLimit
        cancellation.request(connection, limit: monotonicNow() + Self.drainLimit)
    }

    func cancelSent(_ number: Int) {
        cancellation.sent(number)
        proceed()
    }

    func close() {
        if let segment { segment.finish(Self.loss(of: segment, because: "shutting down")) }
        rollback?.finish(.success([]))
        endLease(.rolledBack("shutting down"))
        (segment, rollback) = (nil, nil)
        link.close()
    }
}
