/// Why a segment failed. No case ever carries a bound value.
public enum DatabaseError: Error, Sendable, Equatable {
    /// PostgreSQL refused a statement; the whole segment was rolled back.
    case refused(ServerError)
    /// The database could not be reached, and nothing was sent: safe to try again.
    case unavailable(String)
    /// The connection was lost after the segment was sent: it may or may not have been committed.
    case outcomeUnknown
    /// The deadline passed. `sent` tells whether the segment had left; if so its outcome is unknown.
    case timedOut(sent: Bool)
    /// The queue of waiting segments is full; nothing was sent.
    case overloaded
    /// The caller's task was cancelled.
    case cancelled
    /// A row was not of the expected shape.
    case unexpectedRow(statement: String, column: String, problem: String)

    /// The violated constraint, if that is what went wrong.
    public var constraint: String? {
        guard case .refused(let error) = self else { return nil }
        return error.constraint
    }

    /// Whether the database itself is out of reach or out of time, so that trying again later may help.
    public var isTransient: Bool {
        switch self {
        case .unavailable, .outcomeUnknown, .timedOut, .overloaded: true
        case .refused(let error): error.isTransient
        case .cancelled, .unexpectedRow: false
        }
    }
}

/// What PostgreSQL said of an error: SQLSTATE (PostgreSQL manual, appendix A), its message, and where it arose.
public struct ServerError: Error, Sendable, Equatable {
    public var sqlState: String
    public var message: String
    public var constraint: String?
    /// The statement's text, without its parameters.
    public var statement: String

    /// A plan prepared before a migration, or a statement the server has forgotten: the connection must prepare anew.
    var wantsNewPlans: Bool {
        sqlState == "26000" || (sqlState == "0A000" && message.contains("cached plan"))
    }

    /// Connection lost (08), in conflict with another transaction (40), without resources (53), lock not to be had (55P03),
    /// taking too long (57014), shutting down (57P).
    var isTransient: Bool {
        ["08", "40", "53", "55P03", "57014", "57P"].contains(where: sqlState.hasPrefix)
    }
}
