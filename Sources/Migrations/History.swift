import Postgres

/// The tables `schema_migrations`, for versioned migrations, and `schema_objects`, for repeatable migrations. They record for each applied
/// migration when it was applied, how long it took, and which version of boardwalk applied it.
enum History {
    /// The statements that create the tables. `schema_objects` keeps all contents of a file that were ever applied. The newest is in effect.
    static let create = [
        """
        CREATE TABLE IF NOT EXISTS public.schema_migrations (
            number integer PRIMARY KEY,
            name text NOT NULL,
            checksum text NOT NULL,
            is_additive boolean NOT NULL,
            is_complete boolean NOT NULL,
            version text NOT NULL,
            applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            duration_ms double precision,
            statements_done integer NOT NULL DEFAULT 0
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS public.schema_objects (
            name text NOT NULL,
            checksum text NOT NULL,
            version text NOT NULL,
            applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            duration_ms double precision,
            PRIMARY KEY (name, checksum)
        )
        """,
    ]

    /// Returns the statement that records a migration. A migration outside a transaction counts as half applied until `finish` is recorded.
    static func record(_ migration: Migration, version: String) -> String {
        guard !migration.isRepeatable else {
            return """
                INSERT INTO public.schema_objects (name, checksum, version)
                VALUES (\(quoted(migration.name)), '\(migration.checksum)', \(quoted(version)))
                ON CONFLICT (name, checksum) DO UPDATE SET version = excluded.version, applied_at = excluded.applied_at
                """
        }
        return """
            INSERT INTO public.schema_migrations (number, name, checksum, is_additive, is_complete, version)
            VALUES (\(migration.number), \(quoted(migration.name)), '\(migration.checksum)', \(migration.isAdditive), \
            \(migration.isTransactional), \(quoted(version)))
            """
    }

    static func progress(_ migration: Migration, done: Int) -> String {
        "UPDATE public.schema_migrations SET statements_done = \(done) WHERE number = \(migration.number)"
    }

    static func finish(_ migration: Migration) -> String {
        let duration = "duration_ms = extract(epoch FROM clock_timestamp() - applied_at) * 1000"
        guard !migration.isRepeatable else {
            return """
                UPDATE public.schema_objects SET \(duration)
                WHERE name = \(quoted(migration.name)) AND checksum = '\(migration.checksum)'
                """
        }
        return "UPDATE public.schema_migrations SET is_complete = true, \(duration) WHERE number = \(migration.number)"
    }

    /// Returns the contents of repeatable migrations that were ever applied, the newest first. It changes nothing.
    static func objects(_ connection: ScriptConnection) throws -> [AppliedObject] {
        let exists = try connection.rows("SELECT to_regclass('public.schema_objects')::text").first?.first ?? nil
        guard exists != nil else { return [] }
        return try connection.rows("SELECT name, checksum FROM public.schema_objects ORDER BY applied_at DESC, checksum").map { row in
            AppliedObject(name: row[0] ?? "", checksum: row[1] ?? "")
        }
    }

    /// Returns the applied migrations, sorted by number. Nil if no migration was ever applied. It changes nothing.
    static func applied(_ connection: ScriptConnection) throws -> [AppliedMigration]? {
        let exists = try connection.rows("SELECT to_regclass('public.schema_migrations')::text").first?.first ?? nil
        guard exists != nil else { return nil }
        let rows = try connection.rows(
            """
            SELECT number::text, name, checksum, is_additive::text, is_complete::text, version,
                to_char(applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'), round(duration_ms)::text,
                statements_done::text
            FROM public.schema_migrations ORDER BY number
            """)
        return rows.map { row in
            AppliedMigration(
                number: row[0].flatMap { Int($0) } ?? 0, name: row[1] ?? "", checksum: row[2] ?? "", isAdditive: row[3] == "true",
                isComplete: row[4] == "true", version: row[5] ?? "", appliedAt: row[6] ?? "", milliseconds: row[7].flatMap { Int($0) },
                statementsDone: row[8].flatMap { Int($0) } ?? 0)
        }
    }

    /// Returns the names of invalid indexes, quoted for use in a statement. If CREATE INDEX CONCURRENTLY fails, it leaves an invalid index
    /// behind.
    static func invalidIndexes(_ connection: ScriptConnection) throws -> [String] {
        try connection.rows(
            """
            SELECT format('%I.%I', namespace.nspname, class.relname) FROM pg_index JOIN pg_class AS class ON class.oid = indexrelid
            JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
            WHERE NOT indisvalid AND class.relkind = 'i' ORDER BY 1
            """
        ).compactMap { $0.first ?? nil }
    }

    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
}
