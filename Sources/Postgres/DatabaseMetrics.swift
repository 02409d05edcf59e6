import Synchronization

/// The numbers that describe the work of a `Database` since the start, and its current state. Every value is atomic, so any thread may
/// change or read it at any time without a lock.
public final class DatabaseMetrics: Sendable {
    let roundTripCount = Counter()
    let statements = Counter()
    let statementsPrepared = Counter()
    let bytesSent = Counter()
    let bytesReceived = Counter()
    let connectionsOpened = Counter()
    let connectionsLost = Counter()
    let connectionsRefused = Counter()
    let retries = Counter()
    let refused = Counter()
    let unavailable = Counter()
    let outcomeUnknown = Counter()
    let timedOut = Counter()
    let overloaded = Counter()
    let cancelled = Counter()
    let misread = Counter()
    let waiting = Counter()
    let openConnections = Counter()
    let busyConnections = Counter()
    let leasedConnections = Counter()
    let queueTime = TimeCounter()
    let flightTime = TimeCounter()
    private let poolSize: Int

    init(poolSize: Int) { self.poolSize = poolSize }

    /// The number of segments (statements that are sent together) that were sent. Each segment is one round trip to PostgreSQL.
    public var roundTrips: Int { roundTripCount.value }

    /// Reads all values. They may differ slightly in time, so a sum may differ from its parts.
    public func snapshot() -> DatabaseSnapshot {
        DatabaseSnapshot(
            roundTrips: roundTrips, statements: statements.value, statementsPrepared: statementsPrepared.value,
            bytesSent: bytesSent.value, bytesReceived: bytesReceived.value, connectionsOpened: connectionsOpened.value,
            connectionsLost: connectionsLost.value, connectionsRefused: connectionsRefused.value, retries: retries.value,
            failures: .init(
                refused: refused.value, unavailable: unavailable.value, outcomeUnknown: outcomeUnknown.value, timedOut: timedOut.value,
                overloaded: overloaded.value, cancelled: cancelled.value, misread: misread.value),
            waiting: waiting.value,
            pool: .init(
                size: poolSize, open: openConnections.value, busy: busyConnections.value, leased: leasedConnections.value),
            queueTime: queueTime.histogram(), flightTime: flightTime.histogram())
    }

    func failed(_ error: DatabaseError) {
        switch error {
        case .refused, .unstorable: refused.add()
        case .unavailable, .rolledBack: unavailable.add()
        case .outcomeUnknown: outcomeUnknown.add()
        case .timedOut: timedOut.add()
        case .overloaded: overloaded.add()
        case .cancelled: cancelled.add()
        case .unexpectedRow: misread.add()
        }
    }
}

/// The values of `DatabaseMetrics` at one moment. `waiting` and `pool` are current values. All other values only grow. A segment is the
/// statements of one call, which are sent together in one round trip.
public struct DatabaseSnapshot: Sendable, Equatable {
    public var roundTrips: Int
    /// The number of statements sent, including the statements that set the club (`tenant`).
    public var statements: Int
    /// The number of times that a connection prepared a statement.
    public var statementsPrepared: Int
    /// The bytes of parameter values and of the texts of prepared statements, not counting the overhead of the protocol and TLS.
    public var bytesSent: Int
    /// The bytes of column values that callers read, not counting the overhead of the protocol and TLS.
    public var bytesReceived: Int
    public var connectionsOpened: Int
    /// The number of open connections that were lost because of an error.
    public var connectionsLost: Int
    /// The number of failed attempts to connect.
    public var connectionsRefused: Int
    /// The number of times that a segment or a transaction was sent again automatically.
    public var retries: Int
    public var failures: Failures
    /// The number of segments that wait for a connection now.
    public var waiting: Int
    public var pool: Pool
    /// The time that segments waited for a connection, from the call to the sending. A segment that is sent twice is counted twice.
    public var queueTime: Histogram
    /// The time that PostgreSQL took, from the sending of a segment to its answer. Only answered segments count.
    public var flightTime: Histogram

    /// The number of errors that callers received, for each case of `DatabaseError`.
    public struct Failures: Sendable, Equatable {
        public var refused: Int
        public var unavailable: Int
        public var outcomeUnknown: Int
        public var timedOut: Int
        public var overloaded: Int
        public var cancelled: Int
        /// The number of rows that did not have the columns or types that the caller expected.
        public var misread: Int
    }

    public struct Pool: Sendable, Equatable {
        /// The number of connections that the pool opens, not counting the connection that listens for notifications.
        public var size: Int
        public var open: Int
        /// The number of connections that run statements now or belong to a transaction.
        public var busy: Int
        /// The number of connections that belong to a transaction now.
        public var leased: Int
    }

    public struct Histogram: Sendable, Equatable {
        /// The upper bounds of the buckets in seconds. The last bucket has no bound.
        public static let bounds = TimeCounter.bounds.map { Double($0) / 1e9 }
        /// The number of times that were at most the bound with the same index in `bounds`. The last number is `count`.
        public var buckets: [Int]
        public var count: Int { buckets.last ?? 0 }
        /// The sum of all times in seconds.
        public var sum: Double
    }
}

/// An atomic number that gives no guarantee about the order of memory accesses.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .relaxed) }
    func add(_ amount: Int = 1) { number.add(amount, ordering: .relaxed) }
    func set(_ value: Int) { number.store(value, ordering: .relaxed) }
}

/// Counts durations in a histogram. Each bucket counts the durations up to a fixed bound.
final class TimeCounter: Sendable {
    /// The upper bounds of the buckets in nanoseconds.
    static let bounds: [UInt64] = [
        100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000, 250_000_000,
        500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000,
    ]
    private let counters = (0...TimeCounter.bounds.count).map { _ in Counter() }
    private let sum = Counter()

    func add(nanoseconds: UInt64) {
        counters[Self.bounds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count].add()
        sum.add(Int(truncatingIfNeeded: nanoseconds))
    }

    func histogram() -> DatabaseSnapshot.Histogram {
        var total = 0
        let buckets = counters.map { counter in
            total += counter.value
            return total
        }
        return DatabaseSnapshot.Histogram(buckets: buckets, sum: Double(sum.value) / 1e9)
    }
}
