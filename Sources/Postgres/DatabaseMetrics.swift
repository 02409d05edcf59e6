import Synchronization

/// Counters and gauges since start, kept in atomics: counting takes no lock, and any thread may read at any time.
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
    private let connections: Int

    init(connections: Int) { self.connections = connections }

    /// Segments sent: round trips to PostgreSQL.
    public var roundTrips: Int { roundTripCount.value }

    /// All of them at about the same moment; a sum and its parts may differ by what happens meanwhile.
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
                connections: connections, open: openConnections.value, busy: busyConnections.value, leased: leasedConnections.value),
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
        case .unexpectedRow, .changedMeanwhile: misread.add()
        }
    }
}

/// What `DatabaseMetrics` read at one moment. Counters only grow; `waiting` and `pool` are of now.
public struct DatabaseSnapshot: Sendable, Equatable {
    /// Segments sent.
    public var roundTrips: Int
    /// Statements sent, those that set the tenant included.
    public var statements: Int
    /// Statements that a connection met for the first time.
    public var statementsPrepared: Int
    /// Parameter values, and the texts of statements when they are prepared; without the protocol's own bytes and TLS.
    public var bytesSent: Int
    /// Column values that callers read; without the protocol's own bytes and TLS.
    public var bytesReceived: Int
    public var connectionsOpened: Int
    /// Connections that had been open and were closed by a fault.
    public var connectionsLost: Int
    /// Attempts to connect that failed.
    public var connectionsRefused: Int
    /// Segments and transactions sent again by themselves.
    public var retries: Int
    public var failures: Failures
    /// Segments that wait for a connection now.
    public var waiting: Int
    public var pool: Pool
    /// From submission to sending; one that is sent twice counts twice.
    public var queueTime: Histogram
    /// From sending to the answer, of every segment that was answered.
    public var flightTime: Histogram

    /// What callers were told, by the cases of `DatabaseError`.
    public struct Failures: Sendable, Equatable {
        public var refused: Int
        public var unavailable: Int
        public var outcomeUnknown: Int
        public var timedOut: Int
        public var overloaded: Int
        public var cancelled: Int
        /// Rows that were not of the shape their reader expected.
        public var misread: Int
    }

    public struct Pool: Sendable, Equatable {
        /// As configured; the LISTEN connection is not among them.
        public var connections: Int
        public var open: Int
        /// With a segment in flight, or leased.
        public var busy: Int
        /// Held by transactions.
        public var leased: Int
    }

    public struct Histogram: Sendable, Equatable {
        /// The buckets' upper bounds in seconds; one more bucket has none.
        public static let bounds = TimeCounter.bounds.map { Double($0) / 1e9 }
        /// Cumulative: how many took at most the bound of the same index; the last is `count`.
        public var buckets: [Int]
        public var count: Int { buckets.last ?? 0 }
        /// Seconds.
        public var sum: Double
    }
}

/// A number that threads change and read without order among themselves.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .relaxed) }
    func add(_ amount: Int = 1) { number.add(amount, ordering: .relaxed) }
    func set(_ value: Int) { number.store(value, ordering: .relaxed) }
}

/// Durations counted into buckets of fixed bounds.
final class TimeCounter: Sendable {
    /// Nanoseconds.
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
