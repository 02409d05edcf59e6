import Foundation
import Logging
import Postgres
import TestSupport
import Testing

struct ConnectionFaultTests {
    /// Runs `body` with a pool that reaches its database through a proxy, by host name.
    private func withProxy(
        connections: Int = 1, change: (inout DatabaseConfiguration) -> Void = { _ in },
        _ body: (Database, Proxy, TestDatabase) async throws -> Void
    ) async throws {
        try await TestDatabase.withEmpty { test in
            try ScriptConnection(url: test.ownerURL).run(
                "CREATE TABLE notes (id int PRIMARY KEY, text text); GRANT ALL ON notes TO boardwalk_server")
            let proxy = try Proxy(to: test.serverURL)
            defer { proxy.close() }
            var configuration = DatabaseConfiguration(
                url: "postgresql://boardwalk_server@localhost:\(proxy.port)/\(test.name)?sslmode=disable")
            configuration.poolSize = connections
            configuration.reconnectTimeout = .seconds(5)
            change(&configuration)
            let database = Database(configuration, logger: quiet)
            defer { database.shutDown() }
            try await #expect(eventuallyDespiteErrors { try await database.read(Query<Int>.one("SELECT 1")) == 1 })
            try await body(database, proxy, test)
        }
    }

    private let rows: Query<[String]> = .all("SELECT repeat('x', 1000) FROM generate_series(1, 200)")
    private func insert(_ id: Int) -> Query<Int> {
        .change("INSERT INTO notes VALUES ($1, repeat('x', 100)) RETURNING repeat('x', 100000)", id)
    }

    @Test func `a read that is cut inside a row is repeated`() async throws {
        try await withProxy { database, proxy, _ in
            proxy.cut(afterBytes: 100_500)
            let texts = try await database.read(rows)
            #expect(texts.count == 200 && texts.allSatisfy { $0.utf8.count == 1000 })
            let seen = database.metrics.snapshot()
            #expect(seen.connectionsLost == 1 && seen.retries == 1)
        }
    }

    @Test func `a read that is cut at each attempt fails`() async throws {
        try await withProxy(change: { $0.attempts = 3 }) { database, proxy, _ in
            proxy.cut(afterBytes: 5_000, times: 3)
            let error = await #expect(throws: DatabaseError.self) { try await database.read(rows) }
            #expect(error == .unavailable("the connection broke"))
            #expect(database.metrics.snapshot().connectionsLost == 3)
            try await #expect(database.read(rows).count == 200)
        }
    }

    /// The server has committed, but its response is lost. An error that says "failed" would be wrong.
    @Test func `a write whose response is lost has an unknown outcome`() async throws {
        try await withProxy { database, proxy, test in
            // The server sends so short a response only at the sync, which is after the commit.
            proxy.cut(afterBytes: 10)
            let short: Query<Int> = .change("INSERT INTO notes VALUES ($1, 'a')", 1)
            await #expect(throws: DatabaseError.outcomeUnknown) { try await database.write(short) }
            try await #expect(
                eventuallyDespiteErrors { try ScriptConnection(url: test.ownerURL).rows("SELECT id::text FROM notes") == [["1"]] })
        }
    }

    @Test func `a transaction cut before its commit is rolled back`() async throws {
        try await withProxy(connections: 2) { database, proxy, test in
            proxy.cut(afterBytes: 50_000)
            let error = await #expect(throws: DatabaseError.self) {
                try await database.transaction { try await $0.run(insert(1)) }
            }
            #expect(error == .rolledBack("the connection broke"))
            proxy.cut(afterBytes: 50_000)
            // It is repeated if it is declared safe.
            _ = try await database.transaction(retrying: true) { try await $0.run(insert(2)) }
            try #expect(ScriptConnection(url: test.ownerURL).rows("SELECT id::text FROM notes") == [["2"]])
        }
    }

    @Test func `a server that falls silent does not hold queries`() async throws {
        try await withProxy(change: {
            $0.deadline = .milliseconds(300); $0.connectTimeout = .milliseconds(300); $0.reconnectTimeout = .milliseconds(200)
        }) {
            database, proxy, _ in
            proxy.fallSilent()
            await #expect(throws: DatabaseError.timedOut(sent: true)) { try await database.write(insert(1)) }
            // A statement that was never sent has certainly failed.
            for id in 2...6 {
                let error = await #expect(throws: DatabaseError.self) { try await database.write(insert(id)) }
                if case .unavailable = error { continue }
                #expect(error == .timedOut(sent: false))
            }
            try await #expect(eventuallyDespiteErrors { database.metrics.snapshot().pool.open == 0 })
            proxy.passAgain()
            try await #expect(eventuallyDespiteErrors { try await database.read(Query<Int>.one("SELECT 1")) == 1 })
        }
    }

    @Test func `a server that accepts but never answers is reported`() async throws {
        try await TestDatabase.withEmpty { test in
            let proxy = try Proxy(to: test.serverURL)
            defer { proxy.close() }
            proxy.fallSilent()
            var configuration = DatabaseConfiguration(
                url: "host=127.0.0.1 port=\(proxy.port) user=boardwalk_server dbname=\(test.name) sslmode=disable")
            configuration.connectTimeout = .milliseconds(150)
            configuration.reconnectTimeout = .milliseconds(400)
            let database = Database(configuration, logger: quiet)
            defer { database.shutDown() }
            await #expect(throws: DatabaseError.unavailable("no answer to the connection attempt")) {
                try await database.read(Query<Int>.one("SELECT 1"))
            }
        }
    }

    @Test func `an unknown host name is reported`() async throws {
        var configuration = DatabaseConfiguration(url: "postgresql://nowhere.invalid/x")
        configuration.reconnectTimeout = .milliseconds(200)
        configuration.connectTimeout = .seconds(20)
        let database = Database(configuration, logger: quiet)
        defer { database.shutDown() }
        let error = await #expect(throws: DatabaseError.self) { try await database.read(Query<Int>.one("SELECT 1")) }
        guard case .unavailable(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("nowhere.invalid") || reason == "not connected yet")
    }

    @Test func `no read fails while connections are terminated`() async throws {
        try await withPool(connections: 4) { database, test in
            let isDone = Locked(false)
            let killer = Task {
                defer { isDone.value = true }
                let superuser = try ScriptConnection(url: test.superuserURL)
                let sessions = "FROM pg_stat_activity WHERE datname = $1 AND usename = 'boardwalk_server'"
                for number in 0..<10 {
                    try await #expect(eventuallyDespiteErrors { database.metrics.snapshot().connectionsOpened == 4 + number })
                    // The statement waits until the session has ended.
                    _ = try superuser.rows("SELECT pg_terminate_backend(pid, 60000) \(sessions) ORDER BY random() LIMIT 1", [test.name])
                }
            }
            var reads = 0
            while !isDone.value {
                reads += 1
                try await #expect(database.read(Query<Int>.one("SELECT $1", reads)) == reads)
            }
            try await killer.value
            try await #expect(database.read(Query<Int>.one("SELECT count(*) FROM notes")) == 0)
            try await #expect(eventuallyDespiteErrors { database.metrics.snapshot().connectionsLost == 10 })
        }
    }
}
