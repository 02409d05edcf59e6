import Foundation
import Postgres
import TestSupport
import Testing

struct TransactionTests {
    private func insert(_ id: Int, _ text: String = "a") -> Query<Int> { .change("INSERT INTO notes VALUES ($1, $2)", id, text) }
    private func change(_ id: Int, _ text: String) -> Query<Int> { .change("UPDATE notes SET text = $2 WHERE id = $1", id, text) }
    private let ids: Query<[Int]> = .all("SELECT id FROM notes ORDER BY id")
    private struct Reason: Error {}

    @Test func `a transaction is stored completely or not at all`() async throws {
        try await withPool { database, _ in
            let seen = try await database.transaction(tenant: 7) { transaction in
                try await transaction.run(insert(1), insert(2))
                // Other connections do not see it yet.
                try await #expect(database.read(ids).isEmpty)
                return try await transaction.run(ids, Query<String>.one("SELECT current_setting('app.club_id')"))
            }
            #expect(seen == ([1, 2], "7"))
            await #expect(throws: Reason.self) {
                try await database.transaction { transaction in
                    try await transaction.run(insert(3))
                    throw Reason()
                }
            }
            try await #expect(database.read(ids) == [1, 2])
            try await #expect(database.read(Query<String?>.one("SELECT nullif(current_setting('app.club_id', true), '')")) == nil)
            try await database.transaction { _ in }
        }
    }

    @Test func `a transaction with a swallowed error is rolled back`() async throws {
        try await withPool { database, _ in
            let error = await #expect(throws: DatabaseError.self) {
                try await database.transaction { transaction in
                    try await transaction.run(insert(1))
                    _ = try? await transaction.run(insert(1))
                }
            }
            #expect(error == .rolledBack("one of its statements had failed"))
            try await #expect(database.read(ids).isEmpty)
        }
    }

    @Test func `a deferred constraint that fails at commit is reported`() async throws {
        try await withPool { database, _ in
            let error = await #expect(throws: DatabaseError.self) {
                try await database.transaction { try await $0.run(Query<Int>.change("INSERT INTO later VALUES (1), (1)")) }
            }
            #expect(error?.constraint == "later_once")
        }
    }

    @Test func `transactions leave connections to other queries`() async throws {
        try await withPool(connections: 4) { database, _ in
            let (gate, open) = AsyncStream.makeStream(of: Void.self)
            let busy = Task {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for id in 1...12 {
                        group.addTask {
                            try await database.transaction { transaction in
                                try await transaction.run(insert(id))
                                for await _ in gate {}
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            try await #expect(eventuallyDespiteErrors { database.metrics.snapshot().waiting == 10 })
            for number in 0..<100 { try await #expect(database.read(Query<Int>.one("SELECT $1", number)) == number) }
            #expect(database.metrics.snapshot().pool.leased == 2)
            open.finish()
            try await busy.value
            try await #expect(database.read(ids) == Array(1...12))
            try await #expect(eventuallyDespiteErrors { database.metrics.snapshot().pool.leased == 0 })
        }
    }

    @Test func `a transaction past its deadline is rolled back and releases its locks`() async throws {
        try await withPool(connections: 3) { database, _ in
            try await database.write(insert(1))
            let idle = await #expect(throws: DatabaseError.self) {
                try await database.transaction(deadline: .seconds(2)) { transaction in
                    try await transaction.run(change(1, "b"))
                    // This waits for the lock of the first change until the change is rolled back.
                    try await #expect(database.write(change(1, "c")) == 1)
                }
            }
            #expect(idle == .rolledBack("its deadline passed"))
            let working = await #expect(throws: DatabaseError.self) {
                try await database.transaction(deadline: .milliseconds(150)) { transaction in
                    try await transaction.run(change(1, "d"), Query<Bool>.one("SELECT pg_sleep(20) IS NULL"))
                }
            }
            #expect(working == .rolledBack("its deadline passed"))
            try await #expect(database.read(Query<String>.one("SELECT text FROM notes")) == "c")
            try await #expect(eventuallyDespiteErrors { database.metrics.snapshot().pool.busy == 0 })
        }
    }

    @Test func `a transaction with a longer deadline can use it`() async throws {
        try await withPool(connections: 3, change: { $0.deadline = .milliseconds(200) }) { database, _ in
            try await database.transaction(deadline: .seconds(60)) { transaction in
                try await transaction.run(insert(1))
                try await transaction.run(Query<Bool>.one("SELECT pg_sleep(0.4) IS NULL"))
                // Meanwhile another query passes the usual deadline.
                await #expect(throws: DatabaseError.self) { try await database.read(Query<Bool>.one("SELECT pg_sleep(20) IS NULL")) }
                try await transaction.run(insert(2))
            }
            try await #expect(eventuallyDespiteErrors { try await database.read(ids) == [1, 2] })
        }
    }

    @Test func `a cancelled transaction is rolled back`() async throws {
        try await withPool(connections: 3) { database, test in
            let task = Task {
                try await database.transaction { transaction in
                    try await transaction.run(insert(1))
                    try await transaction.run(Query<Bool>.one("SELECT pg_sleep(20) IS NULL"))
                }
            }
            try await #expect(eventuallyDespiteErrors { try test.sleepingCount() == 1 })
            task.cancel()
            await #expect(throws: DatabaseError.cancelled) { try await task.value }
            // The lock on its row is released now. A statement that never reached the database changes nothing.
            try await #expect(database.write(insert(1)) == 1)
            let late = Task {
                try await database.transaction { transaction in
                    try await transaction.run(insert(2))
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            await #expect(throws: DatabaseError.cancelled) { try await late.value }
            try await #expect(database.read(ids) == [1])
        }
    }

    @Test func `a connection lost at commit leaves the outcome unknown`() async throws {
        try await withPool(connections: 4) { database, test in
            try ScriptConnection(url: test.superuserURL).run(
                """
                CREATE FUNCTION nap() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(20); RETURN NULL; END $$;
                CREATE CONSTRAINT TRIGGER nap AFTER INSERT ON notes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION nap()
                """)
            async let atCommit = outcome { try await database.transaction { try await $0.run(insert(1)) } }
            async let before = outcome {
                try await database.transaction { try await $0.run(Query<Bool>.one("SELECT pg_sleep(20) IS NULL")) }
            }
            try await #expect(eventuallyDespiteErrors { try test.sleepingCount() == 2 })
            try test.terminateServerBackends()
            let (unknown, definite) = await (atCommit, before)
            #expect(throws: DatabaseError.outcomeUnknown) { try unknown.get() }
            #expect(throws: DatabaseError.rolledBack("closed by the server: terminating connection due to administrator command (57P01)")) {
                try definite.get()
            }
        }
    }

    @Test func `a repeatable read sees one snapshot`() async throws {
        try await withPool(connections: 3) { database, _ in
            try await database.transaction(level: .repeatableRead, isReadOnly: true) { transaction in
                try await #expect(transaction.run(ids).isEmpty)
                try await database.write(insert(1))
                try await #expect(transaction.run(ids).isEmpty)
            }
            let error = await #expect(throws: DatabaseError.self) {
                try await database.transaction(isReadOnly: true) { try await $0.run(insert(2)) }
            }
            #expect(error == nil ? false : "\(error.debugDescription)".contains("25006"))
        }
    }

    /// Reads the text, lets another connection change it at the first attempt, and appends a letter.
    private func append(_ letter: String, in database: Database, retrying: Bool) async throws {
        var isFirst = true
        try await database.transaction(level: .repeatableRead, retrying: retrying) { transaction in
            let text = try await transaction.run(Query<String>.one("SELECT text FROM notes WHERE id = 1"))
            if isFirst { try await database.write(change(1, text + "x")) }
            isFirst = false
            try await transaction.run(change(1, text + letter))
        }
    }

    @Test func `a serialization failure is retried only if declared safe`() async throws {
        try await withPool(connections: 4) { database, _ in
            try await database.write(insert(1))
            let error = await #expect(throws: DatabaseError.self) { try await append("b", in: database, retrying: false) }
            guard case .refused(let refusal) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(refusal.sqlState == "40001")
            try await append("c", in: database, retrying: true)
            try await #expect(database.read(Query<String>.one("SELECT text FROM notes")) == "axxc")
        }
    }

    @Test(arguments: [false, true])
    func `a deadlock is retried only if declared safe`(retrying: Bool) async throws {
        // On a busy machine it may take long until both wait, and `lock_timeout` is half of the deadline.
        try await withPool(connections: 4, change: { $0.deadline = .seconds(600) }) { database, test in
            try ScriptConnection(url: test.superuserURL).run(
                "ALTER ROLE boardwalk_server IN DATABASE \"\(test.name)\" SET deadlock_timeout = '50ms'")
            // The setting takes effect in new connections.
            try test.terminateServerBackends()
            _ = try await database.read(ids)
            try await database.write(insert(1), insert(2))
            // Neither goes on before both have locked their first row.
            let gate = try ScriptConnection(url: test.superuserURL)
            try gate.run("SELECT pg_advisory_lock(1)")
            let waiting: Query<Bool> = .one("SELECT pg_advisory_xact_lock_shared(1) IS NULL")
            func crossing(_ first: Int, _ second: Int) async -> Result<Void, any Error> {
                await outcome {
                    _ = try await database.write(retryingConflicts: retrying, change(first, "b"), waiting, change(second, "b"))
                }
            }
            async let one = crossing(1, 2)
            async let other = crossing(2, 1)
            try await #expect(eventuallyDespiteErrors { try test.blockedCount() == 2 })
            try gate.run("SELECT pg_advisory_unlock(1)")
            let failures = await [one, other].compactMap { result -> String? in
                guard case .failure(DatabaseError.refused(let refusal)) = result else { return nil }
                return refusal.sqlState
            }
            #expect(failures == (retrying ? [] : ["40P01"]))
            #expect(database.metrics.snapshot().retries >= (retrying ? 1 : 0))
        }
    }

    @Test func `a transaction survives a change of a table's columns`() async throws {
        try await withPool(connections: 1) { database, test in
            let all: Query<[Anything]> = .all("SELECT * FROM notes")
            let owner = try ScriptConnection(url: test.ownerURL)
            _ = try await database.transaction { try await $0.run(all) }
            try owner.run("ALTER TABLE notes ADD COLUMN more int")
            // In its first round trip a transaction is repeated silently. Later it is repeated only if it declares that safe.
            _ = try await database.transaction { try await $0.run(all) }
            try owner.run("ALTER TABLE notes ADD COLUMN yet_more int")
            let seen = try await database.transaction(retrying: true) { transaction in
                try await transaction.run(insert(5))
                return try await transaction.run(all).count
            }
            #expect(seen == 1)
            #expect(database.metrics.snapshot().connectionsLost == 0)
        }
    }

    private struct Anything: RowDecodable {
        init(_ row: inout Row) throws { _ = try row.next(Int.self) }
    }

    @Test func `a finished transaction runs no more statements`() async throws {
        try await withPool { database, _ in
            let kept = try await database.transaction { transaction in
                try await transaction.run(insert(1))
                return transaction
            }
            await #expect(throws: DatabaseError.rolledBack("the transaction is over")) { try await kept.run(insert(2)) }
            try await #expect(database.read(ids) == [1])
        }
    }
}
