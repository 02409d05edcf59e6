/// Names of PostgreSQL's error codes (PostgreSQL manual, appendix A).
enum SQLState {
    /// Returns whether the server's own message for the error code `state` never contains the values of parameters, but only states and
    /// names of relations. This holds for connections (08), conflicts (40001, 40P01), resources (53), locks (55P03) and interruptions
    /// (57014, 57P). It does not hold for messages that a function raises.
    static func speaksOfNoValues(_ state: String) -> Bool {
        ["08", "40001", "40P01", "53", "55P03", "57014", "57P"].contains(where: state.hasPrefix)
    }

    /// Returns the manual's name for the error code, or for its class (the first two characters).
    static func name(of state: String) -> String { conditions[state] ?? classes[String(state.prefix(2))] ?? "error" }

    private static let conditions = [
        "0A000": "feature not supported", "21000": "cardinality violation", "22000": "data exception",
        "22001": "text too long for its column", "22003": "number out of range", "22004": "null value not allowed",
        "22007": "invalid datetime format", "22008": "datetime out of range", "22012": "division by zero",
        "22021": "character not in repertoire", "22023": "invalid parameter value", "22025": "invalid escape sequence",
        "2201B": "invalid regular expression", "2201W": "invalid row count in LIMIT", "2201X": "invalid row count in OFFSET",
        "2202E": "array subscript error", "22030": "duplicate JSON object key", "22032": "invalid JSON text",
        "22P02": "invalid text representation", "22P03": "invalid binary representation", "22P05": "untranslatable character",
        "23000": "integrity constraint violation", "23001": "restrict violation", "23502": "not-null violation",
        "23503": "foreign-key violation", "23505": "unique violation", "23514": "check violation", "23P01": "exclusion violation",
        "25006": "read-only transaction", "25P01": "no active transaction", "25P02": "in a failed transaction",
        "25P03": "idle in transaction too long", "26000": "unknown prepared statement", "34000": "unknown cursor",
        "3D000": "unknown database", "3F000": "unknown schema", "40001": "serialization failure", "40P01": "deadlock",
        "42501": "insufficient privilege", "42601": "syntax error", "42602": "invalid name", "42703": "undefined column",
        "42704": "undefined object", "42710": "duplicate object", "42804": "datatype mismatch", "42883": "undefined function",
        "42P01": "undefined table", "42P07": "duplicate table", "42P18": "indeterminate datatype", "44000": "check option violation",
        "53100": "disk full", "53200": "out of memory", "53300": "too many connections", "53400": "configured limit exceeded",
        "54000": "program limit exceeded", "55006": "object in use", "55P03": "lock not available", "57014": "statement cancelled",
        "57P01": "server shutting down", "57P02": "server crashed", "57P03": "server not accepting connections",
        "58030": "input/output error", "P0001": "raised exception", "P0004": "assertion failure", "XX000": "internal error",
        "XX001": "data corrupted", "XX002": "index corrupted",
    ]

    private static let classes = [
        "08": "connection exception", "0A": "feature not supported", "0B": "invalid transaction initiation",
        "0L": "invalid grantor", "0P": "invalid role", "09": "trigger exception", "20": "case not found", "21": "cardinality violation",
        "22": "data exception", "23": "integrity constraint violation", "24": "invalid cursor state",
        "25": "invalid transaction state", "26": "invalid statement name", "27": "triggered data change violation",
        "28": "invalid authorization", "2B": "dependent privileges exist", "2D": "invalid transaction termination",
        "2F": "routine exception", "34": "invalid cursor name", "38": "external routine exception",
        "39": "external routine invocation exception", "3B": "savepoint exception", "3D": "invalid catalog name",
        "3F": "invalid schema name", "40": "transaction rollback", "42": "syntax error or access rule violation",
        "44": "check option violation", "53": "insufficient resources", "54": "program limit exceeded",
        "55": "object not in prerequisite state", "57": "operator intervention", "58": "system error", "72": "snapshot failure",
        "F0": "configuration file error", "HV": "foreign data wrapper error", "P0": "procedure error", "XX": "internal error",
    ]
}
