import Glibc
import Postgres

/// The advisory lock with which only one migrator at a time works on a database.
///
/// A waiting migrator tries again and again to take the lock. If it waited inside PostgreSQL, it would hold a snapshot. CREATE INDEX
/// CONCURRENTLY in the other session waits until that snapshot is released, so neither session would ever continue.
struct MigratorLock {
    let connection: ScriptConnection
    let options: MigratorOptions

    /// The key of the advisory lock: the text "boardwalk" in ASCII, cut to 63 bits.
    private static let key = 7_093_854_525_862_699_115

    /// Takes the lock, and waits for it if necessary. Throws `MigrationError` after `options.maximumWait`, or if the operator asks to stop.
    func take() throws {
        let clock = ContinuousClock()
        let start = clock.now
        var told: ContinuousClock.Instant?
        while try connection.rows("SELECT pg_try_advisory_lock(\(Self.key))::text") != [["true"]] {
            let holder = try Self.holder(connection) ?? "another session"
            if options.isInterrupted() {
                throw MigrationError("Stopped while waiting for \(holder). Nothing was changed.", isInterruption: true)
            }
            guard clock.now - start < options.maximumWait else {
                throw MigrationError(
                    """
                    Another migrator is running, and did not end within \(options.maximumWait.components.seconds) s: \(holder).
                    This one changed nothing. When the other one has ended, run: boardwalk migrate up
                    """)
            }
            if told.map({ clock.now - $0 > .seconds(10) }) ?? true {
                options.report("waiting for another migrator: \(holder)")
                told = clock.now
            }
            usleep(100_000)
        }
    }

    func release() { _ = try? connection.rows("SELECT pg_advisory_unlock(\(Self.key))") }

    /// Returns a description of the session that holds the lock. Nil if no other session holds it.
    static func holder(_ connection: ScriptConnection) throws -> String? {
        try BlockingSessions.describe(
            """
            SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
                AND ((classid::bigint << 32) | objid::bigint) = \(key)
                AND pid <> pg_backend_pid() AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """, connection
        ).first
    }
}

/// Describes sessions that hold a lock for which a migrator waits, so that an operator can find them.
enum BlockingSessions {
    /// Returns descriptions of sessions. `pids` is an SQL query that selects their process ids. PostgreSQL shows more details to a
    /// superuser.
    static func describe(_ pids: String, _ connection: ScriptConnection) throws -> [String] {
        let rows = try connection.rows(
            """
            SELECT pid::text, usename, application_name, host(client_addr), round(extract(epoch FROM now() - xact_start))::text, state,
                left(regexp_replace(query, '\\s+', ' ', 'g'), 80)
            FROM pg_stat_activity WHERE pid IN (\(pids)) ORDER BY xact_start
            """)
        return rows.map { row in
            var words = ["process \(row[0] ?? "?")"]
            if let role = row[1] { words.append("role \(role)") }
            if let application = row[2], !application.isEmpty { words.append("\"\(application)\"") }
            if let host = row[3] { words.append("from \(host)") }
            if let age = row[4] { words.append("its transaction \(age) s old") }
            if let state = row[5], let query = row[6] { words.append("\(state): \(query)") }
            return words.joined(separator: ", ")
        }
    }
}
