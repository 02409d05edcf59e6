import Migrations
import Postgres
import TestSupport
import Testing

struct MigratorTests {
    private let first = Migration(number: 1, name: "first", sql: "-- additive\nCREATE TABLE first (id int);")
    private let second = Migration(number: 2, name: "second", sql: "CREATE TABLE second (id int);")

    private func migrator(_ database: TestDatabase, _ migrations: Migration...) throws -> Migrator {
        try database.migrator(migrations)
    }

    @Test func `pending migrations are applied once`() async throws {
        try await TestDatabase.withEmpty { database in
            try #expect(migrator(database, first, second).up(serverRole: "boardwalk_server") == [first, second])
            try #expect(migrator(database, first, second).up(serverRole: "boardwalk_server").isEmpty)
            let rows = try ScriptConnection(url: database.serverURL).rows("SELECT count(*)::text FROM first")
            #expect(rows == [["0"]])
        }
    }

    @Test func `the history records time, duration and version`() async throws {
        try await TestDatabase.withEmpty { database in
            let slow = Migration(number: 1, name: "slow", sql: "SELECT pg_sleep(0.2)")
            try migrator(database, slow).up(serverRole: nil)
            let applied = try #require(try migrator(database, slow).state().applied.first)
            #expect(applied.title == "0001_slow")
            #expect(applied.version == "test")
            #expect((applied.milliseconds ?? 0) >= 200)
            #expect(applied.appliedAt.hasPrefix("20"))
        }
    }

    @Test func `a missing server role is named and the migrations stay applied`() async throws {
        try await TestDatabase.withEmpty { database in
            let error = #expect(throws: MigrationError.self) { try migrator(database, first).up(serverRole: "nobody_here") }
            #expect(error?.description.contains("nobody_here") == true)
            try #expect(migrator(database, first).state().pending.isEmpty)
            try migrator(database, first).up(serverRole: "boardwalk_server")
            _ = try ScriptConnection(url: database.serverURL).rows("SELECT id FROM first")
        }
    }

    @Test func `a role that cannot create tables is refused`() async throws {
        try await TestDatabase.withEmpty { database in
            let migrator = try Migrator(url: database.serverURL, folder: MigrationFolder([first]), version: "test")
            let error = #expect(throws: MigrationError.self) { try migrator.up(serverRole: nil) }
            #expect(error?.description.contains("boardwalk_server may not create tables") == true)
        }
    }

