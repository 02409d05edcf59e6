import CLibPQ
import Foundation
import Synchronization

/// A conventional connection pool for comparison. Each thread owns a connection, and sends BEGIN, the tenant's setting, the statements and
/// COMMIT one after the other.
final class BlockingPool: Sendable {
    typealias Job = @Sendable (BlockingConnection) throws -> Void

    private let jobs = Mutex<[Job]>([])
    private let available = DispatchSemaphore(value: 0)

    init(url: String, connections: Int) throws {
        for _ in 0..<connections {
            let connection = try BlockingConnection(url: url)
            Thread { [self] in while let job = next() { try? job(connection) } }.start()
        }
    }

    /// Runs `body` on the thread of the next free connection.
    func run<Value: Sendable>(_ body: @escaping @Sendable (BlockingConnection) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            jobs.withLock { $0.append { connection in continuation.resume(with: Result { try body(connection) }) } }
            available.signal()
        }
    }

    private func next() -> Job? {
        available.wait()
        return jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}

/// One libpq connection with prepared statements, used by one thread.
final class BlockingConnection: @unchecked Sendable {
    struct Failure: Error {
        var message: String
    }

    private let connection: OpaquePointer
    private var prepared: Set<String> = []

    init(url: String) throws {
        guard let connection = PQconnectdb(url), PQstatus(connection) == CONNECTION_OK else { throw Failure(message: "no connection") }
        self.connection = connection
    }

    deinit { PQfinish(connection) }

    /// Runs the page's three statements in one transaction. The result is positive if rows came back.
    func page(club: Int, game: Int) throws -> Int {
        try run("BEGIN")
        _ = try execute("tenant", "SELECT set_config('app.club_id', $1, true)", text: "\(club)")
        var values = try execute("game", "\(GameQueries.game)", game)
        values += try execute("players", "\(GameQueries.players)", game)
        values += try execute("lines", "\(GameQueries.lines)", game)
        try run("COMMIT")
        return values
    }

    func run(_ sql: String) throws {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else { throw failure() }
    }

    /// Executes a prepared statement with one bigint as parameter. Parameter and result are in binary format.
    func execute(_ name: String, _ sql: String, _ value: Int) throws -> Int {
        var bigEndian = Int64(value).bigEndian
        return try withUnsafeBytes(of: &bigEndian) { try execute(name, sql, bytes: $0, type: 20, format: 1) }
    }

    private func execute(_ name: String, _ sql: String, text: String) throws -> Int {
        try text.withCString {
            try execute(name, sql, bytes: UnsafeRawBufferPointer(start: $0, count: text.utf8.count), type: 25, format: 0)
        }
    }

    private func execute(_ name: String, _ sql: String, bytes: UnsafeRawBufferPointer, type: UInt32, format: Int32) throws -> Int {
        if prepared.insert(name).inserted {
            let result = PQprepare(connection, name, sql, 1, [type])
            defer { PQclear(result) }
            guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure() }
        }
        let values = [bytes.baseAddress?.assumingMemoryBound(to: CChar.self)]
        let result = PQexecPrepared(connection, name, 1, values, [Int32(bytes.count)], [format], 1)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw failure() }
        return read(result)
    }

    /// Decodes each column: the type text (OID 25) as a string, and all other types as a number.
    private func read(_ result: OpaquePointer?) -> Int {
        var strings: [String] = []
        var sum = 0
        for row in 0..<PQntuples(result) {
            for column in 0..<PQnfields(result) where PQgetisnull(result, row, column) == 0 {
                let bytes = UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
                if PQftype(result, column) == 25 {
                    strings.append(String(decoding: bytes, as: UTF8.self))
                } else {
                    sum &+= bytes.reduce(0) { $0 << 8 | Int($1) }
                }
            }
        }
        return strings.count + (sum == 0 ? 0 : 1)
    }

    private func failure() -> Failure { Failure(message: String(cString: PQerrorMessage(connection))) }
}
