/// The reason why a segment (statements that are sent together) or a transaction failed. No case contains the value of a parameter.
public enum DatabaseError: Error, Sendable, Equatable {
    /// PostgreSQL refused a statement. All statements that were sent with it, or its whole transaction, were rolled back.
    case refused(ServerError)
    /// PostgreSQL cannot store the value of a parameter. Nothing was sent. `parameter` is the number of the parameter, counted from 1.
    case unstorable(statement: String, parameter: Int, problem: String)
    /// The database could not be reached, or the connection was lost during a read. Nothing was changed, so it is safe to try again.
    case unavailable(String)
    /// The transaction ended before COMMIT was sent. The text says why. No change of the transaction was stored.
    case rolledBack(String)
    /// The connection was lost after the statements or COMMIT were sent. The changes may or may not have been stored.
    case outcomeUnknown
    /// The deadline passed. If `sent` is true, the statements had been sent already, and their outcome is unknown.
    case timedOut(sent: Bool)
    /// Too many segments were waiting for a connection. Nothing was sent.
    case overloaded
    /// The caller's task was cancelled. If a write had been sent, it may have been stored. A transaction was rolled back.
    case cancelled
    /// A row did not have the expected columns or types.
    case unexpectedRow(statement: String, column: String, problem: String)

    /// The name of the violated constraint. Nil if no constraint was violated.
    public var constraint: String? {
        guard case .refused(let error) = self else { return nil }
        return error.constraint
    }

    /// Whether the database could not be reached or is overloaded, so that another attempt may succeed later. After `outcomeUnknown` and
    /// `timedOut(sent: true)` the first attempt may have been stored.
    public var isTransient: Bool {
        switch self {
        case .unavailable, .outcomeUnknown, .timedOut, .overloaded, .rolledBack: true
        case .refused(let error): error.isTransient
        case .cancelled, .unexpectedRow, .unstorable: false
        }
    }

    /// Whether the work took too long, or would have waited too long for a connection. A smaller or a later request may succeed.
    public var isOutOfTime: Bool {
        switch self {
        case .timedOut, .overloaded: true
        case .refused(let error): error.sqlState == "57014"
        default: false
        }
    }

    /// Whether PostgreSQL rolled this transaction back so that another transaction could finish. It may succeed if it is repeated from the
    /// beginning.
    var isConflict: Bool {
        guard case .refused(let error) = self else { return false }
        return error.isConflict
    }
}
