import Foundation
import Postgres
import TestSupport
import Testing

/// What the migrated schema promises, asked of the catalogue itself.
struct CatalogueTests {
    private static let serverWide: Set<String> = ["accounts", "sessions", "clubs", "memberships", "invitations", "schema_migrations"]

    private func clubTables(_ connection: ScriptConnection) throws -> [String] {
        try connection.rows("SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
            .compactMap { $0[0] }.filter { !Self.serverWide.contains($0) }
    }

    @Test func everyClubTableForcesRowLevelSecurityByItsClub() async throws {
        try await TestDatabase.withMigrated { database in
            let connection = try ScriptConnection(url: database.superuserURL)
            let tables = try clubTables(connection)
            #expect(tables.count >= 6)
            for table in tables {
                let flags = try connection.rows(
                    "SELECT relrowsecurity::text, relforcerowsecurity::text FROM pg_class WHERE oid = $1::regclass", [table])
                #expect(flags == [["true", "true"]], "\(table)")
                let policies = try connection.rows("SELECT cmd, qual, with_check FROM pg_policies WHERE tablename = $1", [table])
                let rule = "(club_id = (NULLIF(current_setting('app.club_id'::text, true), ''::text))::bigint)"
                #expect(policies == [["ALL", rule, rule]], "\(table)")
            }
        }
    }

    @Test func everyKeyIndexAndReferenceOfAClubTableBeginsWithItsClub() async throws {
        try await TestDatabase.withMigrated { database in
            let connection = try ScriptConnection(url: database.superuserURL)
            for table in try clubTables(connection) {
                let indexes = try connection.rows(
                    """
                    SELECT i.indexrelid::regclass::text, a.attname::text FROM pg_index i
                    LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] WHERE i.indrelid = $1::regclass
                    """, [table])
                for index in indexes { #expect(index[1] == "club_id", "\(index[0] ?? "")") }
                let references = try connection.rows(
                    """
                    SELECT c.conname::text, a.attname::text FROM pg_constraint c
                    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
                    WHERE c.conrelid = $1::regclass AND c.contype = 'f'
                    """, [table])
                for reference in references { #expect(reference[1] == "club_id", "\(reference[0] ?? "")") }
            }
        }
    }

    @Test func theServersRoleOwnsNothingAndBypassesNothing() async throws {
        try await TestDatabase.withMigrated { database in
            let connection = try ScriptConnection(url: database.serverURL)
            try #expect(
                connection.rows("SELECT rolsuper::text, rolbypassrls::text FROM pg_roles WHERE rolname = current_user") == [
                    ["false", "false"]
                ])
            try #expect(connection.rows("SELECT relname::text FROM pg_class WHERE relowner = current_user::regrole").isEmpty)
            #expect(throws: DatabaseError.self) { try connection.run("DELETE FROM schema_migrations") }
        }
    }

    @Test func withoutAClubNoRowIsSeen() async throws {
        try await TestDatabase.withMigrated { database in
            let owner = try ScriptConnection(url: database.superuserURL)
            try owner.run(
                """
                INSERT INTO clubs (slug, name, visibility) VALUES ('one', 'One', 'public');
                INSERT INTO members (club_id, handle, display_name) SELECT id, 'ana', 'Ana' FROM clubs
                """)
            let server = try ScriptConnection(url: database.serverURL)
            try #expect(server.rows("SELECT count(*)::text FROM members") == [["0"]])
            #expect(throws: DatabaseError.self) {
                try server.run("INSERT INTO members (club_id, handle, display_name) SELECT id, 'eve', 'Eve' FROM clubs")
            }
        }
    }

    /// Every statement of every `…Queries` prepares against the schema as it is migrated.
    @Test func everyStatementFitsTheSchema() async throws {
        let statements = try Self.statements()
        #expect(statements.count > 30)
        try await TestDatabase.withMigrated { database in
            let connection = try ScriptConnection(url: database.serverURL)
            for (index, statement) in statements.enumerated() {
                do {
                    try connection.run("PREPARE s\(index) AS \(statement)")
                } catch {
                    Issue.record("\(error)\n\(statement)")
                }
            }
        }
    }

    private static func statements() throws -> [String] {
        let folder = TestDatabase.root + "/Sources/App"
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return try files.filter { $0.hasSuffix("Queries.swift") || $0.hasSuffix("Presence.swift") }.flatMap { file in
            let source = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            let blocks = source.matches(of: /"""\n((?s:.*?))\n\s*"""/).map { String($0.1) }
            let lines = source.matches(of: /"((?:SELECT|INSERT|UPDATE|DELETE) [^"\n]*)"/).map { String($0.1) }
            return blocks + lines
        }
    }
}
