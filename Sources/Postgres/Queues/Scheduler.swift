import Logging

/// Decides which connection runs which segment (statements that are sent together), and how long segments wait for a connection. It is used
/// on the I/O thread only.
final class Scheduler {
    private let configuration: DatabaseConfiguration
    private let metrics: DatabaseMetrics
    private var pool: [PipelineConnection] = []
    private var listener: ListenConnection?
    /// Waiting segments in the order in which they were submitted. They all have the same time limit, so this is also the order of their
    /// deadlines.
    private let ordinaryQueue = SegmentQueue()
    /// The first segments of transactions that wait for a connection. Their deadlines differ.
    private let leaseQueue = SegmentQueue()
    /// Long reads that wait for a connection, in the order of their deadlines.
    private let longReadQueue = SegmentQueue()
    private var openConnections = 0
    private var leased = 0
    private var downSince: UInt64? = monotonicNow()
    private var lastFailure = "not connected yet"
    private var nextLeaseCheck: UInt64 = 0
    private var isStopping = false
    private static let leaseCheckInterval: UInt64 = 20_000_000

    init(configuration: DatabaseConfiguration, metrics: DatabaseMetrics) {
        self.configuration = configuration
        self.metrics = metrics
    }

    func add(_ connections: [PipelineConnection], listener: ListenConnection?) {
        pool = connections
        self.listener = listener
    }

    private var waitingCount: Int { ordinaryQueue.count + leaseQueue.count + longReadQueue.count }

    // MARK: Segments

    func accept(_ segment: Segment) {
        segment.isSubmitted = true
        guard !segment.isCancelled else { return segment.finish(.failure(.cancelled)) }
        if let lease = segment.lease { accept(segment, of: lease) } else { wait(segment, in: queue(for: segment)) }
    }

    /// Returns the queue for a segment that does not belong to a transaction.
    private func queue(for segment: Segment) -> SegmentQueue { segment.mayTakeLong ? longReadQueue : ordinaryQueue }

    private func wait(_ segment: Segment, in queue: SegmentQueue) {
        let isFull = queue === longReadQueue && queue.count >= configuration.longReadQueueLimit
        guard waitingCount < configuration.queueLimit, !isFull else {
            segment.lease?.end(.overloaded)
            return segment.finish(.failure(.overloaded))
        }
        queue.append(segment)
    }

    private func accept(_ segment: Segment, of lease: Lease) {
        switch (lease.state, segment.kind) {
        case (.new, .step):
            lease.state = .waiting(segment)
            wait(segment, in: leaseQueue)
        case (.waiting(let first), .rollback):
            cancel(first)
            segment.finish(.success([]))
        case (.waiting, _): lease.pending.append(segment)
        case (.held(let connection), _): connection.accept(segment, of: lease)
        case (.ended(let error), .step), (.ended(let error), .commit): segment.finish(.failure(error))
        case (.new, _), (.ended, _):
            // No statement of the transaction was ever sent, or the transaction has been rolled back already.
            lease.end(Lease.over)
            segment.finish(.success([]))
        }
    }

    func cancel(_ segment: Segment) {
        segment.isCancelled = true
        // A cancellation may arrive before the submission. Then `accept` finds that the segment is cancelled.
        guard segment.isSubmitted else { return }
        if let queue = segment.queue {
            queue.remove(segment)
            if queue === leaseQueue { segment.lease?.end(.cancelled) }
        } else {
            for connection in pool { connection.cancel(segment, now: monotonicNow()) }
        }
        segment.finish(.failure(.cancelled))
    }

    func dispatch() {
        guard waitingCount > 0 else { return }
        for connection in pool where connection.isReady {
            guard let segment = nextQueue.popFirst() else { return }
            if let lease = segment.lease {
                leased += 1
                connection.begin(lease, with: segment)
            } else {
                connection.send(segment)
            }
        }
    }

