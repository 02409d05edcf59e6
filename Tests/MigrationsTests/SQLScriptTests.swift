import Foundation
import TestSupport
import Testing

@testable import Migrations

struct SQLScriptTests {
    @Test(arguments: [
        ("SELECT 1; SELECT 2", ["SELECT 1", "SELECT 2"]),
        (";;\n ; -- nothing\n/* at all; */", []),
        ("SELECT ';', \"a;b\", 'it''s;';SELECT 2;", ["SELECT ';', \"a;b\", 'it''s;'", "SELECT 2"]),
        ("SELECT E'\\';'; SELECT '\\'; SELECT 3", ["SELECT E'\\';'", "SELECT '\\'", "SELECT 3"]),
        ("SELECT E'a''\\';'; SELECT 2", ["SELECT E'a''\\';'", "SELECT 2"]),
        ("DO $$ BEGIN; END $$; DO $a$ $$;$b$; $a$", ["DO $$ BEGIN; END $$", "DO $a$ $$;$b$; $a$"]),
        ("SELECT $1; SELECT a$b; SELECT c$d$e;", ["SELECT $1", "SELECT a$b", "SELECT c$d$e"]),
        ("SELECT 1 /* a; /* b; */ c; */ + 1; SELECT 2", ["SELECT 1 /* a; /* b; */ c; */ + 1", "SELECT 2"]),
        ("SELECT 1 -- one; two\n; SELECT 2 -- end", ["SELECT 1", "SELECT 2"]),
        ("SELECT 1 - -1 --;\n + 2;", ["SELECT 1 - -1 --;\n + 2"]),
        (
            "CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2); SELECT 3",
            ["CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2)", "SELECT 3"]
        ),
        (
            "CREATE OR REPLACE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END; SELECT 3",
            ["CREATE OR REPLACE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END", "SELECT 3"]
        ),
        ("SELECT 'ä;ö'; SELECT $ä$;$ä$", ["SELECT 'ä;ö'", "SELECT $ä$;$ä$"]),
        ("SELECT 1;\r\nSELECT 2;\r\n", ["SELECT 1", "SELECT 2"]),
    ])
    func `a script is split into statements as PostgreSQL splits it`(script: String, statements: [String]) throws {
        try #expect(SQLScript.statements(of: script).map(\.text) == statements)
    }

    @Test func `statements know the lines of their parts`() throws {
        let statements = try SQLScript.statements(of: "-- head\n\nSELECT 1;\n/* a\nb */ SELECT\n  'ä\n', 2;\nSELECT 3")
        #expect(statements.map(\.line) == [3, 5, 8])
        #expect(statements[1].line(ofCharacter: 1) == 5)
        #expect(statements[1].line(ofCharacter: 10) == 6)
        #expect(statements[1].line(ofCharacter: 14) == 7)
    }

    @Test(arguments: [
        ("SELECT 1;\nSELECT 'open;\n", SQLScript.Mistake.unclosed("quote", line: 2)),
        ("SELECT \"open;", .unclosed("quote", line: 1)),
        ("SELECT E'a\\'", .unclosed("quote", line: 1)),
        ("\nDO $x$ BEGIN $y$", .unclosed("dollar quote", line: 2)),
        ("/* /* */", .unclosed("comment", line: 1)),
        ("SELECT 1;\n\n\\i other.sql\n", .psqlCommand(line: 3)),
    ])
    func `an unclosed quote or psql command is refused with its line`(script: String, mistake: SQLScript.Mistake) {
        #expect(throws: mistake) { try SQLScript.statements(of: script) }
    }

    @Test func `random scripts are split in order without changes`() throws {
        let pieces = [
            "'", "\"", "$$", "$a$", "--", "/*", "*/", "\n", ";", "(", ")", "E'", "\\", "CREATE FUNCTION ", "BEGIN ", "END ", "é", "1",
        ]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<5_000 {
            let script = (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard let statements = try? SQLScript.statements(of: script) else { continue }
            let lines = statements.map(\.line)
            #expect(lines == lines.sorted(), "\(script)")
            for statement in statements { #expect(script.contains(statement.text), "\(script)") }
        }
    }

    @Test func `all migrations of this site can be split`() throws {
        let folder = try MigrationFolder(directory: TestDatabase.root + "/migrations")
        for migration in folder.migrations { try #expect(!SQLScript.statements(of: migration.sql).isEmpty, "\(migration.title)") }
    }
}
