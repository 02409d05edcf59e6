/// The reason why a segment or a transaction failed. No case contains a bound value.
public enum DatabaseError: Error, Sendable, Equatable {
    /// PostgreSQL refused a statement. The whole segment or transaction was rolled back.
    case refused(ServerError)
    /// PostgreSQL cannot store a value that was bound. Nothing was sent. `parameter` counts from 1.
    case unstorable(statement: String, parameter: Int, problem: String)
    /// The database could not be reached, or the connection was lost while reading. Nothing was changed, so it is safe to try again.
    case unavailable(String)
    /// The transaction ended before COMMIT was sent, for the given reason. None of it was stored.
    case rolledBack(String)
    /// The connection was lost after the segment or the COMMIT was sent. The changes may or may not have been stored.
    case outcomeUnknown
    /// The deadline passed. `sent` says whether the segment had been sent; then its outcome is unknown.
    case timedOut(sent: Bool)
    /// The queue of waiting segments is full. Nothing was sent.
    case overloaded
    /// The caller's task was cancelled. A write that had been sent may have been stored; a transaction was rolled back.
    case cancelled
    /// A row did not have the expected columns or types.
    case unexpectedRow(statement: String, column: String, problem: String)

    /// A large value was changed or deleted while it was read in pieces.
    case changedMeanwhile(statement: String)

    /// The name of the violated constraint. Nil if the error has another reason.
    public var constraint: String? {
        guard case .refused(let error) = self else { return nil }
        return error.constraint
    }

    /// Whether the database itself is out of reach or overloaded, so that trying again later may help.
    public var isTransient: Bool {
        switch self {
        case .unavailable, .outcomeUnknown, .timedOut, .overloaded, .rolledBack: true
        case .refused(let error): error.isTransient
        case .cancelled, .unexpectedRow, .unstorable, .changedMeanwhile: false
        }
    }

    /// Whether the work took too long, or would have waited too long. A smaller request, or a later one, may succeed.
    public var isOutOfTime: Bool {
        switch self {
        case .timedOut, .overloaded: true
        case .refused(let error): error.sqlState == "57014"
        default: false
        }
    }

    /// Whether PostgreSQL rolled this transaction back so that another could finish. It may succeed if it is repeated from the beginning.
    var isConflict: Bool {
        guard case .refused(let error) = self else { return false }
        return error.isConflict
    }
}
