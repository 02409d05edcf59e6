import FoundationEssentials
import Postgres

/// Applies all pending migrations as the role that owns the schema. The command `migrate` uses it, and so does `serve` for the private
/// PostgreSQL. If several migrators start at the same time, only one works, and the others wait.
public final class Migrator {
    /// An operator's decision about a migration that stopped before its end: it counts as applied, or it runs again.
    public enum Resolution: Sendable { case applied, again }

    private let connection: ScriptConnection
    private let url: String
    private let folder: MigrationFolder
    private let version: String
    private let options: MigratorOptions

    /// Connects to the database at `url`, as the role that owns the schema. `version` is the version of boardwalk, which is recorded with
    /// each migration. Throws `MigrationError`.
    public init(url: String, folder: MigrationFolder, version: String, options: MigratorOptions = MigratorOptions()) throws {
        do { connection = try ScriptConnection(url: url) } catch DatabaseError.unavailable(let reason) {
            throw MigrationError("The database cannot be reached; nothing was changed. PostgreSQL's client says: \(reason)")
        }
        self.url = url
        self.folder = folder
        self.version = version
        self.options = options
    }

    /// Returns which migrations are applied and which are not. It changes nothing, and does not wait for other migrators.
    public func state() throws -> SchemaState { try SchemaState(folder: folder, in: connection) }

    /// Returns the statements that `up` would send, as a script for psql. Throws `MigrationError` if `up` would refuse to start.
    public func script(serverRole: String?) throws -> String {
        let isFirst = try History.applied(connection) == nil
        let plans = try plans(state())
        var parts = isFirst ? ["-- the history of migrations\n" + History.create.map { $0 + ";\n" }.joined()] : []
        parts += plans.map(\.script)
        let rights = try rights(of: serverRole)
        if !rights.isEmpty { parts.append("-- the server's rights\n" + rights.map { $0 + ";\n" }.joined()) }
        return parts.joined(separator: "\n")
    }

    /// Applies the versioned migrations that are not applied yet, in order, then the repeatable migrations that have changed, and grants
    /// the role `serverRole` its rights. Returns the migrations that it applied.
    /// - Throws: `MigrationError` with the file, the line and advice. The migrations before the failed migration stay applied. The failed
    ///   migration leaves no change behind, unless it runs outside a transaction.
    @discardableResult
    public func up(serverRole: String?) throws -> [Migration] {
        try withLock {
            try createHistory()
            let plans = try plans(state())
            let runner = MigrationRunner(connection: connection, url: url, options: options)
            for plan in plans { try runner.apply(plan) }
            try grant(to: serverRole)
            return plans.map(\.migration)
        }
    }

    /// Records the operator's decision about a migration that stopped before its end. Returns a text that says what to do next.
    public func resolve(_ number: Int, as resolution: Resolution) throws -> String {
        try withLock {
            guard let applied = try History.applied(connection)?.first(where: { $0.number == number }) else {
                throw MigrationError("\(Migration.digits(number)) was never started here, so there is nothing to resolve.")
            }
            guard !applied.isComplete else { throw MigrationError("\(applied.title) is applied, so there is nothing to resolve.") }
            switch resolution {
            case .again:
                try connection.run("DELETE FROM public.schema_migrations WHERE number = \(number)")
                return "\(applied.title) counts as not applied. To run the whole file once more: boardwalk migrate up"
            case .applied:
                let file = folder.migrations.first { $0.number == number }
                _ = try connection.rows(
                    "UPDATE public.schema_migrations SET is_complete = true, name = $2, checksum = $3 WHERE number = $1::integer",
                    ["\(number)", file?.name ?? applied.name, file?.checksum ?? applied.checksum])
                return "\(applied.title) counts as applied. To apply what comes after it: boardwalk migrate up"
            }
        }
    }

    private func withLock<Value>(_ body: () throws -> Value) throws -> Value {
        let lock = MigratorLock(connection: connection, options: options)
        do {
            try lock.take()
            defer { lock.release() }
            return try body()
        } catch DatabaseError.outcomeUnknown {
            throw MigrationError("The connection to the database was lost. To see the state: boardwalk migrate status")
        }
    }

    private func plans(_ state: SchemaState) throws -> [MigrationPlan] {
        guard state.faults.isEmpty else { throw MigrationError(state.faults.map(\.description).joined(separator: "\n\n")) }
        return try (state.pending + state.pendingRepeatable).map { try MigrationPlan($0, version: version) }
    }

    private func createHistory() throws {
        do {
            for statement in History.create { try connection.run(statement) }
        } catch DatabaseError.refused(let error) where error.sqlState == "42501" {
            throw MigrationError(
                """
                \(try owner()) may not create tables in this database (\(error.message)). Nothing was changed.
                BOARDWALK_MIGRATION_DATABASE_URL must name the role that owns the database.
                """)
        }
    }

    private func owner() throws -> String { try connection.rows("SELECT current_user::text").first?.first?.flatMap(\.self) ?? "" }

    private func grant(to role: String?) throws {
        do {
            for statement in try rights(of: role) { try connection.run(statement) }
        } catch DatabaseError.refused(let error) {
            throw MigrationError(
                """
                The migrations are applied, but \(role ?? "the server's role") did not get its rights: \(error.message).
                Correct that (CREATE ROLE, or the role in BOARDWALK_DATABASE_URL), then run again: boardwalk migrate up
                """)
        }
    }

    /// Returns the statements that grant the server's role its rights. The server may read and write rows. It owns nothing, may not change
    /// the schema, and may only read the tables of `History`.
    private func rights(of role: String?) throws -> [String] {
        guard let role, try owner() != role else { return [] }
        let name = "\"" + role.replacing("\"", with: "\"\"") + "\""
        return [
            "GRANT USAGE ON SCHEMA public TO \(name)",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO \(name)",
            "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO \(name)",
            "REVOKE INSERT, UPDATE, DELETE ON public.schema_migrations, public.schema_objects FROM \(name)",
        ]
    }
}

extension SchemaState {
    /// Reads from the database which of the files in `folder` are applied. Any role that may read the tables of `History` can do so.
    public init(folder: MigrationFolder, in connection: ScriptConnection) throws {
        let applied = try History.applied(connection) ?? []
        let holder = try MigratorLock.holder(connection)
        let isHalf = applied.contains { !$0.isComplete }
        self.init(
            folder: folder, applied: applied, objects: try History.objects(connection), migrator: holder,
            invalidIndexes: isHalf ? try History.invalidIndexes(connection) : [])
    }
}
