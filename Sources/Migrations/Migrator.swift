import Postgres

/// Applies migrations as the schema's owner. Instances that start together wait for one another on an advisory lock.
public final class Migrator {
    private let connection: ScriptConnection
    private let files: [Migration]
    private let version: String

    /// "boardwalk" in ASCII, cut to 63 bits.
    private static let lockKey = "7093854525862699115"

    /// Connects to `url` as the owner. `version` is recorded with each migration.
    public convenience init(url: String, folder: MigrationFolder, version: String) throws {
        self.init(connection: try ScriptConnection(url: url), folder: folder, version: version)
    }

    public init(connection: ScriptConnection, folder: MigrationFolder, version: String) {
        self.connection = connection
        files = folder.migrations
        self.version = version
    }

    /// What is applied and what is not, without changing anything.
    public func state() throws -> SchemaState {
        let exists = try connection.rows("SELECT to_regclass('schema_migrations')::text").first?.first ?? nil
        guard exists != nil else { return SchemaState(files: files, applied: []) }
        let rows = try connection.rows(
            "SELECT number::text, name, checksum, is_additive::text, is_complete::text FROM schema_migrations ORDER BY number")
        return SchemaState(
            files: files,
            applied: rows.map { row in
                AppliedMigration(
                    number: row[0].flatMap { Int($0) } ?? 0, name: row[1] ?? "", checksum: row[2] ?? "",
                    isAdditive: row[3] == "true", isComplete: row[4] == "true")
            })
    }

    /// Applies what is pending, in order, and gives `serverRole` its rights. Returns what was applied.
    /// - Throws: `MigrationError` naming file and statement; earlier migrations stay applied, the failing one leaves nothing
    ///   behind unless it runs outside a transaction.
    @discardableResult
    public func up(serverRole: String?) throws -> [Migration] {
        _ = try connection.rows("SELECT pg_advisory_lock(\(Self.lockKey))")
        defer { _ = try? connection.rows("SELECT pg_advisory_unlock(\(Self.lockKey))") }
        try connection.run(Self.historyTable)
        let state = try state()
        if let fault = state.faults.first { throw MigrationError(fault) }
        for migration in state.pending { try apply(migration) }
        if let serverRole { try grant(to: serverRole) }
        return state.pending
    }

    private func apply(_ migration: Migration) throws {
        do {
            if migration.isTransactional {
                try connection.run("BEGIN")
                try record(migration, isComplete: true)
                try connection.run(migration.sql)
                try connection.run(Self.recordDuration(migration) + "; COMMIT")
            } else {
                try record(migration, isComplete: false)
                for statement in migration.statements { try connection.run(statement) }
                try connection.run(Self.recordDuration(migration))
            }
        } catch DatabaseError.refused(let error) {
            if migration.isTransactional { try? connection.run("ROLLBACK") }
            throw MigrationError(
                "\(migration.title).sql failed and changed nothing\(migration.isTransactional ? "" : " that it had not done before"): \(error.message) (SQLSTATE \(error.sqlState))"
            )
        }
    }

    private func record(_ migration: Migration, isComplete: Bool) throws {
        _ = try connection.rows(
            """
            INSERT INTO schema_migrations (number, name, checksum, is_additive, is_complete, version)
            VALUES ($1, $2, $3, $4, $5, $6)
            """,
            ["\(migration.number)", migration.name, migration.checksum, "\(migration.isAdditive)", "\(isComplete)", version])
    }

    private static func recordDuration(_ migration: Migration) -> String {
        """
        UPDATE schema_migrations SET is_complete = true,
            duration_ms = extract(epoch FROM clock_timestamp() - applied_at) * 1000 WHERE number = \(migration.number)
        """
    }

    /// The server reads and writes rows; it owns nothing, changes no schema, and only reads the history.
    private func grant(to role: String) throws {
        let owner = try connection.rows("SELECT current_user::text").first?.first ?? nil
        guard owner != role else { return }
        let name = "\"" + role.replacing("\"", with: "\"\"") + "\""
        try connection.run(
            """
            GRANT USAGE ON SCHEMA public TO \(name);
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO \(name);
            GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO \(name);
            REVOKE INSERT, UPDATE, DELETE ON schema_migrations FROM \(name);
            """)
    }

    private static let historyTable = """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            number integer PRIMARY KEY,
            name text NOT NULL,
            checksum text NOT NULL,
            is_additive boolean NOT NULL,
            is_complete boolean NOT NULL,
            version text NOT NULL,
            applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            duration_ms double precision
        )
        """
}

extension Migration {
    /// The statements of a file that runs outside a transaction, each on its own: separated by a semicolon at the end of a line.
    var statements: [String] {
        sql.split(separator: /;[ \t]*(\n|$)/).map(String.init).filter { text in
            text.split(separator: "\n").contains { !$0.hasPrefix("--") && !$0.allSatisfy(\.isWhitespace) }
        }
    }
}
