import CLibPQ

/// An error that PostgreSQL reported.
///
/// Its message may quote the values of parameters (`invalid input syntax for type integer: "secret"`, `Key (email)=(…) already exists`). So
/// the message is kept only where that cannot happen: while a statement is prepared, before it has any values, and for faults of the server
/// itself (`SQLState.speaksOfNoValues`). Otherwise `message` is the manual's name for the error code. Detail, hint and context are never
/// kept.
public struct ServerError: Error, Sendable, Equatable {
    /// The error code (PostgreSQL manual, appendix A).
    public var sqlState: String
    public var message: String
    public var constraint: String?
    public var table: String?
    public var column: String?
    /// The statement's text, without the values of its parameters.
    public var statement: String

    /// Whether the error is a conflict with another transaction: a serialization failure or a deadlock.
    public var isConflict: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// Whether another attempt may succeed, because the error has one of these reasons: the connection was lost (08), a conflict with
    /// another transaction (40), a lack of resources (53), an unavailable lock (55P03), a time limit (57014) or a shutdown (57P).
    var isTransient: Bool {
        ["08", "40", "53", "55P03", "57014", "57P"].contains(where: sqlState.hasPrefix)
    }
}

extension ServerError {
    /// Returns nil if the error did not come from the server.
    init?(_ result: OpaquePointer, statement: String, isPreparing: Bool) {
        guard let state = result.errorField("C") else { return nil }
        // A procedure may raise any message with any error code: see pl_exec.c, plpy_elog.c, plperl.c and pltcl.c.
        let isRaised = result.errorField("F")?.hasPrefix("pl") ?? true
        let isSafe = isPreparing || SQLState.speaksOfNoValues(state) && !isRaised
        self.init(
            sqlState: state, message: isSafe ? result.errorField("M") ?? SQLState.name(of: state) : SQLState.name(of: state),
            constraint: result.errorField("n"), table: result.errorField("t"), column: result.errorField("c"), statement: statement)
    }
}

extension OpaquePointer {
    /// Returns one field of the error in a `PGresult`. The letter says which field (PostgreSQL manual, section 55.8). Nil if the error does
    /// not have it.
    func errorField(_ letter: Unicode.Scalar) -> String? {
        PQresultErrorField(self, Int32(letter.value)).map { String(cString: $0) }
    }

    /// Whether the error in a `PGresult` says that a statement must be prepared again, because it is unknown on the connection or no longer
    /// fits its tables. The name of the server's routine is compared, because the message may be in any language.
    var wantsNewPlans: Bool {
        let state = errorField("C")
        return state == "26000" || state == "0A000" && errorField("R") == "RevalidateCachedQuery"
    }
}

extension String {
    /// The text on one line. Messages of libpq contain line breaks and tabs.
    var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
