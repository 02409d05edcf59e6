import CLibPQ
import Glibc

/// A blocking connection for operators' commands, which run SQL scripts, take locks that last as long as the session, and read rows as
/// text. Requests of visitors never use it.
public final class ScriptConnection {
    let connection: OpaquePointer

    /// Connects within `seconds`. Throws `DatabaseError.unavailable` if that fails.
    public init(url: String, seconds: Int = 10) throws {
        let started = withCStrings(
            ["dbname", "connect_timeout", "application_name", "client_encoding"], [url, "\(seconds)", "boardwalk-command", "UTF8"]
        ) { PQconnectdbParams($0, $1, 1) }
        guard let started else { throw DatabaseError.unavailable("out of memory") }
        guard PQstatus(started) == CONNECTION_OK else {
            defer { PQfinish(started) }
            throw DatabaseError.unavailable(String(cString: PQerrorMessage(started)).onOneLine)
        }
        connection = started
        PQsetNoticeReceiver(connection, { _, _ in }, nil)
    }

    deinit { PQfinish(connection) }

    /// Runs a script, which may have several statements, as one message of the simple query protocol. Throws `DatabaseError.refused`.
    public func run(_ script: String) throws {
        PQclear(try check(PQexec(connection, script), script, isScript: true))
    }

    /// Runs one statement with text parameters and returns all rows with all columns as text. SQL NULL is nil, in parameters and in
    /// columns. Throws `DatabaseError.refused`.
    public func rows(_ statement: String, _ parameters: [String?] = []) throws -> [[String?]] {
        let copies = parameters.map { $0.map { UnsafePointer(strdup($0)) } ?? nil }
        defer { for copy in copies { free(UnsafeMutableRawPointer(mutating: copy)) } }
        let result = try check(
            PQexecParams(connection, statement, Int32(copies.count), nil, copies, nil, nil, 0), statement, isScript: parameters.isEmpty)
        defer { PQclear(result) }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
            }
        }
    }

    private func check(_ result: OpaquePointer?, _ statement: String, isScript: Bool) throws -> OpaquePointer {
        let status = PQresultStatus(result)
        if let result, status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY { return result }
        defer { PQclear(result) }
        guard let state = result?.errorField("C") else { throw DatabaseError.outcomeUnknown }
        // The message and detail of a statement with parameters are left out, because they may contain secret values. An operator may read
        // a message that quotes their own script.
        let words = [result?.errorField("M"), result?.errorField("D")].compactMap(\.self)
        throw DatabaseError.refused(
            ServerError(
                sqlState: state, message: isScript ? words.joined(separator: ": ") : SQLState.name(of: state),
                constraint: result?.errorField("n"), statement: statement))
    }
}
