/// Why a segment or a transaction failed. No case ever carries a bound value.
public enum DatabaseError: Error, Sendable, Equatable {
    /// PostgreSQL refused a statement; the whole segment, or transaction, was rolled back.
    case refused(ServerError)
    /// A value that PostgreSQL cannot hold was bound (counted from 1); nothing was sent.
    case unstorable(statement: String, parameter: Int, problem: String)
    /// The database could not be reached, or was lost while reading: nothing was changed, and it is safe to try again.
    case unavailable(String)
    /// The transaction ended before COMMIT was sent, for the reason given: nothing of it was stored.
    case rolledBack(String)
    /// The connection was lost after the segment, or the COMMIT, was sent: it may or may not have been stored.
    case outcomeUnknown
    /// The deadline passed. `sent` tells whether the segment had left; if so its outcome is unknown.
    case timedOut(sent: Bool)
    /// The queue of waiting segments is full; nothing was sent.
    case overloaded
    /// The caller's task was cancelled. A write that had been sent may have been stored; a transaction was rolled back.
    case cancelled
    /// A row was not of the expected shape.
    case unexpectedRow(statement: String, column: String, problem: String)

    /// A large value was changed, or removed, while it was read in pieces.
    case changedMeanwhile(statement: String)

    /// The violated constraint, if that is what went wrong.
    public var constraint: String? {
        guard case .refused(let error) = self else { return nil }
        return error.constraint
    }

    /// Whether the database itself is out of reach or out of time, so that trying again later may help.
    public var isTransient: Bool {
        switch self {
        case .unavailable, .outcomeUnknown, .timedOut, .overloaded, .rolledBack: true
        case .refused(let error): error.isTransient
        case .cancelled, .unexpectedRow, .unstorable, .changedMeanwhile: false
        }
    }

    /// Whether it took too long, or would have waited too long: less of the same, or the same when less is going on, may succeed.
    public var isOutOfTime: Bool {
        switch self {
        case .timedOut, .overloaded: true
        case .refused(let error): error.sqlState == "57014"
        default: false
        }
    }

    /// Whether PostgreSQL chose this one to fail so that another could finish; the same again, from its beginning, may succeed.
    var isConflict: Bool {
        guard case .refused(let error) = self else { return false }
        return error.isConflict
    }
}
