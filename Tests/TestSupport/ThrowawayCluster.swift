import Folders
import Foundation
import Postgres

/// A PostgreSQL cluster for one test, which can stop, kill and starve it. It ends with the test or with the test's process.
public final class ThrowawayCluster: @unchecked Sendable {
    public let folder: String
    private let owned: OwnedFolder
    private let programs: String
    private let port: Int
    private var guardian: Process?

    /// Makes the cluster, but does not start it. Acknowledged commits survive a crash of the server, though not of the machine.
    public init(port: Int = 5432) throws {
        self.port = port
        programs = try Self.programs()
        // The path is short enough for a socket, and PostgreSQL's user can reach it.
        owned = try OwnedFolder(in: "/tmp/boardwalk-tests-\(geteuid())", mode: 0o711)
        folder = owned.path + "/cluster"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if let user = Self.user { chown(folder, user.id, user.group) }
        let options = ["-U", "postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8"]
        try run(["\(programs)/initdb", "-D", data] + options)
    }

    deinit { remove() }

    /// Connects through the socket.
    public var url: String { "postgresql://postgres@/postgres?host=\(folder)&port=\(port)" }

    /// Starts the server, and waits until it answers.
    public func start(_ settings: [String] = []) throws {
        let all = ["listen_addresses=", "port=\(port)", "unix_socket_directories=\(folder)", "fsync=off", "shared_buffers=16MB"] + settings
        let server = ["\(programs)/postgres", "-D", data] + all.flatMap { ["-c", $0] }
        // A shell ends the server when this process is gone. It uses no pipes, because other child processes would inherit their ends.
        let script = #"""
            "$@" >"$LOG" 2>&1 &
            while kill -0 $! 2>/dev/null && kill -0 "$OWNER" 2>/dev/null; do sleep 0.1; done
            kill -QUIT $! 2>/dev/null; wait $!
            """#
        guardian = try shell(script, server)
        for _ in 0..<2400 {
            if (try? ScriptConnection(url: url, seconds: 2)) != nil { return }
            usleep(25_000)
        }
        throw Failure("PostgreSQL did not start: \(log)")
    }

    /// Ends the server in order, and disconnects all clients.
    public func stop() { signal(SIGINT) }

    /// Ends all processes of the server at once, as a crash would.
    public func kill() {
        guard let server = processID else { return }
        Foundation.kill(server, SIGSTOP)
        for child in Self.children(of: server) { Foundation.kill(child, SIGKILL) }
        signal(SIGKILL)
    }

    public func remove() {
        signal(SIGQUIT)
        owned.remove()
    }

    /// Runs a program as the cluster's user, and waits until it has ended.
    public func run(_ command: [String]) throws {
        let process = try shell(#"exec "$@" >"$LOG" 2>&1"#, command)
        guard Self.waitForEnd(of: process) == 0 else { throw Failure("\(command[0]) failed: \(log)") }
    }

    private func shell(_ script: String, _ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, "sh"] + Self.command(arguments)
        process.environment = ["LOG": folder + "/log", "OWNER": "\(getpid())", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        process.standardInput = FileHandle.nullDevice
        process.currentDirectoryURL = URL(filePath: "/")
        try process.run()
        return process
    }

    private var log: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }

    public var data: String { folder + "/data" }

    private func signal(_ number: Int32) {
        if let server = processID { Foundation.kill(server, number) }
        guard let guardian else { return }
        _ = Self.waitForEnd(of: guardian)
        self.guardian = nil
    }

    /// Waits until the process has ended, and gives its status. The status is 1 if a signal ended it. Foundation learns of the end through
    /// a socket, but another child process may have inherited its other end. So this asks the system itself.
    private static func waitForEnd(of process: Process) -> Int32 {
        var info = siginfo_t()
        while waitid(P_PID, id_t(process.processIdentifier), &info, WEXITED | WNOWAIT) != 0 {
            guard errno != EINTR else { continue }
            // The child is gone, because Foundation has already waited for it.
            process.waitUntilExit()
            return process.terminationStatus
        }
        return info.si_code == Int32(CLD_EXITED) ? info._sifields._sigchld.si_status : 1
    }

    private var processID: pid_t? {
        guard guardian != nil, let text = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8) else { return nil }
        return text.split(separator: "\n").first.flatMap { pid_t($0) }
    }

    private static func children(of parent: pid_t) -> [pid_t] {
        let processes = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
        return processes.filter { process in
            // The format is "1234 (name) S 1 …", and the name may contain any characters.
            guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8), let end = line.lastIndex(of: ")")
            else { return false }
            return line[end...].split(separator: " ").dropFirst(2).first.flatMap { pid_t($0) } == parent
        }
    }

    /// PostgreSQL refuses to run as root.
    private static let user: (id: uid_t, group: gid_t)? = {
        guard geteuid() == 0, let entry = getpwnam("postgres") ?? getpwnam("nobody") else { return nil }
        return (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }()

    private static func command(_ words: [String]) -> [String] {
        user.map { ["setpriv", "--reuid=\($0.id)", "--regid=\($0.group)", "--clear-groups"] + words } ?? words
    }

    private static func programs() throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap { Int($0) }.sorted(by: >)
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        for folder in path + versions.map({ "\(root)/\($0)/bin" }) where FileManager.default.isExecutableFile(atPath: folder + "/initdb") {
            return folder
        }
        throw Failure("PostgreSQL's initdb was not found")
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}
