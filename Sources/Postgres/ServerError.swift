import CLibPQ

/// What PostgreSQL said of an error.
///
/// Its own words may quote what was bound (`invalid input syntax for type integer: "secret"`, `Key (email)=(…) already exists`), so they
/// are kept only where they cannot: while a statement is being prepared, before it has met any value, and for faults of the server
/// itself (`SQLState.speaksOfNoValues`). All others are told by the name of their condition. Detail, hint and context are never kept.
public struct ServerError: Error, Sendable, Equatable {
    /// PostgreSQL manual, appendix A.
    public var sqlState: String
    public var message: String
    public var constraint: String?
    public var table: String?
    public var column: String?
    /// The statement's text, without its parameters.
    public var statement: String

    /// A serialization failure or a deadlock.
    public var isConflict: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// Connection lost (08), in conflict with another transaction (40), without resources (53), lock not to be had (55P03),
    /// taking too long (57014), shutting down (57P).
    var isTransient: Bool {
        ["08", "40", "53", "55P03", "57014", "57P"].contains(where: sqlState.hasPrefix)
    }
}

extension ServerError {
    /// Nil when the error did not come from the server.
    init?(_ result: OpaquePointer, statement: String, isPreparing: Bool) {
        guard let state = result.errorField("C") else { return nil }
        // A procedure may raise anything under any code: pl_exec.c, plpy_elog.c, plperl.c, pltcl.c.
        let isRaised = result.errorField("F")?.hasPrefix("pl") ?? true
        let isSafe = isPreparing || SQLState.speaksOfNoValues(state) && !isRaised
        self.init(
            sqlState: state, message: isSafe ? result.errorField("M") ?? SQLState.name(of: state) : SQLState.name(of: state),
            constraint: result.errorField("n"), table: result.errorField("t"), column: result.errorField("c"), statement: statement)
    }
}

extension OpaquePointer {
    /// A field of a `PGresult`'s error, by its letter (PostgreSQL manual, section 55.8).
    func errorField(_ letter: Unicode.Scalar) -> String? {
        PQresultErrorField(self, Int32(letter.value)).map { String(cString: $0) }
    }

    /// Whether a `PGresult` says that a prepared statement no longer suits its tables, or is unknown: it must be prepared anew.
    /// By the routine that says so, as the message may be in any language.
    var wantsNewPlans: Bool {
        let state = errorField("C")
        return state == "26000" || state == "0A000" && errorField("R") == "RevalidateCachedQuery"
    }
}

extension String {
    /// libpq's words, which have line breaks and tabs, on one line.
    var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
