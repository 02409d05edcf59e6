import Postgres
import TestSupport
import Testing

@testable import Migrations

struct DryRunTests {
    private let table = Migration(
        number: 1, name: "table", sql: "-- additive\nCREATE TABLE one (id int); -- why\nINSERT INTO one VALUES (1);")
    private let index = Migration(
        number: 2, name: "index", sql: "-- no transaction\nCREATE INDEX CONCURRENTLY one_id ON one (id);\nSELECT 1;")

    @Test func `the script shows all statements in order and changes nothing`() async throws {
        try await TestDatabase.withEmpty { database in
            let script = try database.migrator([table, index]).script(serverRole: "boardwalk_server")
            let parts = [
                "CREATE TABLE IF NOT EXISTS public.schema_migrations",
                "-- 0001_table.sql, in one transaction\nBEGIN;\nINSERT INTO public.schema_mig",
                "CREATE TABLE one (id int);\nINSERT INTO one VALUES (1);\nUPDATE public.schema_migrations", "COMMIT;",
                "-- 0002_index.sql, outside a transaction", "CREATE INDEX CONCURRENTLY one_id ON one (id);", "SELECT 1;", "GRANT USAGE",
            ]
            var rest = script[...]
            for part in parts {
                let range = try #require(rest.range(of: part), "\(part)")
                rest = rest[range.upperBound...]
            }
            try #expect(
                ScriptConnection(url: database.ownerURL).rows("SELECT count(*)::text FROM pg_tables WHERE schemaname = 'public'") == [["0"]]
            )
        }
    }

    @Test func `the script run by hand leaves the same state`() async throws {
        try await TestDatabase.withEmpty { database in
            let connection = try ScriptConnection(url: database.ownerURL)
            for statement in try SQLScript.statements(of: database.migrator([table, index]).script(serverRole: "boardwalk_server")) {
                try connection.run(statement.text)
            }
            let state = try database.migrator([table, index]).state()
            #expect(state.applied.map(\.title) == ["0001_table", "0002_index"])
            try state.checkThatServerMayRun()
            try #expect(database.migrator([table, index]).up(serverRole: "boardwalk_server").isEmpty)
        }
    }

    @Test func `a read-only role can print the script during another migration`() async throws {
        try await TestDatabase.withEmpty { database in
            try database.migrator([table]).up(serverRole: "boardwalk_server")
            let gate = try Gate(database)
            let slow = Migration(number: 2, name: "slow", sql: Gate.sql)
            let running = Background { try database.migrator([table, slow]).up(serverRole: nil).count }
            try #expect(await gate.isReached())
            let url =
                database.serverURL + (database.serverURL.contains("?") ? "&" : "?") + "options=-c%20default_transaction_read_only%3Don"
            let reader = try Migrator(url: url, folder: MigrationFolder([table, slow]), version: "test")
            try #expect(reader.script(serverRole: nil).hasPrefix("-- 0002_slow.sql, in one transaction\nBEGIN;"))
            try gate.open()
            try #expect(await running.value == 1)
        }
    }

    @Test func `a file that cannot run is refused in a dry run, too`() async throws {
        try await TestDatabase.withEmpty { database in
            let bad = Migration(number: 1, name: "bad", sql: "BEGIN; SELECT 1; COMMIT;")
            #expect(throws: MigrationError.self) { try database.migrator([bad]).script(serverRole: nil) }
        }
    }
}
