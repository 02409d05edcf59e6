import Foundation
import Logging
import Postgres
import TestSupport

let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// Runs `body` with a pool on its own database.
func withPool(
    connections: Int = 4, change: (inout DatabaseConfiguration) -> Void = { _ in },
    _ body: (Database, TestDatabase) async throws -> Void
) async throws {
    try await TestDatabase.withEmpty { test in
        try ScriptConnection(url: test.ownerURL).run(
            """
            CREATE TABLE notes (id int PRIMARY KEY, text text NOT NULL CONSTRAINT notes_text CHECK (text <> ''));
            CREATE TABLE later (id int, CONSTRAINT later_once UNIQUE (id) DEFERRABLE INITIALLY DEFERRED);
            GRANT ALL ON notes, later TO boardwalk_server
            """)
        var configuration = test.configuration(connections: connections)
        // The machine may be busy.
        configuration.deadline = .seconds(40)
        change(&configuration)
        let database = Database(configuration, logger: quiet)
        defer { database.shutDown() }
        try await body(database, test)
    }
}

extension TestDatabase {
    /// The number of sessions that execute `pg_sleep`.
    func sleepingCount() throws -> Int { try count(where: "wait_event = 'PgSleep'") }

    /// The number of sessions that wait for an advisory lock.
    func blockedCount() throws -> Int { try count(where: "wait_event_type = 'Lock' AND wait_event = 'advisory'") }

    private func count(where condition: String) throws -> Int {
        let statement = "SELECT count(*)::text FROM pg_stat_activity WHERE datname = $1 AND \(condition)"
        return try ScriptConnection(url: superuserURL).rows(statement, [name]).first?.first?.flatMap { Int($0) } ?? 0
    }

    /// Ends every session of the server's role on this database.
    func terminateServerBackends() throws {
        _ = try ScriptConnection(url: superuserURL).rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = 'boardwalk_server'", [name])
    }
}

/// True if `condition` becomes true within a minute. Errors count as false.
func eventuallyDespiteErrors(_ condition: () async throws -> Bool) async throws -> Bool {
    try await eventually { (try? await condition()) == true }
}

func outcome<Success>(of body: () async throws -> Success) async -> Result<Success, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
}

/// Runs blocking work on its own thread, because all tests share few threads.
func elsewhere<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
