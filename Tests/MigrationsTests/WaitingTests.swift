import Postgres
import TestSupport
import Testing

@testable import Migrations

struct WaitingTests {
    private let table = Migration(number: 1, name: "table", sql: "CREATE TABLE one (id int);")
    private let change = Migration(number: 2, name: "change", sql: "-- why\nALTER TABLE one ADD COLUMN other text;")

    @Test func `a long transaction is named and waited for without blocking readers`() async throws {
        try await TestDatabase.withEmpty { database in
            try database.migrator([table]).up(serverRole: nil)
            let reader = try ScriptConnection(url: database.ownerURL)
            try reader.run("BEGIN; SELECT id FROM one")
            let person = Operator()
            let migrator = Background {
                try database.migrator([table, change], person.options(lockTimeout: .milliseconds(900))).up(serverRole: nil).count
            }
            try #expect(await person.hears("0002_change.sql, line 2 waits for a lock of process \(reader.processID)"))
            try #expect(await person.hears("rolled back, so that nobody waits for it"))
            // Between two attempts others can read.
            try ScriptConnection(url: database.ownerURL).run("SET statement_timeout = '5s'; SELECT id FROM one")
            try reader.run("COMMIT")
            try #expect(await migrator.value == 1)
        }
    }

    @Test func `after the longest wait the blocking process is named`() async throws {
        try await TestDatabase.withEmpty { database in
            try database.migrator([table]).up(serverRole: nil)
            let reader = try ScriptConnection(url: database.ownerURL)
            try reader.run("BEGIN; SELECT id FROM one")
            let options = Operator().options(maximumWait: .seconds(1), lockTimeout: .milliseconds(900))
            let error = #expect(throws: MigrationError.self) { try database.migrator([table, change], options).up(serverRole: nil) }
            #expect(error?.description.contains("held by process \(reader.processID), role boardwalk_owner") == true)
            #expect(error?.description.contains("Nothing of 0002_change was changed") == true)
        }
    }

    @Test func `a second migrator names the one that it waits for`() async throws {
        try await TestDatabase.withEmpty { database in
            let gate = try Gate(database)
            let slow = Migration(number: 1, name: "slow", sql: Gate.sql)
            let first = Background { try database.migrator([slow]).up(serverRole: nil).count }
            try #expect(await gate.isReached())
            let person = Operator()
            let options = person.options(maximumWait: .milliseconds(500))
            let error = #expect(throws: MigrationError.self) { try database.migrator([slow], options).up(serverRole: nil) }
            #expect(error?.description.contains("Another migrator is running") == true)
            #expect(person.lines.first?.contains("waiting for another migrator: process") == true)
            #expect(person.lines.first?.contains("boardwalk migrate on") == true)
            let state = try database.migrator([slow]).state()
            #expect(state.migrator?.contains("pg_advisory_xact_lock(7)") == true)
            let refusal = #expect(throws: MigrationError.self) { try state.checkThatServerMayRun() }
            #expect(refusal?.description.contains("is being migrated at this moment") == true)
            try gate.open()
            try #expect(await first.value == 1)
        }
    }

    /// CREATE INDEX CONCURRENTLY waits for every session that holds a snapshot, such as one that waits for an advisory lock.
    @Test func `a waiting migrator does not block a concurrent index`() async throws {
        try await TestDatabase.withEmpty { database in
            let index = Migration(
                number: 2, name: "index", sql: "-- no transaction\nSELECT pg_sleep(0.5);\nCREATE INDEX CONCURRENTLY one_id ON one (id);")
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<3 { group.addTask { try database.migrator([table, index]).up(serverRole: nil).count } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(counts.sorted() == [0, 0, 2])
        }
    }

    @Test func `a request to stop rolls back the running migration`() async throws {
        try await TestDatabase.withEmpty { database in
            let gate = try Gate(database)
            let slow = Migration(number: 2, name: "slow", sql: "CREATE TABLE two (id int);\n" + Gate.sql)
            let person = Operator()
            let task = Background { try database.migrator([table, slow], person.options()).up(serverRole: nil) }
            try #expect(await gate.isReached())
            person.stop()
            let error = await #expect(throws: MigrationError.self) { try await task.value }
            #expect(error?.isInterruption == true)
            #expect(error?.description.contains("0002_slow.sql, line 3: stopped, as you asked.") == true)
            #expect(error?.description.contains("Nothing of 0002_slow was changed") == true)
            try #expect(ScriptConnection(url: database.ownerURL).rows("SELECT to_regclass('two')::text") == [[nil]])
            try #expect(database.migrator([table]).state().applied.map(\.title) == ["0001_table"])
        }
    }

    @Test func `a request to stop ends the wait for another migrator`() async throws {
        try await TestDatabase.withEmpty { database in
            let gate = try Gate(database)
            let slow = Migration(number: 1, name: "slow", sql: Gate.sql)
            let first = Background { try database.migrator([slow]).up(serverRole: nil).count }
            try #expect(await gate.isReached())
            let person = Operator()
            person.stop()
            let error = #expect(throws: MigrationError.self) { try database.migrator([slow], person.options()).up(serverRole: nil) }
            #expect(error?.isInterruption == true)
            try gate.open()
            try #expect(await first.value == 1)
        }
    }
}
