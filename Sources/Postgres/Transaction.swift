import Synchronization

/// The degree to which a transaction sees changes that other transactions make while it runs (PostgreSQL manual, section 13.2).
public enum IsolationLevel: Sendable {
    case readCommitted
    /// The whole transaction sees one snapshot. It fails with SQLSTATE 40001 if it changes a row that another transaction has changed since
    /// the snapshot.
    case repeatableRead
    /// The result is the same as if transactions ran one after another. If that is impossible, the transaction fails with SQLSTATE 40001.
    case serializable
}

/// A transaction with Swift code between its statements. It occupies a connection from its first statement to its end. If you need no code
/// between the statements, use `Database.write`, which needs only one round trip.
public struct Transaction: Sendable {
    let database: Database
    let lease: Lease

    /// Runs queries in one round trip. After an error, the transaction accepts no further queries and can only be ended.
    @discardableResult
    public func run<each Output: Sendable>(_ queries: repeat Query<each Output>) async throws -> (repeat each Output) {
        try await database.run(kind: .step(lease), repeat each queries)
    }

    /// Runs one query.
    @discardableResult
    public func run<Output: Sendable>(_ query: Query<Output>) async throws -> Output {
        try await database.run(kind: .step(lease), query)
    }
}

extension Database {
    /// Runs `body` in a transaction on a connection that no other call uses meanwhile. BEGIN is sent with the first statement, and COMMIT
    /// when `body` returns. Everything is rolled back if `body` throws, if the task is cancelled, or if the deadline passes. If the pool
    /// has more than two connections, transactions never use the last two.
    /// - Parameters:
    ///   - deadline: The time limit of the whole transaction, including repetitions and the wait for a connection. PostgreSQL enforces it,
    ///     too. If `deadline` is nil, `DatabaseConfiguration.deadline` applies.
    ///   - retrying: Whether to run `body` again after a conflict with another transaction (40001, 40P01), or if the connection is lost
    ///     before COMMIT. Use it only if everything that `body` does is rolled back with the transaction.
    /// - Throws: The errors of `body`, and `DatabaseError`. After `outcomeUnknown` and `timedOut(sent: true)` the changes may have been
    ///   stored. After all other errors they were not stored.
    public func transaction<Value>(
        tenant: Int? = nil, level: IsolationLevel = .readCommitted, isReadOnly: Bool = false, deadline: Duration? = nil,
        retrying: Bool = false, isolation: isolated (any Actor)? = #isolation, _ body: (Transaction) async throws -> Value
    ) async throws -> Value {
        let end = monotonicNow() + (deadline ?? configuration.deadline).nanoseconds
        var attempt = 1
        while true {
            let lease = Lease(
                begin: Self.begin(level, isReadOnly: isReadOnly), tenant: tenant, deadline: end,
                serverTimeout: deadline.flatMap { $0 > configuration.deadline ? $0 : nil })
            do {
                return try await run(body, in: lease)
            } catch let error as DatabaseError where retrying && error.mayPassWhenRepeated && attempt < configuration.attempts {
                metrics.retries.add()
                let pause = Duration.milliseconds(Int.random(in: 1...(4 << attempt)))
                guard monotonicNow() + pause.nanoseconds < end else { throw error }
                try await Task.sleep(for: pause)
                attempt += 1
            }
        }
    }

    private func run<Value>(
        _ body: (Transaction) async throws -> Value, in lease: Lease, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Value {
        do {
            let value = try await body(Transaction(database: self, lease: lease))
            // If the task was cancelled, the outcome of some statements may be unknown.
            if Task.isCancelled { throw DatabaseError.cancelled }
            _ = try await sendToTheEnd(segment([BoundStatement("COMMIT")], kind: .commit(lease)))
            return value
        } catch {
            // This waits for the rollback, so that all locks are released when the caller continues. If COMMIT failed, this returns at
            // once.
            _ = try? await sendToTheEnd(segment([BoundStatement("ROLLBACK")], kind: .rollback(lease)))
            throw error
        }
    }

    private static func begin(_ level: IsolationLevel, isReadOnly: Bool) -> SQL {
        switch (level, isReadOnly) {
        case (.readCommitted, false): "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        case (.readCommitted, true): "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY"
        case (.repeatableRead, false): "BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE"
        case (.repeatableRead, true): "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case (.serializable, false): "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"
        case (.serializable, true): "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY"
        }
    }
}

extension DatabaseError {
    /// Whether the transaction failed for a reason that may not exist when it runs again.
    fileprivate var mayPassWhenRepeated: Bool {
        switch self {
        case .rolledBack: true
        case .refused(let error): error.isConflict || error.sqlState == "26000" || error.sqlState == "0A000"
        default: false
        }
    }
}
