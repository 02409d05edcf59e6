import Foundation
import TestSupport
import Testing

@testable import App
@testable import Postgres

/// Checks policies, keys and statements against the catalogue of the migrated database.
struct CatalogueTests {
    /// The policy of club tables. It uses a subquery so that no plan depends on one club.
    private static let rule = #"(club_id = ( SELECT (NULLIF(current_setting('app.club_id'::text, true), ''::text))::bigint AS "nullif"))"#
    /// The second condition under which rows of server-wide tables are visible. The first condition is the club.
    private static let otherRules = [
        "memberships": #"(account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint AS "nullif"))"#,
        "storage": #"(account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint AS "nullif"))"#,
        "invitations": #"(code = ( SELECT NULLIF(current_setting('app.invitation_code'::text, true), ''::text) AS "nullif"))"#,
        "practice_links":
            #"(token_hash = ( SELECT decode(NULLIF(current_setting('app.practice_link'::text, true), ''::text), 'hex'::text) AS decode))"#,
        "video_games": "(club_id = 0)", "video_game_names": "(club_id = 0)", "video_game_words": "(club_id = 0)",
        "video_game_vocabulary": "(club_id = 0)",
        "video_game_word_deletions": "(club_id = 0)", "video_game_covers": "(club_id = 0)",
    ]
    /// Tables with rows that all clubs share and no club can change.
    private static let shared = otherRules.keys.filter { $0.hasPrefix("video_game") }
    private static let serverWide = Set(
        [
            "accounts", "sessions", "reset_links", "clubs", "schema_migrations", "schema_objects", "account_identities", "sign_in_attempts",
            "pending_identities", "account_pictures", "igdb_searches", "igdb_requests", "igdb_accounts", "second_factors", "recovery_codes",
            "pending_sign_ins",
        ] + otherRules.keys)

