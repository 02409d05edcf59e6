import FoundationEssentials
import Glibc

/// The processes of a PostgreSQL cluster, as /proc shows them to everybody: what the cluster's own files say may be out of date.
struct ClusterProcesses: Sendable {
    let cluster: String

    /// For `cluster_name`, which is in the title of each process. The folder itself is in it, as other machines below the same kernel may
    /// have one of the same path.
    var name: String {
        var facts = stat()
        stat(cluster, &facts)
        return "boardwalk-\(String(facts.st_dev, radix: 36))-\(String(facts.st_ino, radix: 36))"
    }

    var lockFile: String { cluster + "/postmaster.pid" }

    /// The main process, while it lives. Its number alone says nothing: after a crash it may be that of another program.
    var main: pid_t? {
        guard let number = noted.first.flatMap({ pid_t($0) }), Self.arguments(of: number).contains(cluster) else { return nil }
        return number
    }

    /// Whether the program file of the main process was replaced by another one, and that for some seconds.
    var isProgramReplaced: Bool {
        // The kernel says in the name of the link that the file is gone (proc(5)).
        let mark = " (deleted)"
        guard let main, let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(main)/exe"), link.hasSuffix(mark)
        else { return false }
        var facts = stat()
        guard stat(String(link.dropLast(mark.count)), &facts) == 0 else { return false }
        // The files of a package are replaced one after the other.
        return time(nil) - facts.st_ctim.tv_sec >= Self.secondsToUnpack
    }

    private static let secondsToUnpack = 3

    /// Where the sockets of the main process are.
    var sockets: String? { noted.count > 4 ? noted[4] : nil }

    /// Ends what a main process that is gone has left, and waits for that: one that is busy notices late, and keeps the next from starting.
    func endOrphans() async throws {
        for _ in 0..<300 {
            guard killAll() else { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Ends all of them at once, as a crash would. Says whether there were any.
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

    /// The lines of the lock file: the number of the main process, the cluster, the time, the port, the folder of the sockets, …
    private var noted: [String] {
        let text = (try? String(contentsOfFile: lockFile, encoding: .utf8)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// A process that has ended, and was not waited for, has none.
    private static func arguments(of process: pid_t) -> [String] {
        let bytes = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))) ?? Data()
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
