import Folders
import FoundationEssentials
import Glibc
import Postgres
import Subprocess
import SystemPackage

/// A private PostgreSQL cluster in the data folder. It listens only on a unix socket. If we are root, it runs as an unprivileged user. If a
/// server was killed and its cluster still runs, the cluster is used again. After a crash PostgreSQL recovers without help.
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

    /// Locks the data folder for this process. Throws `OperatorError` if another process has locked it.
    /// - Parameters:
    ///   - isThrowaway: Whether the cluster is for tests. It then allows more connections, and is removed after its data folder was
    ///     removed.
    ///   - syncs: Whether a commit waits until its data are on the disk.
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

    /// Starts PostgreSQL, runs `body`, and stops PostgreSQL. If the cluster, its roles or its database do not exist, they are created.
    func use<Value>(_ body: (URLs) async throws -> Value) async throws -> Value {
        let urls = try await start()
        let result: Result<Value, any Error>
        do { result = .success(try await body(urls)) } catch { result = .failure(error) }
        await stop()
        return try result.get()
    }

    /// Runs `body` with the database of the server that is using the data folder. If no server is using it, PostgreSQL is started for
    /// `body` and stopped afterwards.
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

    /// Whether an update of the package has replaced PostgreSQL's program since it started. New sessions would then load libraries of the
    /// new version, and fail.
    var isOutdated: Bool { processes.isProgramReplaced }

    /// Starts PostgreSQL, which may take `seconds` seconds. Processes and socket files that remain after a crash are removed first.
    func launch(seconds: Int) async throws {
        // This checks again, because the caller's check may not have found a process that runs.
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

    /// Creates the cluster under another name, and renames it when it is complete. So an incomplete cluster is never used.
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
        // After a crash, the whole file system is synced at once instead of thousands of single files.
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

    /// Prepares a start after a crash. The lock file contains the number of the former main process. If another program has this number
    /// now, PostgreSQL does not start. So the number is replaced by one that no process has. The other lines of the lock file stay, because
    /// they tell PostgreSQL whether the cluster's memory is still in use.
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
            // The owner role must see the rows of all clubs, for migrations and backups. The server's role must not.
            try connection.run("CREATE ROLE \(role) LOGIN NOSUPERUSER \(role == Self.ownerRole ? "BYPASSRLS" : "NOBYPASSRLS")")
        }
        if try connection.rows("SELECT 1 FROM pg_database WHERE datname = $1", [Self.database]).isEmpty {
            try connection.run("CREATE DATABASE \(Self.database) OWNER \(Self.ownerRole)")
        }
    }

    /// Runs a program as the user that runs PostgreSQL. Throws `OperatorError` if the program fails.
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