    private func clubTables(_ connection: ScriptConnection) throws -> [String] {
        try connection.rows("SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
            .compactMap { $0[0] }.filter { !Self.serverWide.contains($0) }
    }

    @Test func `every club table forces row-level security by its club`() async throws {
        try await TestDatabase.withMigrated { database in
            let connection = try ScriptConnection(url: database.superuserURL)
            let tables = try clubTables(connection)
            #expect(tables.count >= 6)
            for table in tables {
                let flags = try connection.rows(
                    "SELECT relrowsecurity::text, relforcerowsecurity::text FROM pg_class WHERE oid = $1::regclass", [table])
                #expect(flags == [["true", "true"]], "\(table)")
                let policies = try connection.rows("SELECT cmd, qual, with_check FROM pg_policies WHERE tablename = $1", [table])
                #expect(policies == [["ALL", Self.rule, Self.rule]], "\(table)")
            }
        }
    }

    @Test func `a second policy condition allows reads but no writes`() async throws {
        try await TestDatabase.withMigrated { database in
            let connection = try ScriptConnection(url: database.superuserURL)
            for (table, other) in Self.otherRules {
                let flags = try connection.rows(
                    "SELECT relrowsecurity::text, relforcerowsecurity::text FROM pg_class WHERE oid = $1::regclass", [table])
                #expect(flags == [["true", "true"]], "\(table)")
                let policies = try connection.rows(
                    "SELECT cmd, qual, with_check FROM pg_policies WHERE tablename = $1 AND permissive = 'PERMISSIVE'", [table])
                #expect(policies == [["ALL", "(\(Self.rule) OR \(other))", Self.rule]], "\(table)")
            }
        }
    }

    @Test func `no club can change shared rows`() async throws {
        try await TestDatabase.withMigrated { database in
            let connection = try ScriptConnection(url: database.superuserURL)
            #expect(Self.shared.count == 6)
            for table in Self.shared {
                let policies = try connection.rows(
                    "SELECT cmd, qual FROM pg_policies WHERE tablename = $1 AND permissive = 'RESTRICTIVE' ORDER BY cmd", [table])
                #expect(policies == [["DELETE", Self.rule], ["UPDATE", Self.rule]], "\(table)")
            }
            try connection.run("INSERT INTO video_games (club_id, name) VALUES (0, 'Everybody’s')")
            let server = try ScriptConnection(url: database.serverURL)
            try server.run("SET app.club_id = '1'")
            try server.run("UPDATE video_games SET name = 'Mine', club_id = 1")
            try server.run("DELETE FROM video_games")
            try #expect(server.rows("SELECT name, club_id::text FROM video_games") == [["Everybody’s", "0"]])
            #expect(throws: DatabaseError.self) { try server.run("INSERT INTO video_games (club_id, name) VALUES (0, 'Mine, too')") }
        }
    }

    @Test func `the manual lists every table without policies`() async throws {
        let manual = try String(contentsOfFile: TestDatabase.root + "/docs/operations.md", encoding: .utf8)
        let section = try #require(manual.firstMatch(of: /\n##\sRow-level\ssecurity\n((?s:.*?))\n##\s/)).1
        try await TestDatabase.withMigrated { database in
            let connection = try ScriptConnection(url: database.superuserURL)
            let open = try connection.rows(
                """
                SELECT relname::text FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
                    AND NOT (relrowsecurity AND relforcerowsecurity) ORDER BY relname
                """)
            #expect(open.map { $0[0] ?? "" } == section.matches(of: /\n- `(\w+)`/).map { String($0.1) }.sorted())
            // A view needs `security_invoker` so that the policies of the querying role apply.
            let views = try connection.rows(
                """
                SELECT relname::text FROM pg_class WHERE relkind IN ('v', 'm') AND relnamespace = 'public'::regnamespace
                    AND NOT coalesce('security_invoker=true' = ANY (reloptions), false)
                """)
            #expect(views.isEmpty)
        }
    }

    @Test func `the primary key of every table with a club begins with club_id`() async throws {
        try await TestDatabase.withMigrated { database in
            let connection = try ScriptConnection(url: database.superuserURL)
            let keys = try connection.rows(
                """
                SELECT t.relname::text, k.attname::text FROM pg_class t
                JOIN pg_attribute c ON c.attrelid = t.oid AND c.attname = 'club_id'
                LEFT JOIN pg_index i ON i.indrelid = t.oid AND i.indisprimary
                LEFT JOIN pg_attribute k ON k.attrelid = t.oid AND k.attnum = i.indkey[0]
                WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace AND t.relrowsecurity
                """)
            #expect(keys.count > 80)
            for key in keys { #expect(key[1] == "club_id", "\(key[0] ?? "")") }
        }
    }

    @Test func `every index and foreign key of a club table begins with club_id`() async throws {
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

    @Test func `the server's role owns no tables and bypasses no policies`() async throws {
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

    @Test func `without a club no rows are visible`() async throws {
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

    @Test func `memberships and invitations are visible by account, code or club`() async throws {
        try await TestDatabase.withMigrated { database in
            let owner = try ScriptConnection(url: database.superuserURL)
            try owner.run(
                """
                INSERT INTO clubs (slug, name, visibility) VALUES ('one', 'One', 'public');
                INSERT INTO accounts (username, email, display_name, password_hash) VALUES ('ana', 'a@b.c', 'Ana', '');
                INSERT INTO memberships (account_id, club_id, member_id) SELECT a.id, c.id, 1 FROM accounts a, clubs c;
                INSERT INTO invitations (code, club_id, inviter_id) SELECT 'secret', id, 1 FROM clubs
                """)
            let server = try ScriptConnection(url: database.serverURL)
            for (setting, value, shown) in [
                ("", "", ["0", "0"]), ("account_id", "1", ["1", "0"]), ("account_id", "2", ["0", "0"]),
                ("invitation_code", "secret", ["0", "1"]), ("invitation_code", "guess", ["0", "0"]), ("invitation_code", "", ["0", "0"]),
                ("club_id", "1", ["1", "1"]), ("club_id", "2", ["0", "0"]),
            ] {
                if !setting.isEmpty { try server.run("SET app.\(setting) = '\(value)'") }
                let seen = try server.rows(
                    "SELECT (SELECT count(*)::text FROM memberships), (SELECT count(*)::text FROM invitations)")
                #expect(seen == [shown], "\(setting) \(value)")
                if setting != "club_id" {
                    #expect(throws: DatabaseError.self) {
                        try server.run("INSERT INTO invitations (code, club_id, inviter_id) SELECT 'another', id, 1 FROM clubs")
                    }
                }
                if !setting.isEmpty { try server.run("SET app.\(setting) = ''") }
            }
        }
    }

    @Test func `every statement can be prepared against the schema`() async throws {
        let statements = try await Self.statements()
        #expect(statements.count > 150)
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

    /// All statements, found once, because that takes seconds.
    static func statements() async throws -> [String] { try await found.value }

    private static let found = Task {
        try await aside { try StatementSources().statements() + ofRooms + ofNotices + ofErasure + ofExports }
    }

    /// Statements that differ by the kind of chat room.
    private static var ofRooms: [String] {
        let (lines, ana) = (ChatMessageQueries(), ID<Member>(1))
        return ChatRoomKind.all.flatMap { kind in
            let room = ChatRoom(kind, 1)
            return [
                lines.isOpen(room, to: ana, hidden: []).statement.sql, lines.host(of: room).statement.sql,
                lines.add("", picture: nil, to: room, by: ana, idempotencyKey: "").statement.sql,
                lines.setRemoved(true, ID(1), in: room, by: ana).statement.sql,
            ]
        }.map(\.description)
    }

    /// Statements that delete what a former member leaves behind.
    private static var ofErasure: [String] {
        features.flatMap(\.erasureSteps).compactMap { step in
            switch step.work {
            case .statement(let query): query(ID(1)).statement.sql.description
            case .rows(let limit, let query): query(ID(1), limit).statement.sql.description
            case .action: nil
            }
        }
    }

    private static var ofExports: [String] {
        features.flatMap(\.exports).compactMap { export in
            switch export.content {
            case .record(let query): query(ID(1)).statement.sql.description
            case .list(let query), .lists(let query, heading: _, items: _, of: _): query(ID(1), 0, 10).statement.sql.description
            case .account, .accountFile, .files: nil
            }
        }
    }

    /// Statements that are joined from the parts of all kinds of notices.
    private static var ofNotices: [String] {
        let (notices, ana) = (NoticeQueries(), ID<Member>(1))
        return [
            notices.counts(for: ana, hidden: [], disabled: []).statement.sql,
            notices.notices(for: ana, hidden: [], disabled: [], at: Cursor(), limit: 1).statement.sql,
            notices.notices(for: ana, hidden: [], disabled: [], at: Cursor(.up), limit: 1).statement.sql,
        ].map(\.description)
    }
}
