import App
import ArgumentParser
import FoundationEssentials
import Migrations

/// The command `migrate`, with its subcommands. `Migrator` does the work.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Migrate the database schema, or show its state.",
        discussion: """
            A migration is a file migrations/NNNN_name.sql. It runs once, in a transaction, and must not be edited afterwards. After these, \
            the files in migrations/views and migrations/functions run, each whenever it has changed. The comment at the beginning of a \
            numbered migration may contain:

              -- no transaction   (first line) each statement runs by itself, for CREATE INDEX CONCURRENTLY
              -- additive         servers that do not know this migration can continue to run

            BOARDWALK_MIGRATION_DATABASE_URL names the database with the role of its owner. Without it BOARDWALK_DATABASE_URL is used. \
            Without both it is the private database, which "serve" also migrates. Connect directly, not through a pooler that shares \
            sessions.
            """,
        subcommands: [Up.self, Status.self, Verify.self, Resolve.self])

    struct Up: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Apply pending migrations, and grant the server's role its rights.",
            discussion: """
                You can run it again at any time, and in several places at once. Ctrl-C stops it and rolls back the current migration.

                Exit codes: 0 the schema is up to date, 1 failed (it says what to do), 64 wrong configuration, 130 stopped.
                """)

        @Flag(name: .customLong("dry-run"), help: "Print the SQL that would run, as a script for psql, and change nothing.")
        var isDryRun = false

        @Option(help: "Seconds to wait for another migrator, and for locks that others hold.")
        var wait = 300

        func run() async throws {
            do {
                try await MigrationTarget(wait: .seconds(wait), interruption: Interruption()).use { migrator, serverRole in
                    if isDryRun {
                        let script = try migrator.script(serverRole: serverRole)
                        say(script.isEmpty ? "-- nothing to do" : script)
                    } else if try migrator.up(serverRole: serverRole).isEmpty {
                        say("nothing to do")
                    }
                }
            } catch let error as MigrationError where error.isInterruption {
                Console.standardError.write("\(error)\n")
                throw ExitCode(130)
            }
        }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List migrations and their problems. Changes nothing.",
            discussion: """
                applied   the migration is in the database
                pending   "migrate up" will apply it
                running   "migrate up" is applying it
                half      it stopped half-way, outside a transaction: see "migrate resolve"
                newer     a newer release has applied it

                Exit codes: 0 up to date, 1 there is a problem (it says what to do), 2 migrations are pending, 64 wrong configuration.
                """)

        func run() async throws {
            let state = try await MigrationTarget().use { migrator, _ in try migrator.state() }
            say(MigrationTable(state).text)
            if let migrator = state.migrator { say("\nmigrating at this moment: \(migrator)") }
            for fault in state.faults { say("\n\(fault)") }
            if !state.faults.isEmpty { throw ExitCode(1) }
            if !state.pending.isEmpty || !state.pendingRepeatable.isEmpty { throw ExitCode(2) }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check whether the server of this release can run on the present schema. Changes nothing.",
            discussion: "Exit codes: 0 it can, 1 it cannot (it says why, and what to do), 64 wrong configuration.")

        func run() async throws {
            let state = try await MigrationTarget().use { migrator, _ in try migrator.state() }
            try state.checkThatServerMayRun()
            let newer = state.unknown.map(\.title).joined(separator: ", ")
            say(newer.isEmpty ? "the schema fits" : "the schema fits; it is newer, but only by additive migrations: \(newer)")
        }
    }

    struct Resolve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Record how a migration ended that stopped half-way, outside a transaction.",
            discussion:
                "Look at the schema first: this changes only the record, not the schema.\n\nExit codes: 0 done, 1 failed, 64 wrong usage.")

        @Argument(help: "The migration's number, such as 12.")
        var number: Int

        @Flag(help: "All statements of the file were applied.")
        var applied = false

        @Flag(help: "Run the whole file again with the next \"migrate up\".")
        var again = false

        func validate() throws {
            guard applied != again else { throw ValidationError("Say either --applied or --again.") }
        }

        func run() async throws {
            say(try await MigrationTarget().use { migrator, _ in try migrator.resolve(number, as: applied ? .applied : .again) })
        }
    }
}

struct MigrationTable {
    let text: String

    init(_ state: SchemaState) {
        var rows = [["STATE", "MIGRATION", "APPLIED (UTC)", "TOOK", "VERSION"]]
        let newer = Set(state.unknown.map(\.number))
        for migration in state.applied {
            let half = state.migrator == nil ? "half" : "running"
            rows.append([
                migration.isComplete ? (newer.contains(migration.number) ? "newer" : "applied") : half, migration.title,
                migration.appliedAt,
                migration.milliseconds.map { "\($0) ms" } ?? "", migration.version,
            ])
        }
        for migration in state.pending + state.pendingRepeatable { rows.append(["pending", migration.title, "", "", ""]) }
        rows[1...].sort { $0[1] < $1[1] }
        let widths = (0..<5).map { column in rows.map(\.[column].count).max() ?? 0 }
        text = rows.map { row in
            let cells = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
            let line = cells.joined(separator: "  ")
            return line[...(line.lastIndex { $0 != " " } ?? line.startIndex)]
        }.joined(separator: "\n")
    }
}

private struct MigrationTarget {
    var wait = Duration.seconds(10)
    var interruption: Interruption?

    /// Calls `body` with the migrator and the name of the server's role. The name is nil if it is not known. If the database is the private
    /// PostgreSQL, it runs while `body` runs.
    func use<Value>(_ body: (Migrator, String?) throws -> Value) async throws -> Value {
        let settings = try Settings()
        let folder = try MigrationFolder(directory: settings.app.root + "/migrations")
        if let url = settings.migrationURL ?? settings.databaseURL {
            let serverRole = settings.migrationURL == nil ? nil : settings.databaseURL.flatMap(Self.user(of:))
            return try body(migrator(url, folder), serverRole)
        }
        return try await EmbeddedPostgres(settings).use { urls in try body(migrator(urls.owner, folder), EmbeddedPostgres.serverRole) }
    }

    private func migrator(_ url: String, _ folder: MigrationFolder) throws -> Migrator {
        var options = MigratorOptions()
        options.maximumWait = wait
        options.report = { line in say(line) }
        options.isInterrupted = { interruption?.isRequested ?? false }
        return try Migrator(url: url, folder: folder, version: Main.version, options: options)
    }

    /// Returns the name of the role in a connection URL. Nil if the URL names no role.
    private static func user(of url: String) -> String? {
        URLComponents(string: url)?.user ?? url.firstMatch(of: /(?:^|\s)user=(\S+)/).map { String($0.1) }
    }
}
