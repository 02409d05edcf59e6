import Folders
import FoundationEssentials
import Glibc
import Postgres
import Subprocess
import SystemPackage

/// A private PostgreSQL cluster in a folder. It listens only on a unix socket, and runs as an unprivileged user if we are root. A cluster
/// that a killed server left running is used again. After a crash PostgreSQL recovers by itself.
struct EmbeddedPostgres: Sendable {
    struct URLs: Sendable {
        var superuser: String
        var owner: String
        var server: String
    }

    static let serverRole = "boardwalk_server"
    private static let ownerRole = "boardwalk_owner"
    private static let database = "boardwalk"

    private let isThrowaway: Bool
    private let syncs: Bool
    private let lock: FolderLock
    private let home: ClusterHome
    private let processes: ClusterProcesses

    /// Claims the data folder for this process. Throws `OperatorError` if another process has it.
    /// - Parameters:
    ///   - isThrowaway: Whether the cluster is for tests. It then allows more connections, and may be removed after its data folder.
    ///   - syncs: Whether a commit waits until it is on the storage.
    init(_ settings: Settings, isThrowaway: Bool = false, syncs: Bool = true) throws {
        (self.isThrowaway, self.syncs) = (isThrowaway, syncs)
        let data = settings.app.data
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        do {
            lock = try FolderLock(data)
        } catch let fault as FolderFault where fault.isTaken {
            throw OperatorError("Another boardwalk is running on \(data). Stop it first, or set BOARDWALK_DATA to another folder.")
        }
        home = try ClusterHome(data: data, runtime: settings.runtime, isThrowaway: isThrowaway, logger: settings.logger)
        processes = ClusterProcesses(cluster: home.cluster)
    }

    /// Runs `body` while PostgreSQL runs, and stops PostgreSQL afterwards. Creates the cluster, its roles and its database if they are
    /// missing.
    func use<Value>(_ body: (URLs) async throws -> Value) async throws -> Value {
        let urls = try await start()
        let result: Result<Value, any Error>
        do { result = .success(try await body(urls)) } catch { result = .failure(error) }
        await stop()
        return try result.get()
    }

    /// Runs `body` with the database of the server that uses the data folder. If there is no such server, PostgreSQL runs only meanwhile.
    static func useServers<Value>(_ settings: Settings, _ body: (_ url: String) async throws -> Value) async throws -> Value {
        let embedded: EmbeddedPostgres
        do {
            embedded = try EmbeddedPostgres(settings)
        } catch let taken as OperatorError {
            let home = try ClusterHome(data: settings.app.data, runtime: settings.runtime, isThrowaway: false, logger: settings.logger)
            guard ClusterProcesses(cluster: home.cluster).main != nil else { throw taken }
            return try await body(url(role: serverRole, database: database, sockets: home.sockets))
        }
        return try await embedded.use { urls in try await body(urls.server) }
    }

    var isRunning: Bool { processes.main != nil }

    /// Whether an update of the package has replaced the program since PostgreSQL started. New sessions would load the libraries of the
    /// other version, and fail.
    var isOutdated: Bool { processes.isProgramReplaced }

    /// Starts PostgreSQL within so many seconds. Removes first what a crash has left.
    func launch(seconds: Int) async throws {
        // The check before this one may have missed the process.
        if isRunning { return }
        let programs = try await PostgresPrograms.find(forCluster: home.cluster)
        try await processes.endOrphans()
        try await disownLocks()
        let log = home.cluster + "/server.log"
        try await run(programs.control, ["-D", home.cluster, "-w", "-t", "\(seconds)", "-l", log, "-o", options, "start"])
    }

    private func start() async throws -> URLs {
        if !FileManager.default.fileExists(atPath: home.cluster + "/PG_VERSION") { try await make() }
        if isRunning, processes.sockets != home.sockets { await stop() }
        if !isRunning { try await launch(seconds: 60) }
        let superuser = url(role: "postgres", database: "postgres")
        try prepare(superuser)
        return URLs(
            superuser: superuser, owner: url(role: Self.ownerRole, database: Self.database),
            server: url(role: Self.serverRole, database: Self.database))
    }

