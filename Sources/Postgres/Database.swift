import Logging
import Synchronization

/// PostgreSQL through libpq's pipeline mode: what one call asks for travels as one segment, in one round trip, as one transaction.
public final class Database: Sendable {
    /// What the LISTEN connection hears; for one reader.
    public let notifications: AsyncStream<NotificationEvent>
    public let metrics: DatabaseMetrics
    private let thread: IOThread
    private let configuration: DatabaseConfiguration

    /// Starts connecting at once, in the background.
    public init(_ configuration: DatabaseConfiguration, logger: Logger) {
        let (stream, continuation) = AsyncStream.makeStream(of: NotificationEvent.self)
        notifications = stream
        self.configuration = configuration
        metrics = DatabaseMetrics(connections: configuration.connections)
        thread = IOThread(configuration: configuration, metrics: metrics, logger: logger, notifications: continuation)
    }

    /// Runs queries that change nothing; they are sent again by themselves if their connection is lost.
    /// - Parameter tenant: the club whose rows the segment may see; nil: none.
    /// - Throws: `DatabaseError`.
    public func read<each Output: Sendable>(tenant: Int? = nil, _ queries: repeat Query<each Output>) async throws -> (repeat each Output) {
        try await run(tenant: tenant, isRead: true, repeat each queries)
    }

    /// One query that changes nothing.
    public func read<Output: Sendable>(tenant: Int? = nil, _ query: Query<Output>) async throws -> Output {
        try await runOne(tenant: tenant, isRead: true, query)
    }

    /// Runs queries that may change something: all of them are stored, or none.
    /// - Throws: `DatabaseError`; after `outcomeUnknown` and `timedOut(sent: true)` they may have been stored.
    @discardableResult
    public func write<each Output: Sendable>(tenant: Int? = nil, _ queries: repeat Query<each Output>) async throws -> (repeat each Output)
    {
        try await run(tenant: tenant, isRead: false, repeat each queries)
    }

    /// One query that may change something.
    @discardableResult
    public func write<Output: Sendable>(tenant: Int? = nil, _ query: Query<Output>) async throws -> Output {
        try await runOne(tenant: tenant, isRead: false, query)
    }

    /// Closes every connection; what still waits fails as `unavailable`.
    public func shutDown() { thread.stop() }

    private func runOne<Output: Sendable>(tenant: Int?, isRead: Bool, _ query: Query<Output>) async throws -> Output {
        let segment = Segment(
            statements: [query.statement], tenant: tenant, isRead: isRead, timeout: configuration.deadline, metrics: metrics)
        guard let rows = try await send(segment).first else { throw Self.noResult(query.statement) }
        return try decode(rows, of: query)
    }

    private func run<each Output: Sendable>(
        tenant: Int?, isRead: Bool, _ queries: repeat Query<each Output>
    ) async throws -> (repeat each Output) {
        var statements: [BoundStatement] = []
        for query in repeat each queries { statements.append(query.statement) }
        let segment = Segment(
            statements: statements, tenant: tenant, isRead: isRead, timeout: configuration.deadline, metrics: metrics)
        let results = try await send(segment)
        var index = -1
        func next<Value: Sendable>(_ query: Query<Value>) throws -> Value {
            index += 1
            guard index < results.count else { throw Self.noResult(query.statement) }
            return try decode(results[index], of: query)
        }
        return (repeat try next(each queries))
    }

    private func decode<Output: Sendable>(_ rows: ResultRows, of query: Query<Output>) throws -> Output {
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

    private func send(_ segment: Segment) async throws -> [ResultRows] {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                segment.continuation = continuation
                thread.post(.submit(segment))
            }
        } onCancel: {
            thread.post(.cancel(segment))
        }
    }
}
