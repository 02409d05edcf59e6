import Foundation
import Postgres
import TestSupport
import Testing

/// Queries that are too many, too large or too slow.
struct LoadFaultTests {
    @Test func `ten thousand waiting queries are all answered`() async throws {
        let change = { (configuration: inout DatabaseConfiguration) in
            configuration.queueLimit = 20_000
            configuration.deadline = .seconds(100)
        }
        try await withPool(connections: 4, change: change) { database, test in
            let holder = try ScriptConnection(url: test.superuserURL)
            try holder.run("SELECT pg_advisory_lock(1)")
            let blocked: Query<Bool> = .one("SELECT pg_advisory_xact_lock_shared(1) IS NULL")
            let sum = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 { group.addTask { try await database.read(blocked) ? 1 : 0 } }
                try await #expect(eventuallyDespiteErrors { database.metrics.snapshot().pool.busy == 4 })
                for number in 1...10_000 {
                    group.addTask { try await database.read(Query<Int>.one("SELECT $1", number)) }
                }
                // Five thousand more queries are cancelled while they wait.
                let impatient = (0..<5_000).map { _ in Task { try await database.read(blocked) } }
                try await #expect(eventuallyDespiteErrors { database.metrics.snapshot().waiting == 15_000 })
                for task in impatient { task.cancel() }
                for task in impatient { await #expect(throws: DatabaseError.cancelled) { try await task.value } }
                try await #expect(eventuallyDespiteErrors { database.metrics.snapshot().waiting == 10_000 })
                try holder.run("SELECT pg_advisory_unlock(1)")
                return try await group.reduce(0, +)
            }
            #expect(sum == 50_005_000)
            try await #expect(eventuallyDespiteErrors { database.metrics.snapshot().waiting == 0 })
        }
    }

    @Test func `an error inside a segment does not affect other segments`() async throws {
        try await withPool(connections: 4) { database, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in 0..<300 {
                    group.addTask {
                        let first: Query<Int> = .change("INSERT INTO notes VALUES ($1, 'a')", 2 * id)
                        let second: Query<Int> = .change("INSERT INTO notes VALUES ($1, $2)", 2 * id + 1, id % 3 == 0 ? "" : "b")
                        let count: Query<Int> = .one("SELECT 1 FROM notes WHERE id = $1", 2 * id)
                        if id % 3 == 0 {
                            let error = await #expect(throws: DatabaseError.self) { try await database.write(first, second, count) }
                            #expect(error?.constraint == "notes_text")
                        } else {
                            let written = try await database.write(first, second, count)
                            #expect(written == (1, 1, 1))
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await #expect(database.read(Query<Int>.one("SELECT count(*) FROM notes")) == 400)
        }
    }

    /// Both sides hold the value in memory, but only until the query has ended.
    @Test func `a row of fifty megabytes is written and read`() async throws {
        try await withPool(connections: 1, change: { $0.deadline = .seconds(30) }) { database, _ in
            let bytes = Bytes([UInt8](repeating: 7, count: 50 << 20))
            let text = String(repeating: "x", count: 50 << 20)
            try await #expect(database.write(Query<Int>.change("INSERT INTO notes VALUES (1, $1)", text)) == 1)
            let back = try await database.read(Query<String>.one("SELECT text FROM notes"))
            #expect(back.utf8.count == 50 << 20)
            try await #expect(database.read(Query<Bytes>.one("SELECT $1", bytes)) == bytes)
            // libpq never shrinks its buffers, so such a connection is replaced. That does not count as lost.
            try await #expect(eventuallyDespiteErrors { database.metrics.snapshot().connectionsOpened == 4 })
            #expect(database.metrics.snapshot().connectionsLost == 0)
        }
    }

    @Test func `the server cancels a statement over its timeout`() async throws {
        try await withPool(connections: 1) { database, _ in
            let error = await #expect(throws: DatabaseError.self) {
                try await database.transaction { transaction in
                    try await transaction.run(Query<String>.one("SELECT set_config('statement_timeout', '80', true)"))
                    try await transaction.run(Query<Bool>.one("SELECT pg_sleep(5) IS NULL"))
                }
            }
            guard case .refused(let refusal) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(refusal.sqlState == "57014" && refusal.message.contains("statement timeout"))
            try await #expect(database.read(Query<Int>.one("SELECT 1")) == 1)
        }
    }

    @Test func `a server with few free connections is used as far as possible`() async throws {
        try await TestDatabase.withEmpty { test in
            try ScriptConnection(url: test.superuserURL).run("ALTER DATABASE \"\(test.name)\" CONNECTION LIMIT 2")
            let database = Database(test.configuration(connections: 6), logger: quiet)
            defer { database.shutDown() }
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<200 { group.addTask { try await database.read(Query<Int>.one("SELECT $1", number)) } }
                try await #expect(group.reduce(0, +) == 19_900)
            }
            try await #expect(
                eventuallyDespiteErrors {
                    let seen = database.metrics.snapshot()
                    return seen.pool.open == 2 && seen.connectionsRefused > 0
                })
        }
    }

    @Test func `a server without free connections is reported`() async throws {
        try await TestDatabase.withEmpty { test in
            try ScriptConnection(url: test.superuserURL).run("ALTER DATABASE \"\(test.name)\" CONNECTION LIMIT 0")
            var configuration = test.configuration(connections: 2)
            configuration.reconnectTimeout = .milliseconds(200)
            let database = Database(configuration, logger: quiet)
            defer { database.shutDown() }
            try await #expect(
                eventuallyDespiteErrors {
                    let failure = await outcome { try await database.read(Query<Int>.one("SELECT 1")) }
                    guard case .failure(DatabaseError.unavailable(let reason)) = failure else { return false }
                    return reason.contains("too many connections")
                })
        }
    }

    @Test func `a sort beyond the disk limit fails alone`() async throws {
        try await TestDatabase.withEmpty { test in
            try ScriptConnection(url: test.superuserURL).run(
                """
                ALTER ROLE boardwalk_server IN DATABASE "\(test.name)" SET temp_file_limit = '1MB';
                ALTER ROLE boardwalk_server IN DATABASE "\(test.name)" SET work_mem = '64kB'
                """)
            let database = Database(test.configuration(connections: 1), logger: quiet)
            defer { database.shutDown() }
            let large: Query<Int> = .one("SELECT max(n) FROM (SELECT n FROM generate_series(1, 300000) n ORDER BY md5(n::text)) s")
            let error = await #expect(throws: DatabaseError.self) { try await database.read(large) }
            guard case .refused(let refusal) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(refusal.sqlState == "53400" && error?.isTransient == true)
            try await #expect(database.read(Query<Int>.one("SELECT 1")) == 1)
        }
    }
}