    /// Creates the cluster under another name first, so that an incomplete cluster is never used.
    private func make() async throws {
        let new = home.cluster + ".new"
        try? FileManager.default.removeItem(atPath: new)
        try home.makePrivate(new)
        let programs = try await PostgresPrograms.find(forCluster: home.cluster)
        try await run(programs.initdb, ["-D", new, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"])
        guard rename(new, home.cluster) == 0 else { throw FolderFault(home.cluster, errno) }
    }

    func stop() async {
        guard isRunning, let programs = try? await PostgresPrograms.find(forCluster: home.cluster) else { return }
        _ = try? await run(programs.control, ["-D", home.cluster, "-m", "fast", "-w", "stop"])
    }

    private var options: String {
        // After a crash the whole file system is synced at once, instead of a thousand files one after the other.
        var settings = [
            "recovery_init_sync_method=syncfs",
            "listen_addresses=", "unix_socket_directories=\(home.sockets)", "unix_socket_permissions=0700",
            "cluster_name=\(processes.name)",
            "shared_buffers=128MB", "timezone=UTC", "max_connections=\(isThrowaway ? 500 : 100)",
        ]
        if !syncs { settings += ["fsync=off", "full_page_writes=off", "synchronous_commit=off"] }
        return settings.map { "-c '\($0.replacing("'", with: #"'\''"#))'" }.joined(separator: " ")
    }

    private func url(role: String, database: String) -> String { Self.url(role: role, database: database, sockets: home.sockets) }

    private static func url(role: String, database: String, sockets: String) -> String {
        "postgresql://\(role)@/\(database)?host=\(sockets.percentEncoded)"
    }

    /// Prepares a start after a crash. The number of the former main process may now belong to another program, and PostgreSQL would not
    /// start. A number that no process has replaces it. The other lines of the file stay, as they tell PostgreSQL whether the cluster's
    /// memory is still in use.
    private func disownLocks() async throws {
        let sockets = ["/.s.PGSQL.5432", "/.s.PGSQL.5432.lock"].map { home.sockets + $0 }
        try await run("rm", ["-f"] + sockets)
        guard FileManager.default.fileExists(atPath: processes.lockFile) else { return }
        try await run("sed", ["-i", "1s/.*/\(Int32.max)/", processes.lockFile])
    }

    private func prepare(_ superuser: String) throws {
        let connection = try ScriptConnection(url: superuser)
        for role in [Self.ownerRole, Self.serverRole]
        where try connection.rows("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]).isEmpty {
            // The owner must see the rows of all clubs, for migrations and backups. The server must not.
            try connection.run("CREATE ROLE \(role) LOGIN NOSUPERUSER \(role == Self.ownerRole ? "BYPASSRLS" : "NOBYPASSRLS")")
        }
        if try connection.rows("SELECT 1 FROM pg_database WHERE datname = $1", [Self.database]).isEmpty {
            try connection.run("CREATE DATABASE \(Self.database) OWNER \(Self.ownerRole)")
        }
    }

    /// Runs a program as PostgreSQL's user. Throws `OperatorError` if it fails.
    private func run(_ program: String, _ arguments: [String]) async throws {
        let command = (home.user?.command ?? []) + [program] + arguments
        let result = try await Subprocess.run(
            command[0].contains("/") ? .path(FilePath(command[0])) : .name(command[0]), arguments: Arguments(Array(command.dropFirst())),
            workingDirectory: "/", output: .string(limit: 65_536),
            error: .string(limit: 65_536))
        guard result.terminationStatus.isSuccess else {
            let output = [result.standardError, result.standardOutput].joined(separator: " ")
            throw OperatorError("\(FilePath(program).lastComponent?.string ?? program) failed: \(output)\nSee \(home.cluster)/server.log")
        }
    }
}
