import Synchronization

/// How much of what others do meanwhile a transaction sees (PostgreSQL manual, section 13.2).
public enum IsolationLevel: Sendable {
    case readCommitted
    /// One snapshot for all of it; fails with 40001 when another has changed what it wants to change.
    case repeatableRead
    /// As if transactions ran one after another; fails with 40001 when they could not have.
    case serializable
}

/// A transaction that thinks between its statements, and holds a connection meanwhile. Prefer one segment where that is enough.
public struct Transaction: Sendable {
    let database: Database
    let lease: Lease

    /// Runs queries in one round trip. After an error nothing more can be done but to let the transaction end.
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
    /// Runs `body` in a transaction on a connection of its own: BEGIN travels with its first statement, COMMIT when it returns; when it
    /// throws, or its task is cancelled, or the deadline passes, all is rolled back. Transactions never hold the pool's last two
    /// connections (of a pool of more than two).
    /// - Parameters:
    ///   - deadline: for all of it, the wait for a connection and repetitions included; nil: as for a segment. PostgreSQL lets it idle
    ///     and work for as long.
    ///   - retrying: runs `body` anew when another transaction is in its way (40001, 40P01), or its connection is lost before COMMIT. Only
    ///     for a body that does nothing but what is rolled back with it.
    /// - Throws: what `body` throws, and `DatabaseError`: after `outcomeUnknown` and `timedOut(sent: true)` it may have been stored, after
    ///   all others it was not.
    public func transaction<Value>(
        tenant: Int? = nil, level: IsolationLevel = .readCommitted, isReadOnly: Bool = false, deadline: Duration? = nil,
        retrying: Bool = false, isolation: isolated (any Actor)? = #isolation, _ body: (Transaction) async throws -> Value
    ) async throws -> Value {
        let end = monotonicNow() + (deadline ?? configuration.deadline).nanoseconds
        var attempt = 1
        while true {
            let lease = Lease(
                begin: Self.begin(level, isReadOnly: isReadOnly), tenant: tenant, deadline: end,
                patience: deadline.flatMap { $0 > configuration.deadline ? $0 : nil })
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
            // Its statements may have been given up.
            if Task.isCancelled { throw DatabaseError.cancelled }
            _ = try await sendToTheEnd(segment([BoundStatement("COMMIT")], kind: .commit(lease)))
            return value
        } catch {
            // Waited for, so that locks are free when the caller goes on; over at once when COMMIT was what failed.
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
    /// Whether a transaction that failed so was rolled back for a reason that may be gone the next time.
    fileprivate var mayPassWhenRepeated: Bool {
        switch self {
        case .rolledBack: true
        case .refused(let error): error.isConflict || error.sqlState == "26000" || error.sqlState == "0A000"
        default: false
        }
    }
}
