import Dispatch
import Logging
import Synchronization

/// Access to PostgreSQL through libpq's pipeline mode. The queries of one call are sent as one segment: in one round trip, in one
/// transaction.
public final class Database: Sendable {
    /// Events from the connection that listens for notifications (LISTEN). Only one task may read them.
    public let notifications: AsyncStream<NotificationEvent>
    public let metrics: DatabaseMetrics
    let configuration: DatabaseConfiguration
    private let thread: IOThread

    /// Starts the connections in the background and returns without waiting for them.
    public init(_ configuration: DatabaseConfiguration, logger: Logger) {
        let (stream, continuation) = AsyncStream.makeStream(of: NotificationEvent.self)
        notifications = stream
        self.configuration = configuration
        metrics = DatabaseMetrics(poolSize: configuration.poolSize)
        thread = IOThread(configuration: configuration, metrics: metrics, logger: logger, notifications: continuation)
    }

    /// Runs queries that change nothing. The queries are sent again automatically if the connection is lost, or after a conflict with
    /// another transaction (SQLSTATE 40001, 40P01).
    /// - Parameter tenant: The club whose rows row-level security lets the queries see. If `tenant` is nil, no club is set.
    /// - Throws: `DatabaseError`.
    public func read<each Output: Sendable>(tenant: Int? = nil, _ queries: repeat Query<each Output>) async throws -> (repeat each Output) {
        try await run(tenant: tenant, kind: .read, repeat each queries)
    }

    /// Runs one query that changes nothing.
    public func read<Output: Sendable>(tenant: Int? = nil, _ query: Query<Output>) async throws -> Output {
        try await run(tenant: tenant, kind: .read, query)
    }

    /// Runs one query that changes nothing and may take long. Only `DatabaseConfiguration.longReadConnections` such queries run at the same
    /// time, so that other queries do not wait for them. After `DatabaseConfiguration.longReadDeadline` the call fails with an error for
    /// which `DatabaseError.isOutOfTime` is true.
    public func readLong<Output: Sendable>(tenant: Int? = nil, _ query: Query<Output>) async throws -> Output {
        try await run(tenant: tenant, kind: .read, mayTakeLong: true, query)
    }

    /// Runs queries that change nothing, and a list of further queries (`others`) that all have the same type of result.
    public func read<each Output: Sendable, Other: Sendable>(
        tenant: Int? = nil, _ queries: repeat Query<each Output>, and others: [Query<Other>]
    ) async throws -> (repeat each Output, [Other]) {
        try await run(tenant: tenant, kind: .read, repeat each queries, and: others)
    }

    /// Runs queries that may change something. Either all of their changes are stored, or none.
    /// - Parameter retryingConflicts: Whether to send the queries again if PostgreSQL rolls them back because of a conflict with another
    ///   transaction. After a lost connection they are never sent again, because they may have been stored.
    /// - Throws: `DatabaseError`. After `outcomeUnknown`, `timedOut(sent: true)` and `cancelled`, the changes may have been stored.
    @discardableResult
    public func write<each Output: Sendable>(
        tenant: Int? = nil, retryingConflicts: Bool = false, _ queries: repeat Query<each Output>
    ) async throws -> (repeat each Output) {
        try await run(tenant: tenant, kind: retryingConflicts ? .conflictRetryingWrite : .write, repeat each queries)
    }

    /// Runs queries that may change something, and a list of further queries (`others`) that all have the same type of result. Either all
    /// changes are stored, or none.
    @discardableResult
    public func write<each Output: Sendable, Other: Sendable>(
        tenant: Int? = nil, _ queries: repeat Query<each Output>, and others: [Query<Other>]
    ) async throws -> (repeat each Output, [Other]) {
        try await run(tenant: tenant, kind: .write, repeat each queries, and: others)
    }

    /// Runs one query that may change something.
    @discardableResult
    public func write<Output: Sendable>(tenant: Int? = nil, retryingConflicts: Bool = false, _ query: Query<Output>) async throws -> Output
    {
        try await run(tenant: tenant, kind: retryingConflicts ? .conflictRetryingWrite : .write, query)
    }

