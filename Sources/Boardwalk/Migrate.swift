import App
import ArgumentParser
import Foundation
import Migrations

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring the database schema up to date, or say how it stands.", subcommands: [Up.self, Status.self, Verify.self])

    struct Up: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Apply what is pending, and give the server's role its rights.")

        @Flag(name: .customLong("dry-run"), help: "Print the SQL that would run, and change nothing.")
        var isDryRun = false

        func run() async throws {
            let target = try MigrationTarget()
            let migrator = try target.migrator()
            guard !isDryRun else {
                for migration in try migrator.state().pending { say("-- \(migration.title).sql\n\(migration.sql)") }
                return
            }
            let applied = try migrator.up(serverRole: target.serverRole)
            for migration in applied { say("applied \(migration.title)") }
            if applied.isEmpty { say("nothing to do") }
        }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List migrations and whether they are applied.")

        func run() async throws {
            let target = try MigrationTarget()
            let state = try target.migrator().state()
            let pending = Set(state.pending.map(\.number))
            for migration in target.folder.migrations {
                say("\(pending.contains(migration.number) ? "pending" : "applied")  \(migration.title)")
            }
            for migration in state.unknown { say("unknown  \(migration.number)_\(migration.name)") }
            for fault in state.faults { say("fault    \(fault)") }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Fail when this server may not run on the schema as it stands.")

        func run() async throws {
            try MigrationTarget().migrator().state().checkThatServerMayRun()
            say("the schema fits")
        }
    }
}

/// The database to migrate, as its owner, and the role that serves.
private struct MigrationTarget {
    let url: String
    let serverRole: String?
    let folder: MigrationFolder

    init() throws {
        let settings = try Settings()
        guard let url = settings.migrationURL ?? settings.databaseURL else {
            throw ValidationError(
                "Set BOARDWALK_DATABASE_URL, or BOARDWALK_MIGRATION_DATABASE_URL for the owner. An embedded database is migrated by serve.")
        }
        self.url = url
        serverRole = settings.migrationURL == nil ? nil : settings.databaseURL.flatMap(Self.user(of:))
        folder = try MigrationFolder(directory: settings.app.root + "/migrations")
    }

    func migrator() throws -> Migrator { try Migrator(url: url, folder: folder, version: Main.version) }

    /// The role in a connection URL.
    private static func user(of url: String) -> String? {
        URLComponents(string: url)?.user ?? url.firstMatch(of: /(?:^|\s)user=(\S+)/).map { String($0.1) }
    }
}

/// Writes a line to standard output.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
