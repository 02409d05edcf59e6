import CLibPQ
import Glibc

/// The reason why a statement of a script failed, with PostgreSQL's message and everything else that helps to find the mistake.
public struct ScriptError: Error, Sendable {
    /// PostgreSQL's error code. Nil if the connection was lost, so that the outcome of the statement is unknown.
    public var sqlState: String?
    public var message: String
    public var detail: String?
    public var hint: String?
    public var context: String?
    /// The place of the mistake in the statement, in characters, counted from 1. Nil if PostgreSQL does not say.
    public var position: Int?
}

extension ScriptConnection {
    /// The process id of the server process that serves this connection.
    public var processID: Int { Int(PQbackendPID(connection)) }

    /// Runs one statement. While it waits for the result, it calls `whileWaiting` several times a second. If `whileWaiting` returns true,
    /// PostgreSQL is asked to cancel the statement, which then fails with SQLSTATE 57014. Throws `ScriptError`.
    public func execute(_ statement: String, whileWaiting: () -> Bool) throws {
        guard PQsendQuery(connection, statement) == 1 else { throw lost() }
        try wait(whileWaiting)
        var failure: ScriptError?
        while let result = PQgetResult(connection) {
            defer { PQclear(result) }
            failure = failure ?? error(in: result)
            // COPY waits for data from the client. This client never sends any, so the statement would never end.
            if [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(PQresultStatus(result)) { throw lost("COPY from a client") }
        }
        if let failure { throw failure }
        // If a server process is terminated, it may close the connection without a message.
        guard PQstatus(connection) == CONNECTION_OK else { throw lost() }
    }

    private func wait(_ whileWaiting: () -> Bool) throws {
        var isCancelled = false
        while PQisBusy(connection) == 1 {
            var socket = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
            if poll(&socket, 1, 100) > 0, PQconsumeInput(connection) == 0 { throw lost() }
            if PQisBusy(connection) == 1, whileWaiting(), !isCancelled {
                isCancelled = true
                cancel()
            }
        }
    }

    private func cancel() {
        guard let handle = PQgetCancel(connection) else { return }
        defer { PQfreeCancel(handle) }
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(handle, &message, 256)
    }

    private func error(in result: OpaquePointer) -> ScriptError? {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
        default: break
        }
        func field(_ letter: Unicode.Scalar) -> String? {
            PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) }
        }
        // A server process that is terminated sends an error with the severity FATAL first. The outcome of its statement is unknown in that
        // case too.
        guard let state = field("C"), field("V") != "FATAL" else { return lost(field("M")) }
        return ScriptError(
            sqlState: state, message: field("M") ?? "", detail: field("D"), hint: field("H"), context: field("W"),
            position: field("P").flatMap { Int($0) })
    }

    private func lost(_ reason: String? = nil) -> ScriptError {
        ScriptError(sqlState: nil, message: (reason ?? String(cString: PQerrorMessage(connection))).onOneLine)
    }
}
