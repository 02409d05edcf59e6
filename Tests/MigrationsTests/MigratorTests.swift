import Migrations
import Postgres
import TestSupport
import Testing

struct MigratorTests {
    private let first = Migration(number: 1, name: "first", sql: "-- additive\nCREATE TABLE first (id int);")
    private let second = Migration(number: 2, name: "second", sql: "CREATE TABLE second (id int);")

    private func migrator(_ database: TestDatabase, _ migrations: Migration...) throws -> Migrator {
        try Migrator(url: database.ownerURL, folder: MigrationFolder(migrations), version: "test")
    }

    @Test func pendingMigrationsAreAppliedOnce() async throws {
        try await TestDatabase.withEmpty { database in
            try #expect(migrator(database, first, second).up(serverRole: "boardwalk_server") == [first, second])
            try #expect(migrator(database, first, second).up(serverRole: "boardwalk_server").isEmpty)
            let rows = try ScriptConnection(url: database.serverURL).rows("SELECT count(*)::text FROM first")
            #expect(rows == [["0"]])
        }
    }

    @Test func aFailingMigrationLeavesNothingBehind() async throws {
        try await TestDatabase.withEmpty { database in
            let broken = Migration(number: 2, name: "broken", sql: "CREATE TABLE half (id int); SELECT no_such_column;")
            #expect(throws: MigrationError.self) { try migrator(database, first, broken).up(serverRole: nil) }
            let connection = try ScriptConnection(url: database.ownerURL)
            try #expect(connection.rows("SELECT to_regclass('half')::text") == [[nil]])
            try #expect(connection.rows("SELECT number::text FROM schema_migrations") == [["1"]])
            try #expect(migrator(database, first, second).up(serverRole: nil) == [second])
        }
    }

    @Test func anEditedFileIsRefused() async throws {
        try await TestDatabase.withEmpty { database in
            try migrator(database, first).up(serverRole: nil)
            let edited = Migration(number: 1, name: "first", sql: first.sql + "-- edited")
            let error = #expect(throws: MigrationError.self) { try migrator(database, edited).up(serverRole: nil) }
            #expect(error?.description.contains("0001_first.sql was edited") == true)
        }
    }

    @Test func instancesThatStartTogetherWaitForOneAnother() async throws {
        try await TestDatabase.withEmpty { database in
            let slow = Migration(number: 1, name: "slow", sql: "SELECT pg_sleep(0.3); CREATE TABLE slow (id int);")
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<3 { group.addTask { try migrator(database, slow).up(serverRole: nil).count } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(counts.sorted() == [0, 0, 1])
        }
    }

    @Test func aServerRunsBesideANewerAdditiveSchemaOnly() async throws {
        try await TestDatabase.withEmpty { database in
            let additive = Migration(number: 2, name: "more", sql: "-- additive\nCREATE TABLE more (id int);")
            try migrator(database, first, additive).up(serverRole: nil)
            try migrator(database, first).state().checkThatServerMayRun()
            let breaking = Migration(number: 3, name: "breaking", sql: "DROP TABLE first;")
            try migrator(database, first, additive, breaking).up(serverRole: nil)
            #expect(throws: MigrationError.self) { try migrator(database, first).state().checkThatServerMayRun() }
        }
    }

    @Test func aServerRefusesAnOlderSchema() async throws {
        try await TestDatabase.withEmpty { database in
            try migrator(database, first).up(serverRole: nil)
            let error = #expect(throws: MigrationError.self) { try migrator(database, first, second).state().checkThatServerMayRun() }
            #expect(error?.description.contains("boardwalk migrate up") == true)
        }
    }

    @Test func whatRunsOutsideATransactionMayStopHalfWay() async throws {
        try await TestDatabase.withEmpty { database in
            let half = Migration(number: 2, name: "half", sql: "-- no transaction\nCREATE TABLE half (id int);\nSELECT no_such_column;\n")
            #expect(throws: MigrationError.self) { try migrator(database, first, half).up(serverRole: nil) }
            let error = #expect(throws: MigrationError.self) { try migrator(database, first, half).up(serverRole: nil) }
            #expect(error?.description.contains("stopped half-way") == true)
        }
    }

    @Test func numbersHaveNoGapsOrDoubles() {
        #expect(throws: MigrationError.self) { try MigrationFolder([first, Migration(number: 3, name: "gap", sql: "")]) }
        #expect(throws: MigrationError.self) { try MigrationFolder([first, Migration(number: 1, name: "double", sql: "")]) }
    }
}
