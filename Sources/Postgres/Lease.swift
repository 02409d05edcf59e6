/// A transaction's claim to one connection, from its first statement to COMMIT or ROLLBACK.
/// Made on the caller's side; everything that changes belongs to the I/O thread.
final class Lease: @unchecked Sendable {
    enum State {
        /// No statement has been submitted.
        case new
        /// The first segment waits for a connection.
        case waiting(Segment)
        case held(PipelineConnection)
        /// Whatever comes now is told this.
        case ended(DatabaseError)
    }

    let begin: SQL
    let tenant: Int?
    let deadline: UInt64
    /// How long PostgreSQL lets it idle or work, where that is longer than the role's own limits.
    let patience: Duration?
    var state = State.new
    /// What was submitted while another of its segments is under way.
    let pending = Line()
    /// Whether BEGIN has been sent.
    var hasBegun = false
    /// How many segments have been sent.
    var steps = 0
    /// A statement was given up without its outcome being known: it must not commit.
    var isSpoiled = false

    init(begin: SQL, tenant: Int?, deadline: UInt64, patience: Duration?) {
        self.begin = begin
        self.tenant = tenant
        self.deadline = deadline
        self.patience = patience
    }

    /// When it must be ended; `UInt64.max`: it is.
    var wakeTime: UInt64 { if case .ended = state { .max } else { deadline } }

    static let over = DatabaseError.rolledBack("the transaction is over")

    func end(_ error: DatabaseError) {
        if case .ended = state { return }
        state = .ended(error)
        pending.failAll(error)
    }
}
