import App
import Logging
import Migrations
import Postgres

/// Opens the database for a command: waits until the database answers, checks the role and the schema, and waits until the pool has its
/// first connection.
struct DatabaseStart {
    /// The number of attempts to connect, one second apart.
    private static let attempts = 31

    let configuration: DatabaseConfiguration
    /// The folder that contains the folder `migrations`.
    let root: String
    let logger: Logger

    init(_ configuration: DatabaseConfiguration, _ settings: Settings) {
        (self.configuration, root, logger) = (configuration, settings.app.root, settings.logger)
    }

    /// Returns the connected database. Throws an error with advice if the schema does not fit this version, or if the role can bypass
    /// row-level security.
    func open() async throws -> Database {
        try await check()
        let database = Database(configuration, logger: logger)
        do {
            // The pool's limit for waiting is short, because pages use it too. A command may wait longer for the first connection, so it
            // tries again.
            _ = try await waiting { try await database.read(Query<Int>.one("SELECT 1")) }
            return database
        } catch {
            database.shutDown()
            throw error
        }
    }

    private func check() async throws {
        let connection = try await waiting { try ScriptConnection(url: configuration.url, seconds: 2) }
        let bypasses = try connection.rows("SELECT (rolsuper OR rolbypassrls)::text FROM pg_roles WHERE rolname = current_user")
        guard bypasses.first?.first == "false" else {
            throw OperatorError("BOARDWALK_DATABASE_URL names a role that bypasses row-level security. Use one that is not a superuser.")
        }
        let folder = try MigrationFolder(directory: root + "/migrations")
        try SchemaState(folder: folder, in: connection).checkThatServerMayRun()
    }

    private func waiting<Connected>(_ connect: () async throws -> Connected) async throws -> Connected {
        var attempt = 1
        while true {
            do {
                return try await connect()
            } catch let error as DatabaseError where error.isTransient {
                guard attempt < Self.attempts else { throw OperatorError("The database cannot be reached: \(error.reason)") }
                if attempt % 5 == 1 { logger.warning("waiting for the database", metadata: ["error": "\(error.reason)"]) }
            }
            attempt += 1
            try await Task.sleep(for: .seconds(1))
        }
    }
}

extension DatabaseError {
    fileprivate var reason: String {
        if case .unavailable(let reason) = self { reason } else { "\(self)" }
    }
}
