import FoundationEssentials
import Glibc

/// The processes of a PostgreSQL cluster. They are found in /proc, because the cluster's own files may be out of date.
struct ClusterProcesses: Sendable {
    let cluster: String

    /// The value of PostgreSQL's setting `cluster_name`, which is in the title of each process. The value contains the folder's number in
    /// the file system and not its path, because another container on the same kernel may have a folder with the same path.
    var name: String {
        var facts = stat()
        stat(cluster, &facts)
        return "boardwalk-\(String(facts.st_dev, radix: 36))-\(String(facts.st_ino, radix: 36))"
    }

    var lockFile: String { cluster + "/postmaster.pid" }

    /// The process id of the main process. Nil if the main process does not run. The id is in the lock file. After a crash, another program
    /// may have this id, so the arguments of the process are compared as well.
    var main: pid_t? {
        guard let number = lockFileLines.first.flatMap({ pid_t($0) }), Self.arguments(of: number).contains(cluster) else { return nil }
        return number
    }

    /// Whether an update replaced the program file of the main process at least some seconds ago.
    var isProgramReplaced: Bool {
        // If the program file was deleted, the kernel adds this mark to the name of its link (proc(5)).
        let mark = " (deleted)"
        guard let main, let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(main)/exe"), link.hasSuffix(mark)
        else { return false }
        var facts = stat()
        guard stat(String(link.dropLast(mark.count)), &facts) == 0 else { return false }
        // A package manager replaces files one after another, so this waits until all files are there.
        return time(nil) - facts.st_ctim.tv_sec >= Self.secondsToUnpack
    }

    private static let secondsToUnpack = 3

    /// The folder that contains the sockets of the main process. Nil if the lock file does not name it.
    var sockets: String? { lockFileLines.count > 4 ? lockFileLines[4] : nil }

    /// Kills the processes that remain after a main process has ended, and waits up to 3 seconds until they have ended. A busy process
    /// notices late that the main process has ended, and a new main process cannot start before.
    func endOrphans() async throws {
        for _ in 0..<300 {
            guard killAll() else { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Kills all processes of the cluster at once, as in a crash. Returns whether there were any.
    @discardableResult
    func killAll() -> Bool {
        let left = all
        for process in left { kill(process, SIGKILL) }
        return !left.isEmpty
    }

    private var all: [pid_t] {
        let (title, option) = ("postgres: \(name): ", "cluster_name=\(name)")
        let processes = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
        return processes.filter { process in
            let words = Self.arguments(of: process)
            guard let program = words.first else { return false }
            return program.hasPrefix(title) || program.hasSuffix("/postgres") && words.contains(option)
        }
    }

    /// The lines of the lock file: the number of the main process, the cluster's folder, the time of the start, the port, the folder of the
    /// sockets, and others.
    private var lockFileLines: [String] {
        let text = (try? String(contentsOfFile: lockFile, encoding: .utf8)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the arguments of a process. Empty if the process has ended, even if its parent has not noticed that yet.
    private static func arguments(of process: pid_t) -> [String] {
        let bytes = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))) ?? Data()
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
