import Postgres
import TestSupport
import Testing

@testable import Migrations

struct HalfAppliedTests {
    private let table = Migration(number: 1, name: "table", sql: "CREATE TABLE one (id int); INSERT INTO one VALUES (1), (1);")
    private let index = Migration(
        number: 2, name: "index",
        sql:
            "-- no transaction\n-- additive\nCREATE TABLE IF NOT EXISTS two (id int);\n\nCREATE UNIQUE INDEX CONCURRENTLY one_id\n    ON one (id);\n"
    )

    /// Runs `body` after a failure: a unique index on duplicates fails and leaves an invalid index.
    private func withHalf(_ body: (TestDatabase, String) throws -> Void) async throws {
        try await TestDatabase.withEmpty { database in
            let error = #expect(throws: MigrationError.self) { try database.migrator([table, index]).up(serverRole: nil) }
            try body(database, error?.description ?? "")
        }
    }

    @Test func `the failure says how far it came and what to do`() async throws {
        try await withHalf { database, words in
            #expect(words.contains("0002_index.sql, line 5: could not create unique index \"one_id\""))
            #expect(words.contains("1 of its 2 statements done; the one on line 5 may be done in part."))
            #expect(words.contains("DROP INDEX CONCURRENTLY public.one_id;"))
            #expect(words.contains("boardwalk migrate resolve 2 --applied"))
            #expect(words.contains("boardwalk migrate resolve 2 --again"))
        }
    }

    @Test func `the next run is refused with the same message`() async throws {
        try await withHalf { database, words in
            let next = Migration(number: 3, name: "next", sql: "CREATE TABLE three (id int);")
            let error = #expect(throws: MigrationError.self) { try database.migrator([table, index, next]).up(serverRole: nil) }
            #expect(error.map { words.contains($0.description) } == true)
            let state = try database.migrator([table, index]).state()
            #expect(throws: MigrationError.self) { try state.checkThatServerMayRun() }
            // A server that does not know an additive migration can run with half of it.
            try database.migrator([table]).state().checkThatServerMayRun()
        }
    }

    @Test func `resolving with --again runs the whole file once more`() async throws {
        try await withHalf { database, _ in
            let connection = try ScriptConnection(url: database.ownerURL)
            try connection.run("DROP INDEX CONCURRENTLY public.one_id")
            try connection.run("DELETE FROM one")
            try #expect(database.migrator([table, index]).resolve(2, as: .again).contains("boardwalk migrate up"))
            try #expect(database.migrator([table, index]).up(serverRole: nil) == [index])
            try database.migrator([table, index]).state().checkThatServerMayRun()
        }
    }

    @Test func `resolving with --applied accepts a corrected file`() async throws {
        try await withHalf { database, _ in
            let mended = Migration(number: 2, name: "index", sql: index.sql.replacing("UNIQUE ", with: ""))
            try ScriptConnection(url: database.ownerURL).run("DROP INDEX public.one_id")
            try ScriptConnection(url: database.ownerURL).run("CREATE INDEX one_id ON one (id)")
            _ = try database.migrator([table, mended]).resolve(2, as: .applied)
            try #expect(database.migrator([table, mended]).up(serverRole: nil).isEmpty)
            try database.migrator([table, mended]).state().checkThatServerMayRun()
        }
    }

    @Test func `only a half-applied migration can be resolved`() async throws {
        try await withHalf { database, _ in
            for (number, words) in [(1, "0001_table is applied"), (7, "0007 was never started here")] {
                let error = #expect(throws: MigrationError.self) { try database.migrator([table, index]).resolve(number, as: .again) }
                #expect(error?.description.contains(words) == true)
            }
        }
    }

    /// The migrator cannot report anything after it is killed, but the history has the number of finished statements.
    @Test func `a lost connection leaves a half-applied migration`() async throws {
        try await TestDatabase.withEmpty { database in
            let sql = "-- no transaction\nCREATE TABLE one (id int);\nSELECT pg_terminate_backend(pg_backend_pid());\nSELECT 3;"
            let words = try #require(try database.failure(of: sql))
            #expect(words.contains("line 3: the connection to the database was lost"))
            #expect(words.contains("1 of its 3 statements done; the one on line 3 may be done in part."))
            let fault = try database.migrator([Migration(number: 1, name: "one", sql: sql)]).state().faults.first
            #expect(fault?.description.contains("1 of its 3 statements done; the one on line 3 may be done in part.") == true)
        }
    }
}