    /// Opens a new connection outside the pool and runs one statement on it. Connecting and the statement may take two seconds each. Throws
    /// `DatabaseError.unavailable` if no connection can be opened, and `DatabaseError.refused` if the statement fails.
    public func checkNewSession(_ statement: String) async throws {
        let url = configuration.url
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            // This blocks, so it must not run on the threads of Swift tasks.
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        let session = try ScriptConnection(url: url, seconds: 2)
                        try session.run("SET statement_timeout = '2s'")
                        _ = try session.rows(statement)
                    })
            }
        }
    }

    /// Closes every connection. Calls that still wait for a connection fail with `unavailable`.
    public func shutDown() { thread.stop() }

    func run<Output: Sendable>(
        tenant: Int? = nil, kind: Segment.Kind, mayTakeLong: Bool = false, _ query: Query<Output>
    ) async throws -> Output {
        let results = try await send(segment([query.statement], tenant: tenant, kind: kind, mayTakeLong: mayTakeLong))
        guard let rows = results.first else { throw Self.noResult(query.statement) }
        return try decode(rows, of: query)
    }

    func run<each Output: Sendable>(
        tenant: Int? = nil, kind: Segment.Kind, _ queries: repeat Query<each Output>
    ) async throws -> (repeat each Output) {
        var statements: [BoundStatement] = []
        for query in repeat each queries { statements.append(query.statement) }
        var results = Results(database: self, rows: try await send(segment(statements, tenant: tenant, kind: kind)))
        return (repeat try results.next(each queries))
    }

    private func run<each Output: Sendable, Other: Sendable>(
        tenant: Int?, kind: Segment.Kind, _ queries: repeat Query<each Output>, and others: [Query<Other>]
    ) async throws -> (repeat each Output, [Other]) {
        var statements: [BoundStatement] = []
        for query in repeat each queries { statements.append(query.statement) }
        for query in others { statements.append(query.statement) }
        var results = Results(database: self, rows: try await send(segment(statements, tenant: tenant, kind: kind)))
        return (repeat try results.next(each queries), try others.map { try results.next($0) })
    }

    private struct Results {
        let database: Database
        let rows: [ResultRows]
        var index = 0

        mutating func next<Value: Sendable>(_ query: Query<Value>) throws -> Value {
            guard index < rows.count else { throw Database.noResult(query.statement) }
            defer { index += 1 }
            return try database.decode(rows[index], of: query)
        }
    }

    func decode<Output: Sendable>(_ rows: ResultRows, of query: Query<Output>) throws -> Output {
        defer { metrics.bytesReceived.add(rows.bytesRead) }
        do {
            return try query.decode(rows)
        } catch {
            if let error = error as? DatabaseError { metrics.failed(error) }
            throw error
        }
    }

    private static func noResult(_ statement: BoundStatement) -> DatabaseError {
        .unexpectedRow(statement: "\(statement.sql)", column: "1", problem: "there is no result")
    }

    func segment(_ statements: [BoundStatement], tenant: Int? = nil, kind: Segment.Kind, mayTakeLong: Bool = false) throws -> Segment {
        if let refusal = statements.lazy.compactMap(\.refusal).first {
            metrics.failed(refusal)
            throw refusal
        }
        let deadline =
            switch kind {
            case .step(let lease), .commit(let lease): lease.deadline
            case .read, .write, .conflictRetryingWrite, .rollback:
                monotonicNow() + (mayTakeLong ? configuration.longReadDeadline : configuration.deadline).nanoseconds
            }
        return Segment(statements, tenant: tenant, kind: kind, mayTakeLong: mayTakeLong, deadline: deadline, metrics: metrics)
    }

    func send(_ segment: Segment) async throws -> [ResultRows] {
        try await withTaskCancellationHandler {
            try await sendToTheEnd(segment)
        } onCancel: {
            thread.post(.cancel(segment))
        }
    }

    /// Sends the segment and waits for its results even if the task is cancelled.
    func sendToTheEnd(_ segment: Segment) async throws -> [ResultRows] {
        try await withUnsafeThrowingContinuation { continuation in
            segment.continuation = continuation
            thread.post(.submit(segment))
        }
    }
}