    @Test func `an unreachable database is reported`() throws {
        let error = #expect(throws: MigrationError.self) {
            try Migrator(url: "postgresql://nobody@/none?host=/nowhere", folder: MigrationFolder([first]), version: "test")
        }
        #expect(error?.description.contains("cannot be reached; nothing was changed") == true)
    }

    @Test func `settings of one file do not affect the next`() async throws {
        try await TestDatabase.withEmpty { database in
            let setting = Migration(number: 1, name: "setting", sql: "SELECT set_config('search_path', '', false); SET lock_timeout = 1;")
            try migrator(database, setting, second).up(serverRole: nil)
            try #expect(ScriptConnection(url: database.ownerURL).rows("SELECT to_regclass('public.second')::text") == [["second"]])
        }
    }

    @Test func `a failing migration changes nothing`() async throws {
        try await TestDatabase.withEmpty { database in
            let broken = Migration(number: 2, name: "broken", sql: "CREATE TABLE half (id int); SELECT no_such_column;")
            #expect(throws: MigrationError.self) { try migrator(database, first, broken).up(serverRole: nil) }
            let connection = try ScriptConnection(url: database.ownerURL)
            try #expect(connection.rows("SELECT to_regclass('half')::text") == [[nil]])
            try #expect(connection.rows("SELECT number::text FROM schema_migrations") == [["1"]])
            try #expect(migrator(database, first, second).up(serverRole: nil) == [second])
        }
    }

    @Test func `an edited file is refused`() async throws {
        try await TestDatabase.withEmpty { database in
            try migrator(database, first).up(serverRole: nil)
            let edited = Migration(number: 1, name: "first", sql: first.sql + "-- edited")
            let error = #expect(throws: MigrationError.self) { try migrator(database, edited).up(serverRole: nil) }
            #expect(error?.description.contains("0001_first.sql was edited") == true)
            #expect(throws: MigrationError.self) { try migrator(database, edited).state().checkThatServerMayRun() }
        }
    }

    @Test func `instances that start together migrate once`() async throws {
        try await TestDatabase.withEmpty { database in
            let slow = Migration(number: 1, name: "slow", sql: "SELECT pg_sleep(0.3); CREATE TABLE slow (id int);")
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try migrator(database, slow).up(serverRole: nil).count } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(counts.sorted() == [0, 0, 0, 0, 0, 0, 0, 1])
        }
    }

    @Test func `a renumbered file is refused`() async throws {
        try await TestDatabase.withEmpty { database in
            try migrator(database, first, second).up(serverRole: nil)
            let inserted = Migration(number: 2, name: "inserted", sql: "CREATE TABLE inserted (id int);")
            let moved = Migration(number: 3, name: second.name, sql: second.sql)
            let error = #expect(throws: MigrationError.self) { try migrator(database, first, inserted, moved).up(serverRole: nil) }
            #expect(error?.description.contains("0003_second.sql was applied as 0002_second") == true)
            try #expect(ScriptConnection(url: database.ownerURL).rows("SELECT to_regclass('inserted')::text") == [[nil]])
        }
    }

    @Test func `another file under an applied number is refused`() async throws {
        try await TestDatabase.withEmpty { database in
            try migrator(database, first).up(serverRole: nil)
            let other = Migration(number: 1, name: "other", sql: "CREATE TABLE other (id int);")
            let error = #expect(throws: MigrationError.self) { try migrator(database, other).up(serverRole: nil) }
            #expect(error?.description.contains("Restore 0001_first.sql, and give 0001_other.sql the next free number") == true)
            let renamed = Migration(number: 1, name: "renamed", sql: first.sql)
            let again = #expect(throws: MigrationError.self) { try migrator(database, renamed).up(serverRole: nil) }
            #expect(again?.description.contains("give the file that name back") == true)
        }
    }

    @Test func `a pending file before an applied one is refused`() async throws {
        try await TestDatabase.withEmpty { database in
            try migrator(database, first, second).up(serverRole: nil)
            try ScriptConnection(url: database.ownerURL).run("DELETE FROM schema_migrations WHERE number = 1")
            let error = #expect(throws: MigrationError.self) { try migrator(database, first, second).up(serverRole: nil) }
            #expect(error?.description.contains("give it the next free number after 0002") == true)
        }
    }

    @Test func `an older server runs only with additive newer migrations`() async throws {
        try await TestDatabase.withEmpty { database in
            let additive = Migration(number: 2, name: "more", sql: "-- additive\nCREATE TABLE more (id int);")
            try migrator(database, first, additive).up(serverRole: nil)
            try migrator(database, first).state().checkThatServerMayRun()
            let breaking = Migration(number: 3, name: "breaking", sql: "DROP TABLE first;")
            try migrator(database, first, additive, breaking).up(serverRole: nil)
            let error = #expect(throws: MigrationError.self) { try migrator(database, first).state().checkThatServerMayRun() }
            #expect(error?.description.contains("version test applied 0003_breaking") == true)
        }
    }

    @Test func `a server refuses an older schema`() async throws {
        try await TestDatabase.withEmpty { database in
            try migrator(database, first).up(serverRole: nil)
            let error = #expect(throws: MigrationError.self) { try migrator(database, first, second).state().checkThatServerMayRun() }
            #expect(error?.description.contains("boardwalk migrate up") == true)
        }
    }
}
