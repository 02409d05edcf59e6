/// Reserves one connection for a transaction, from its first statement to COMMIT or ROLLBACK. The caller of the transaction creates the
/// lease. The variable properties are used on the I/O thread only.
final class Lease: @unchecked Sendable {
    enum State {
        case new
        case waiting(Segment)
        case held(PipelineConnection)
        /// The transaction has ended. Further statements of it fail with this error.
        case ended(DatabaseError)
    }

    let begin: SQL
    let tenant: Int?
    let deadline: UInt64
    /// The time limit that PostgreSQL enforces for each statement of the transaction, and for the time between two statements. Nil if the
    /// limits of the role apply.
    let serverTimeout: Duration?
    var state = State.new
    /// Segments of this transaction that wait until PostgreSQL has answered the segment before them.
    let pending = SegmentQueue()
    var hasBegun = false
    var steps = 0
    /// Whether the outcome of a statement is unknown, because the caller stopped waiting for it. Such a transaction must not commit.
    var isSpoiled = false

    init(begin: SQL, tenant: Int?, deadline: UInt64, serverTimeout: Duration?) {
        self.begin = begin
        self.tenant = tenant
        self.deadline = deadline
        self.serverTimeout = serverTimeout
    }

    /// The time when the transaction must end. `UInt64.max` if it has ended already.
    var wakeTime: UInt64 { if case .ended = state { .max } else { deadline } }

    static let over = DatabaseError.rolledBack("the transaction is over")

    func end(_ error: DatabaseError) {
        if case .ended = state { return }
        state = .ended(error)
        pending.failAll(error)
    }
}
