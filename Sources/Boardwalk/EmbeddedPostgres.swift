import FoundationEssentials
import Glibc
import Migrations
import Postgres
import Subprocess
import SystemPackage

/// A private PostgreSQL cluster in a folder: unix socket only, started as an unprivileged user when we are root.
/// One that a killed server left running is taken over; one that a crash left behind recovers by itself.
struct EmbeddedPostgres {
    struct URLs {
        var superuser: String
        var owner: String
        var server: String
    }

    static let serverRole = "boardwalk_server"
    private static let ownerRole = "boardwalk_owner"
    private static let database = "boardwalk"

    private let isThrowaway: Bool
    private let user: UnprivilegedUser?
    private let lock: FolderLock
    private let cluster: String
    private let sockets: String

    /// Claims `directory` for this process. Throws `OperatorError` when another one has it.
    init(directory: String, isThrowaway: Bool = false) throws {
        self.isThrowaway = isThrowaway
        user = UnprivilegedUser.ifRoot()
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        lock = try FolderLock(directory: directory)
        let isReachable = user?.canReach(directory) ?? true
        let elsewhere = (isThrowaway ? "/tmp/boardwalk-" : "/var/lib/boardwalk/") + Self.fingerprint(directory)
        let home = isReachable ? directory : elsewhere
        cluster = home + "/postgres"
        let nearby = home + "/run"
        // A socket's path has at most 107 bytes, of which PostgreSQL's own name takes some.
        sockets = nearby.utf8.count < 80 ? nearby : "/tmp/boardwalk-socket-" + Self.fingerprint(directory)
        for folder in [home, cluster, sockets] { try makeFolder(folder, isPrivate: folder != home) }
    }

    /// Starts the cluster, making it first when it is not there, with its roles and its database.
    func start() async throws -> URLs {
        let programs = try PostgresPrograms.find(forCluster: cluster)
        if !FileManager.default.fileExists(atPath: cluster + "/PG_VERSION") {
            try await run(programs.initdb, ["-D", cluster, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"])
        }
        if await !isRunning(programs) {
            try await run(programs.control, ["-D", cluster, "-w", "-t", "60", "-l", cluster + "/server.log", "-o", options, "start"])
        }
        let superuser = url(role: "postgres", database: "postgres")
        try prepare(superuser)
        return URLs(
            superuser: superuser, owner: url(role: Self.ownerRole, database: Self.database),
            server: url(role: Self.serverRole, database: Self.database))
    }

    /// Stops the cluster; whoever is connected is disconnected.
    func stop() async {
        guard let programs = try? PostgresPrograms.find(forCluster: cluster) else { return }
        _ = try? await run(programs.control, ["-D", cluster, "-m", "fast", "-w", "stop"])
    }

    private var options: String {
        var settings = [
            "listen_addresses=", "unix_socket_directories=\(sockets)", "unix_socket_permissions=0700",
            "shared_buffers=128MB", "timezone=UTC", "max_connections=\(isThrowaway ? 500 : 100)",
        ]
        if isThrowaway { settings += ["fsync=off", "full_page_writes=off", "synchronous_commit=off"] }
        return settings.map { "-c '\($0)'" }.joined(separator: " ")
    }

    private func url(role: String, database: String) -> String {
        let host = sockets.percentEncoded
        return "postgresql://\(role)@/\(database)?host=\(host)"
    }

    private func isRunning(_ programs: PostgresPrograms) async -> Bool {
        (try? await run(programs.control, ["-D", cluster, "status"])) != nil
    }

    private func prepare(_ superuser: String) throws {
        let connection = try ScriptConnection(url: superuser)
        for role in [Self.ownerRole, Self.serverRole]
        where try connection.rows("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]).isEmpty {
            // The owner must see every club's rows, to migrate and to back them up; the server never may.
            try connection.run("CREATE ROLE \(role) LOGIN NOSUPERUSER \(role == Self.ownerRole ? "BYPASSRLS" : "NOBYPASSRLS")")
        }
        if try connection.rows("SELECT 1 FROM pg_database WHERE datname = $1", [Self.database]).isEmpty {
            try connection.run("CREATE DATABASE \(Self.database) OWNER \(Self.ownerRole)")
        }
    }

    private func makeFolder(_ path: String, isPrivate: Bool) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard isPrivate else { return }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        if let user { chown(path, user.id, user.group) }
    }

    @discardableResult
    private func run(_ program: String, _ arguments: [String]) async throws -> String {
        let command = user.map { $0.command + [program] + arguments } ?? [program] + arguments
        let result = try await Subprocess.run(
            command[0].contains("/") ? .path(FilePath(command[0])) : .name(command[0]), arguments: Arguments(Array(command.dropFirst())),
            workingDirectory: "/", output: .string(limit: 65_536),
            error: .string(limit: 65_536))
        guard result.terminationStatus.isSuccess else {
            let words = [result.standardError, result.standardOutput].joined(separator: " ")
            throw OperatorError("\(FilePath(program).lastComponent?.string ?? program) failed: \(words)\nSee \(cluster)/server.log")
        }
        return result.standardOutput
    }

    /// FNV-1a, 64 bits: a short stable name for a long path.
    private static func fingerprint(_ path: String) -> String {
        String(path.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 36)
    }
}

/// PostgreSQL refuses to run as root.
private struct UnprivilegedUser {
    let id: uid_t
    let group: gid_t

    static func ifRoot() -> UnprivilegedUser? {
        guard geteuid() == 0 else { return nil }
        for name in ["postgres", "nobody"] {
            if let entry = getpwnam(name) { return UnprivilegedUser(id: entry.pointee.pw_uid, group: entry.pointee.pw_gid) }
        }
        return nil
    }

    var command: [String] { ["setpriv", "--reuid=\(id)", "--regid=\(group)", "--clear-groups"] }

    /// Whether every folder on the way may be entered by others.
    func canReach(_ path: String) -> Bool {
        var folder = path
        while folder.count > 1 {
            var facts = stat()
            guard stat(folder, &facts) == 0, facts.st_mode & 0o001 != 0 || facts.st_uid == id else { return false }
            folder = FilePath(folder).removingLastComponent().string
        }
        return true
    }
}

/// Keeps two processes out of one folder; the lock goes with the process.
private final class FolderLock {
    private let descriptor: Int32

    init(directory: String) throws {
        descriptor = open(directory + "/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw OperatorError("Another boardwalk is running on \(directory). Stop it first, or set BOARDWALK_DATA to another folder.")
        }
    }

    deinit { close(descriptor) }
}

/// The newest PostgreSQL installed, or the one that an existing cluster needs.
struct PostgresPrograms {
    var initdb: String
    var control: String

    static func find(forCluster cluster: String) throws -> PostgresPrograms {
        let root = "/usr/lib/postgresql"
        let installed = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap { Int($0) }.sorted()
        let wanted = (try? String(contentsOfFile: cluster + "/PG_VERSION", encoding: .utf8)).flatMap { Int($0.filter(\.isNumber)) }
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let folders = (wanted ?? installed.last).map { ["\(root)/\($0)/bin"] } ?? []
        for folder in folders + path where FileManager.default.isExecutableFile(atPath: folder + "/initdb") {
            return PostgresPrograms(initdb: folder + "/initdb", control: folder + "/pg_ctl")
        }
        throw OperatorError(
            "PostgreSQL\(wanted.map { " \($0)" } ?? "") is not installed. On Debian: apt-get install postgresql. Or set BOARDWALK_DATABASE_URL."
        )
    }
}
