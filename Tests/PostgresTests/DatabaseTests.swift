import Foundation
import Logging
import Postgres
import TestSupport
import Testing

struct DatabaseTests {
    private func insert(_ id: Int, _ text: String) -> Query<Int> { .change("INSERT INTO notes VALUES ($1, $2)", id, text) }
    private var count: Query<Int> { .one("SELECT count(*) FROM notes") }

    @Test func `several statements take one round trip`() async throws {
        try await withPool { database, _ in
            let before = database.metrics.roundTrips
            let (written, counted, text) = try await database.write(
                insert(1, "a"), count, Query<String?>.first("SELECT text FROM notes WHERE id = $1", 1))
            #expect((written, counted, text) == (1, 1, "a"))
            #expect(database.metrics.roundTrips == before + 1)
        }
    }

    @Test func `an error rolls back its own segment only`() async throws {
        try await withPool(connections: 1) { database, _ in
            async let good = database.write(insert(1, "a"))
            let error = await #expect(throws: DatabaseError.self) {
                try await database.write(insert(2, "b"), insert(3, ""), insert(4, "d"))
            }
            #expect(error?.constraint == "notes_text")
            try await #expect(good == 1)
            try await #expect(database.read(count) == 1)
        }
    }

    /// After an error the server skips the following statements and does not prepare them.
    @Test func `a statement skipped after an error is prepared the next time`() async throws {
        try await withPool(connections: 1) { database, _ in
            let fresh: Query<Int> = .one("SELECT 41 + 1")
            for _ in 0..<2 {
                await #expect(throws: DatabaseError.self) { try await database.write(insert(1, ""), fresh) }
            }
            try await #expect(database.write(fresh) == 42)
            #expect(database.metrics.snapshot().retries == 0)
        }
    }

    @Test func `a deferred constraint that fails at the end is reported`() async throws {
        try await withPool { database, _ in
            let twice: Query<Int> = .change("INSERT INTO later VALUES (1), (1)")
            let error = await #expect(throws: DatabaseError.self) { try await database.write(twice) }
            #expect(error?.constraint == "later_once")
            try await #expect(database.read(Query<Int>.one("SELECT count(*) FROM later")) == 0)
        }
    }

    @Test func `the tenant is gone in the next segment`() async throws {
        try await withPool(connections: 1) { database, _ in
            let setting: Query<String> = .one("SELECT coalesce(current_setting('app.club_id', true), '')")
            try await #expect(database.read(tenant: 42, setting) == "42")
            try await #expect(database.read(setting) == "")
        }
    }

    @Test func `terminated connections are replaced`() async throws {
        try await withPool(connections: 2) { database, test in
            try await #expect(database.read(count) == 0)
            try test.terminateServerBackends()
            for _ in 0..<4 { try await #expect(database.read(count) == 0) }
        }
    }

    @Test func `after a lost connection a read is repeated, a write is unknown`() async throws {
        try await withPool(connections: 2) { database, test in
            let gate = try ScriptConnection(url: test.superuserURL)
            try gate.run("SELECT pg_advisory_lock(1)")
            async let write = outcome { try await database.write(Query<Bool>.one("SELECT pg_sleep(20) IS NULL")) }
            async let read = outcome { try await database.read(Query<Bool>.one("SELECT pg_advisory_xact_lock_shared(1) IS NULL")) }
            try await #expect(eventuallyDespiteErrors { try test.sleepingCount() == 1 && test.blockedCount() == 1 })
            try test.terminateServerBackends()
            try gate.run("SELECT pg_advisory_unlock(1)")
            let (written, seen) = await (write, read)
            #expect(throws: DatabaseError.outcomeUnknown) { try written.get() }
            try #expect(seen.get() == false)
        }
    }

    @Test func `a query past its deadline is cancelled and frees its connection`() async throws {
        try await withPool(connections: 1, change: { $0.deadline = .milliseconds(300) }) { database, _ in
            let slow: Query<Bool> = .one("SELECT pg_sleep(5) IS NULL")
            await #expect(throws: DatabaseError.self) { try await database.read(slow) }
            try await #expect(eventuallyDespiteErrors { try await database.read(count) == 0 })
        }
    }

    @Test func `a cancelled query frees its connection`() async throws {
        try await withPool(connections: 1) { database, test in
            let task = Task { try await database.read(Query<Bool>.one("SELECT pg_sleep(20) IS NULL")) }
            try await #expect(eventuallyDespiteErrors { try test.sleepingCount() == 1 })
            task.cancel()
            await #expect(throws: DatabaseError.cancelled) { try await task.value }
            try await #expect(database.read(count) == 0)
        }
    }

    @Test func `a full queue refuses queries`() async throws {
        try await withPool(connections: 1, change: { $0.queueLimit = 2 }) { database, test in
            let gate = try ScriptConnection(url: test.superuserURL)
            try gate.run("SELECT pg_advisory_lock(1)")
            let blocked: Query<Bool> = .one("SELECT pg_advisory_xact_lock_shared(1) IS NULL")
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask { try await database.read(blocked) }
                try await #expect(eventuallyDespiteErrors { try test.blockedCount() == 1 })
                for _ in 0..<2 { group.addTask { try await database.read(blocked) } }
                try await #expect(eventuallyDespiteErrors { database.metrics.snapshot().waiting == 2 })
                await #expect(throws: DatabaseError.overloaded) { try await database.read(blocked) }
                try gate.run("SELECT pg_advisory_unlock(1)")
                try await group.waitForAll()
            }
        }
    }

    @Test func `a missing database is reported as unavailable`() async throws {
        var configuration = DatabaseConfiguration(url: "postgresql:///nowhere?host=/nonexistent")
        configuration.reconnectTimeout = .milliseconds(200)
        let database = Database(configuration, logger: quiet)
        defer { database.shutDown() }
        let error = await #expect(throws: DatabaseError.self) { try await database.read(count) }
        guard case .unavailable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a table is read again after its columns changed`() async throws {
        try await withPool(connections: 1) { database, test in
            let all: Query<[Lists2]> = .all("SELECT * FROM notes")
            try await #expect(database.read(all).isEmpty)
            try ScriptConnection(url: test.ownerURL).run("ALTER TABLE notes ADD COLUMN more int")
            try await #expect(database.read(all).isEmpty)
        }
    }

    private struct Lists2: RowDecodable {
        init(_ row: inout Row) throws { _ = try row.next(Int.self) }
    }

    @Test func `database notifications reach the pool`() async throws {
        try await withPool(change: { $0.channel = "news" }) { database, _ in
            var events = database.notifications.makeAsyncIterator()
            #expect(await events.next() == .listening)
            try await database.write(Query<Int>.change("SELECT pg_notify('news', $1)", "hello"))
            #expect(await events.next() == .message("hello"))
        }
    }
}