    /// The queue whose first segment has waited longest. The queues of transactions and of long reads are left out while transactions and
    /// long reads use as many connections as they may.
    private var nextQueue: SegmentQueue {
        guard leaseQueue.count + longReadQueue.count > 0 else { return ordinaryQueue }
        let longReads = pool.count(where: \.runsLongRead)
        guard leased + longReads < configuration.longWorkLimit else { return ordinaryQueue }
        let queue = Self.older(leaseQueue, ordinaryQueue)
        return longReads < configuration.longReadConnections ? Self.older(longReadQueue, queue) : queue
    }

    private static func older(_ one: SegmentQueue, _ other: SegmentQueue) -> SegmentQueue {
        guard let first = one.first else { return other }
        return other.first.map { first.submitted <= $0.submitted } ?? true ? one : other
    }

    /// Puts a segment back at the front of its queue.
    func submitAgain(_ segment: Segment) {
        guard !isStopping else { return segment.finish(.failure(.unavailable("shutting down"))) }
        if let lease = segment.lease {
            lease.state = .waiting(segment)
            leaseQueue.prepend(segment)
        } else {
            queue(for: segment).prepend(segment)
        }
    }

    // MARK: Time

    func tick(now: UInt64) {
        for connection in pool { connection.tick(now: now) }
        listener?.link.tick(now: now)
        expire(ordinaryQueue, now: now)
        expire(longReadQueue, now: now)
        if leaseQueue.count > 0, now >= nextLeaseCheck {
            nextLeaseCheck = now + Self.leaseCheckInterval
            leaseQueue.expire { expiry(of: $0, now: now) }
        }
    }

    private func expire(_ queue: SegmentQueue, now: UInt64) {
        while let first = queue.first, let error = expiry(of: first, now: now) {
            queue.remove(first)
            first.finish(.failure(error))
        }
    }

    private func expiry(of segment: Segment, now: UInt64) -> DatabaseError? {
        if now >= segment.deadline { return .timedOut(sent: false) }
        return now >= givingUp(segment) ? .unavailable(lastFailure) : nil
    }

    /// Returns the time when a waiting segment fails because no connection is open. `UInt64.max` if a connection is open.
    private func givingUp(_ segment: Segment) -> UInt64 {
        guard openConnections == 0, let downSince else { return .max }
        let timeout = configuration.reconnectTimeout.nanoseconds
        return max(downSince + timeout, segment.submitted + timeout / 4)
    }

    /// The time when `tick` must be called even if nothing happens on a socket. `UInt64.max` if it need not be called.
    var wakeTime: UInt64 {
        var wake = listener?.link.wakeTime ?? .max
        for connection in pool { wake = min(wake, connection.wakeTime) }
        if let first = ordinaryQueue.first { wake = min(wake, first.deadline, givingUp(first)) }
        if let first = longReadQueue.first { wake = min(wake, first.deadline, givingUp(first)) }
        return leaseQueue.count > 0 ? min(wake, nextLeaseCheck) : wake
    }

    func gauge() {
        metrics.waiting.set(waitingCount)
        metrics.openConnections.set(openConnections)
        metrics.busyConnections.set(pool.count(where: \.isBusy))
        metrics.leasedConnections.set(leased)
    }

    // MARK: Connections

    func socketReady(_ token: Int, _ interest: Int32) {
        (token < pool.count ? pool[token].link : listener?.link)?.socketReady(interest)
    }

    func cancelSent(_ token: Int, _ number: Int) { pool[token].cancelSent(number) }

    func lookedUp(_ result: ServerAddress.Lookup) {
        for connection in pool { connection.link.lookedUp(result) }
        listener?.link.lookedUp(result)
    }

    func connectionOpened() {
        openConnections += 1
        downSince = nil
    }

    func connectionLost(_ reason: String) {
        openConnections = pool.count(where: { $0.link.isOpen })
        lastFailure = reason
        if openConnections == 0, downSince == nil { downSince = monotonicNow() }
    }

    func leaseEnded() { leased -= 1 }

    func shutDown() {
        isStopping = true
        ordinaryQueue.failAll(.unavailable("shutting down"))
        longReadQueue.failAll(.unavailable("shutting down"))
        leaseQueue.expire { _ in .unavailable("shutting down") }
        for connection in pool { connection.close() }
        listener?.link.close()
    }
}
