import Foundation
import Postgres
import TestSupport
import Testing

@testable import Migrations

struct RepeatableMigrationTests {
    private let table = Migration(number: 1, name: "table", sql: "CREATE TABLE one (id int);")

    private func answer(_ value: Int) -> Migration {
        Migration(
            number: 0, name: "functions/answer",
            sql: "CREATE OR REPLACE FUNCTION answer() RETURNS int LANGUAGE sql AS $$ SELECT \(value) $$;")
    }

    private func migrator(_ database: TestDatabase, _ repeatable: Migration...) throws -> Migrator {
        try Migrator(url: database.ownerURL, folder: MigrationFolder([table], repeatable: repeatable), version: "test")
    }

    private func answer(in database: TestDatabase) throws -> String? {
        try ScriptConnection(url: database.ownerURL).rows("SELECT answer()::text").first?.first ?? nil
    }

    @Test func `a function is applied once, and again when its file has changed`() async throws {
        try await TestDatabase.withEmpty { database in
            try #expect(migrator(database, answer(1)).up(serverRole: nil) == [table, answer(1)])
            try #expect(migrator(database, answer(1)).up(serverRole: nil).isEmpty)
            try #expect(migrator(database, answer(2)).up(serverRole: nil) == [answer(2)])
            try #expect(answer(in: database) == "2")
        }
    }

    @Test func `an earlier content of a function can be restored`() async throws {
        try await TestDatabase.withEmpty { database in
            for value in [1, 2, 1] { try migrator(database, answer(value)).up(serverRole: nil) }
            try #expect(answer(in: database) == "1")
            try #expect(migrator(database, answer(1)).state().pendingRepeatable.isEmpty)
        }
    }

    @Test func `functions come after tables and views, and may name each other in any order`() async throws {
        try await TestDatabase.withEmpty { database in
            let first = Migration(
                number: 0, name: "functions/a",
                sql: "CREATE OR REPLACE FUNCTION a() RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM numbers; END;")
            let second = Migration(
                number: 0, name: "functions/b", sql: "CREATE OR REPLACE FUNCTION b() RETURNS int LANGUAGE sql AS $$ SELECT c() $$;")
            let third = Migration(
                number: 0, name: "functions/c", sql: "CREATE OR REPLACE FUNCTION c() RETURNS int LANGUAGE sql AS $$ SELECT 3 $$;")
            let view = Migration(number: 0, name: "views/numbers", sql: "CREATE OR REPLACE VIEW numbers AS SELECT id FROM one;")
            try migrator(database, view, first, second, third).up(serverRole: nil)
            try #expect(ScriptConnection(url: database.ownerURL).rows("SELECT a()::text, b()::text") == [["0", "3"]])
        }
    }

    @Test func `a failing function keeps its former content and names its line`() async throws {
        try await TestDatabase.withEmpty { database in
            try migrator(database, answer(1)).up(serverRole: nil)
            let broken = Migration(number: 0, name: "functions/answer", sql: answer(2).sql + "\nSELECT no_such_column;")
            let error = #expect(throws: MigrationError.self) { try migrator(database, broken).up(serverRole: nil) }
            #expect(error?.description.contains("functions/answer.sql, line 2: column \"no_such_column\" does not exist") == true)
            try #expect(answer(in: database) == "1")
            try #expect(migrator(database, answer(1)).state().pendingRepeatable.isEmpty)
        }
    }

    @Test func `a server whose functions were never applied may not run`() async throws {
        try await TestDatabase.withEmpty { database in
            try migrator(database, answer(1)).up(serverRole: nil)
            let error = #expect(throws: MigrationError.self) { try migrator(database, answer(2)).state().checkThatServerMayRun() }
            #expect(error?.description.contains("functions/answer is not applied. Run: boardwalk migrate up") == true)
        }
    }

    @Test func `an older server may run beside newer functions`() async throws {
        try await TestDatabase.withEmpty { database in
            try migrator(database, answer(1)).up(serverRole: nil)
            try migrator(database, answer(2)).up(serverRole: nil)
            try migrator(database, answer(1)).state().checkThatServerMayRun()
        }
    }

    @Test func `the dry run shows a changed function and changes nothing`() async throws {
        try await TestDatabase.withEmpty { database in
            try migrator(database, answer(1)).up(serverRole: nil)
            let script = try migrator(database, answer(2)).script(serverRole: nil)
            #expect(script.hasPrefix("-- functions/answer.sql, in one transaction\nBEGIN;"))
            #expect(script.contains("SELECT 2"))
            try #expect(answer(in: database) == "1")
        }
    }

    @Test func `the server's role may read the record of functions but not change it`() async throws {
        try await TestDatabase.withEmpty { database in
            try migrator(database, answer(1)).up(serverRole: "boardwalk_server")
            let server = try ScriptConnection(url: database.serverURL)
            try #expect(server.rows("SELECT name FROM schema_objects") == [["functions/answer"]])
            #expect(throws: DatabaseError.self) { try server.run("DELETE FROM schema_objects") }
        }
    }

    @Test func `a database from before the first release is refused in one sentence`() async throws {
        try await TestDatabase.withEmpty { database in
            let old = [
                Migration(number: 1, name: "accounts", sql: "SELECT 1;"), Migration(number: 2, name: "clubs", sql: "SELECT 1;"),
            ]
            try database.migrator(old).up(serverRole: nil)
            let error = #expect(throws: MigrationError.self) { try migrator(database).up(serverRole: nil) }
            #expect(error?.description.hasPrefix("This database was made by a version from before the first release.") == true)
            #expect(throws: MigrationError.self) { try migrator(database).state().checkThatServerMayRun() }
        }
    }

    @Test func `files are read from the folders of views and functions, views first`() throws {
        let sql = Data("SELECT 1;".utf8)
        try withRepeatable(["0001_a.sql": sql, "functions/b.sql": sql, "functions/a.sql": sql, "views/z.sql": sql]) { folder in
            try #expect(MigrationFolder(directory: folder).repeatable.map(\.title) == ["views/z", "functions/a", "functions/b"])
        }
    }

    @Test(arguments: ["A.sql", "a-b.sql", "a.SQL", "ä.sql"])
    func `the file of a function with a malformed name is refused`(name: String) throws {
        let sql = Data("SELECT 1;".utf8)
        try withRepeatable(["0001_a.sql": sql, "functions/" + name: sql]) { folder in
            let error = #expect(throws: MigrationError.self) { try MigrationFolder(directory: folder) }
            #expect(error?.description.contains("functions/\(name): the file of a function or view has its name") == true)
        }
    }

    private func withRepeatable(_ files: [String: Data], _ body: (String) throws -> Void) throws {
        try withFolder([:]) { folder in
            for (name, bytes) in files {
                let file = URL(filePath: folder + "/" + name)
                try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try bytes.write(to: file)
            }
            try body(folder)
        }
    }
}
