/// Gives a transaction one connection for itself, from its first statement to COMMIT or ROLLBACK. The caller creates it. Its mutable state
/// is used on the I/O thread only.
final class Lease: @unchecked Sendable {
    enum State {
        case new
        case waiting(Segment)
        case held(PipelineConnection)
        /// The transaction has ended. Further segments fail with this error.
        case ended(DatabaseError)
    }

    let begin: SQL
    let tenant: Int?
    let deadline: UInt64
    /// How long PostgreSQL lets the transaction idle or work. Nil if the limits of the role apply.
    let patience: Duration?
    var state = State.new
    /// Segments that were submitted while another segment of the transaction is in flight.
    let pending = Line()
    var hasBegun = false
    var steps = 0
    /// Whether the outcome of a statement is unknown because it was abandoned. Then the transaction must not commit.
    var isSpoiled = false

    init(begin: SQL, tenant: Int?, deadline: UInt64, patience: Duration?) {
        self.begin = begin
        self.tenant = tenant
        self.deadline = deadline
        self.patience = patience
    }

    /// The time when the transaction must end. `UInt64.max` if it has ended.
    var wakeTime: UInt64 { if case .ended = state { .max } else { deadline } }

    static let over = DatabaseError.rolledBack("the transaction is over")

    func end(_ error: DatabaseError) {
        if case .ended = state { return }
        state = .ended(error)
        pending.failAll(error)
    }
}
