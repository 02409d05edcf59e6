import Dispatch
import Logging
import Synchronization

/// PostgreSQL through libpq's pipeline mode: what one call asks for travels as one segment, in one round trip, as one transaction.
public final class Database: Sendable {
    /// What the LISTEN connection hears; for one reader.
    public let notifications: AsyncStream<NotificationEvent>
    public let metrics: DatabaseMetrics
    let configuration: DatabaseConfiguration
    private let thread: IOThread

    /// Starts connecting at once, in the background.
    public init(_ configuration: DatabaseConfiguration, logger: Logger) {
        let (stream, continuation) = AsyncStream.makeStream(of: NotificationEvent.self)
        notifications = stream
        self.configuration = configuration
        metrics = DatabaseMetrics(connections: configuration.connections)
        thread = IOThread(configuration: configuration, metrics: metrics, logger: logger, notifications: continuation)
    }

    /// Runs queries that change nothing; they are sent again by themselves if their connection is lost, or another transaction is in
    /// their way (SQLSTATE 40001, 40P01).
    /// - Parameter tenant: the club whose rows the segment may see; nil: none.
    /// - Throws: `DatabaseError`.
    public func read<each Output: Sendable>(tenant: Int? = nil, _ queries: repeat Query<each Output>) async throws -> (repeat each Output) {
        try await run(tenant: tenant, kind: .read, repeat each queries)
    }

    /// One query that changes nothing.
    public func read<Output: Sendable>(tenant: Int? = nil, _ query: Query<Output>) async throws -> Output {
        try await run(tenant: tenant, kind: .read, query)
    }

    /// One query that changes nothing and may take long. Few of these run at once, so that nobody else waits for them, and none takes
    /// longer than `DatabaseConfiguration.slowDeadline`: then `DatabaseError.isOutOfTime`.
    public func readSlowly<Output: Sendable>(tenant: Int? = nil, _ query: Query<Output>) async throws -> Output {
        try await run(tenant: tenant, kind: .read, isSlow: true, query)
    }

    /// Queries that change nothing, and as many others of one kind as there are.
    public func read<each Output: Sendable, Other: Sendable>(
        tenant: Int? = nil, _ queries: repeat Query<each Output>, and others: [Query<Other>]
    ) async throws -> (repeat each Output, [Other]) {
        try await run(tenant: tenant, kind: .read, repeat each queries, and: others)
    }

    /// Runs queries that may change something: all of them are stored, or none.
    /// - Parameter retrying: sends them again when another transaction is in their way, which has rolled them back.
    /// - Throws: `DatabaseError`; after `outcomeUnknown`, `timedOut(sent: true)` and `cancelled` they may have been stored.
    @discardableResult
    public func write<each Output: Sendable>(
        tenant: Int? = nil, retrying: Bool = false, _ queries: repeat Query<each Output>
    ) async throws -> (repeat each Output) {
        try await run(tenant: tenant, kind: retrying ? .repeatableWrite : .write, repeat each queries)
    }

    /// Queries that may change something, and as many others of one kind as there are: all of them are stored, or none.
    @discardableResult
    public func write<each Output: Sendable, Other: Sendable>(
        tenant: Int? = nil, _ queries: repeat Query<each Output>, and others: [Query<Other>]
    ) async throws -> (repeat each Output, [Other]) {
        try await run(tenant: tenant, kind: .write, repeat each queries, and: others)
    }

    /// One query that may change something.
    @discardableResult
    public func write<Output: Sendable>(tenant: Int? = nil, retrying: Bool = false, _ query: Query<Output>) async throws -> Output {
        try await run(tenant: tenant, kind: retrying ? .repeatableWrite : .write, query)
    }

    /// Opens a session of its own beside the pool and runs one statement in it, for at most two seconds each.
    /// Throws `DatabaseError.unavailable` when no session can be opened, and `DatabaseError.refused` when the statement fails.
    public func checkNewSession(_ statement: String) async throws {
        let url = configuration.url
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            // It blocks, and so must not run on the threads that tasks share.
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

    /// Closes every connection; what still waits fails as `unavailable`.
    public func shutDown() { thread.stop() }

    func run<Output: Sendable>(
        tenant: Int? = nil, kind: Segment.Kind, isSlow: Bool = false, _ query: Query<Output>
    ) async throws -> Output {
        let results = try await send(segment([query.statement], tenant: tenant, kind: kind, isSlow: isSlow))
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

    /// What a segment's statements returned, decoded one after the other.
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

    func segment(_ statements: [BoundStatement], tenant: Int? = nil, kind: Segment.Kind, isSlow: Bool = false) throws -> Segment {
        if let refusal = statements.lazy.compactMap(\.refusal).first {
            metrics.failed(refusal)
            throw refusal
        }
        let deadline =
            switch kind {
            case .step(let lease), .commit(let lease): lease.deadline
            case .read, .write, .repeatableWrite, .rollback:
                monotonicNow() + (isSlow ? configuration.slowDeadline : configuration.deadline).nanoseconds
            }
        return Segment(statements, tenant: tenant, kind: kind, isSlow: isSlow, deadline: deadline, metrics: metrics)
    }

    func send(_ segment: Segment) async throws -> [ResultRows] {
        try await withTaskCancellationHandler {
            try await sendToTheEnd(segment)
        } onCancel: {
            thread.post(.cancel(segment))
        }
    }

    /// Waits for the answer whether or not the task is cancelled.
    func sendToTheEnd(_ segment: Segment) async throws -> [ResultRows] {
        try await withUnsafeThrowingContinuation { continuation in
            segment.continuation = continuation
            thread.post(.submit(segment))
        }
    }
}
