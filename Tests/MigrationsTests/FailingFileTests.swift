import Foundation
import Postgres
import TestSupport
import Testing

@testable import Migrations

struct FailingFileTests {
    @Test func `the line of the failing statement is named`() async throws {
        try await TestDatabase.withEmpty { database in
            let sql = "-- why\nCREATE TABLE one (id int);\n\nCREATE TABLE two (\n    id int,\n    other nosuchtype\n);\n"
            let words = try #require(try database.failure(of: sql))
            #expect(words.contains("0001_one.sql, line 6: type \"nosuchtype\" does not exist (SQLSTATE 42704)"))
            #expect(words.contains("Nothing of 0001_one was changed"))
            #expect(words.contains("boardwalk migrate up"))
            try #expect(ScriptConnection(url: database.ownerURL).rows("SELECT to_regclass('one')::text") == [[nil]])
        }
    }

    @Test func `an error without a position names its statement's line`() async throws {
        try await TestDatabase.withEmpty { database in
            let sql = "CREATE TABLE one (id int PRIMARY KEY);\n\nINSERT INTO one\nVALUES (1), (1);\n"
            let words = try #require(try database.failure(of: sql))
            #expect(words.contains("0001_one.sql, line 3: duplicate key"))
            #expect(words.contains("detail: Key (id)=(1) already exists."))
        }
    }

    @Test func `an error at the commit says so`() async throws {
        try await TestDatabase.withEmpty { database in
            let sql = "CREATE TABLE one (id int UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO one VALUES (1), (1);"
            let words = try #require(try database.failure(of: sql))
            #expect(words.contains("0001_one.sql, at its commit: duplicate key"))
            #expect(words.contains("Nothing of 0001_one was changed"))
            try #expect(database.migrator([]).state().applied.isEmpty)
        }
    }

    @Test func `a statement that cannot run in a transaction gets a hint`() async throws {
        try await TestDatabase.withEmpty { database in
            let words = try #require(try database.failure(of: "CREATE TABLE one (id int);\nVACUUM one;"))
            #expect(words.contains("line 2: VACUUM cannot run inside a transaction block"))
            #expect(words.contains("hint: Give it a file of its own, with \"-- no transaction\" as the first line."))
        }
    }

    private static let refusals = [
        ("SELECT 1;\nBEGIN;\nSELECT 2;\nCOMMIT;", "line 2: a migration must not contain BEGIN."),
        ("SELECT 1;\ncommit;", "line 2: a migration must not contain COMMIT."),
        ("START TRANSACTION;", "a migration must not contain START TRANSACTION."),
        ("ROLLBACK", "a migration must not contain ROLLBACK."),
        ("-- no transaction\nBEGIN; SELECT 1; END;", "line 2: a migration must not contain BEGIN."),
        ("SELECT 1;\n\\i other.sql", "line 2: a command that begins with a backslash is for psql"),
        ("SELECT 'a", "line 1: the quote that begins here never ends"),
        ("COPY one (id) FROM stdin;\n1\n", "line 1: COPY from a client does not work here"),
        ("", "has no statement"),
        ("-- later\n;\n", "has no statement"),
    ]

    @Test func `a file that cannot run is refused before any file runs`() async throws {
        try await TestDatabase.withEmpty { database in
            let first = Migration(number: 1, name: "first", sql: "CREATE TABLE first (id int);")
            for (sql, refusal) in Self.refusals {
                let error = #expect(throws: MigrationError.self) {
                    try database.migrator([first, Migration(number: 2, name: "second", sql: sql)]).up(serverRole: nil)
                }
                #expect(error?.description.contains(refusal) == true, "\(error?.description ?? "")")
                #expect(error?.description.hasSuffix("Nothing was applied.") == true)
            }
            try #expect(database.migrator([]).state().applied.isEmpty)
        }
    }

    @Test func `savepoints and DO blocks are allowed`() async throws {
        try await TestDatabase.withEmpty { database in
            let sql = "SAVEPOINT a; SELECT 1; ROLLBACK TO a; RELEASE a; DO $$ BEGIN PERFORM 1; END $$;"
            try #expect(database.failure(of: sql) == nil)
        }
    }

    @Test func `a file of six megabytes runs`() async throws {
        try await TestDatabase.withEmpty { database in
            let row = "('" + String(repeating: "x", count: 1_000) + "')"
            let insert = "INSERT INTO one VALUES\n" + Array(repeating: row, count: 2_000).joined(separator: ",\n") + ";\n"
            try #expect(database.failure(of: "CREATE TABLE one (text text);\n" + insert + insert + insert) == nil)
            try #expect(ScriptConnection(url: database.ownerURL).rows("SELECT count(*)::text FROM one") == [["6000"]])
        }
    }

    @Test func `a connection lost before the commit changes nothing`() async throws {
        try await TestDatabase.withEmpty { database in
            let sql = "CREATE TABLE one (id int);\nSELECT pg_terminate_backend(pg_backend_pid());\nSELECT 1;"
            let words = try #require(try database.failure(of: sql))
            #expect(words.contains("0001_one.sql, line 2: the connection to the database was lost"))
            #expect(words.contains("Nothing of 0001_one was changed"))
            try #expect(database.migrator([]).state().applied.isEmpty)
            try #expect(ScriptConnection(url: database.ownerURL).rows("SELECT to_regclass('one')::text") == [[nil]])
        }
    }

    /// The server process ends while it checks a deferred constraint. It did not commit, but the migrator cannot know that.
    @Test func `a connection lost during the commit leaves the outcome unknown`() async throws {
        try await TestDatabase.withEmpty { database in
            let sql = """
                CREATE TABLE one (id int);
                CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); RETURN NULL; END $$;
                CREATE CONSTRAINT TRIGGER late AFTER INSERT ON one DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die();
                INSERT INTO one VALUES (1);
                """
            let words = try #require(try database.failure(of: sql))
            #expect(words.contains("0001_one.sql, at its commit: the connection to the database was lost"))
            #expect(words.contains("boardwalk migrate status"))
            try #expect(database.migrator([]).state().applied.isEmpty)
        }
    }

    /// The server commits, but its response to COMMIT is lost.
    @Test func `the next run finds a commit whose response was lost`() async throws {
        try await TestDatabase.withEmpty { database in
            let proxy = try CuttingProxy(before: database.ownerURL, cutsAfter: "COMMIT")
            defer { proxy.close() }
            let one = Migration(number: 1, name: "one", sql: "CREATE TABLE one (id int);")
            let migrator = try Migrator(url: proxy.url, folder: MigrationFolder([one]), version: "test")
            let error = #expect(throws: MigrationError.self) { try migrator.up(serverRole: nil) }
            #expect(error?.description.contains("it is unknown whether 0001_one is applied. All of it is, or nothing") == true)
            try #expect(database.migrator([one]).up(serverRole: nil).isEmpty)
            try #expect(database.migrator([one]).state().applied.map(\.title) == ["0001_one"])
        }
    }
}
