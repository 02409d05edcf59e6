import Folders
import FoundationEssentials
import Glibc
import Logging

/// The folders of a private PostgreSQL. The data are in the data folder if PostgreSQL's user can reach it, and otherwise in
/// /var/lib/boardwalk. The sockets are in the first of these folders that is reachable and has a path that is short enough for a socket:
/// - a folder in the system's folder for sockets,
/// - the folder `run` beside the data,
/// - a folder in /run/boardwalk or /tmp.
struct ClusterHome: Sendable {
    let cluster: String
    let sockets: String
    let user: UnprivilegedUser?

    /// The maximum number of bytes in the path of a socket (unix(7)).
    private static let longestSocket = 107

    /// Chooses the folders, and creates the folder for the sockets.
    /// - Parameter runtime: The system's folder for sockets. Nil if the system has none.
    init(data: String, runtime: String?, isThrowaway: Bool, logger: Logger) throws {
        let user = UnprivilegedUser.ifRoot()
        func isReachable(_ folder: String) -> Bool { user?.canReach(folder) ?? true }
        let home = isReachable(data) ? data : try Self.fallbackHome(for: data, isThrowaway: isThrowaway)
        let given = runtime.flatMap { isReachable($0) ? "\($0)/\(data.fingerprint)" : nil }
        let nearby = [given, home + "/run"].compactMap(\.self)
        self.user = user
        cluster = home + "/postgres"
        sockets = try nearby.first(where: Self.fitsSocket) ?? Self.shortFolder(for: data)
        try makePrivate(sockets)
        if !nearby.contains(sockets) {
            logger.notice(
                "PostgreSQL's sockets are in another folder: their path in the data folder is too long", metadata: ["folder": "\(sockets)"])
        }
    }

    /// Creates a folder that only PostgreSQL's user can enter. Throws if the folder belongs to another user, because everybody can create
    /// folders in /tmp.
    func makePrivate(_ path: String) throws {
        mkdir(path, 0o700)
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { throw FolderFault(path, errno) }
        defer { close(folder) }
        var facts = stat()
        guard fstat(folder, &facts) == 0, [geteuid(), user?.id].contains(facts.st_uid) else {
            throw OperatorError("\(path) belongs to somebody else. Set BOARDWALK_DATA to another folder.")
        }
        guard fchmod(folder, 0o700) == 0, user.map({ fchown(folder, $0.id, $0.group) }) ?? 0 == 0 else { throw FolderFault(path, errno) }
    }

    /// Returns a folder outside the data folder. It is used if we are root and PostgreSQL's user cannot reach the data folder.
    private static func fallbackHome(for data: String, isThrowaway: Bool) throws -> String {
        let parent = "/var/lib/boardwalk"
        guard isThrowaway else { return try folder("\(parent)/\(data.fingerprint)") }
        let home = try folder("\(parent)/throwaway-\(data.fingerprint)")
        try removeThrowaways(in: parent)
        try data.write(toFile: home + "/" + ownersName, atomically: true, encoding: .utf8)
        return home
    }

    private static let ownersName = "data-folder"

    /// Removes the throwaway clusters whose data folders no longer exist.
    private static func removeThrowaways(in parent: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: parent) where name.hasPrefix("throwaway-") {
            let home = "\(parent)/\(name)"
            guard let owner = try? String(contentsOfFile: home + "/" + ownersName, encoding: .utf8),
                !FileManager.default.fileExists(atPath: owner)
            else { continue }
            ClusterProcesses(cluster: home + "/postgres").killAll()
            try FileManager.default.removeItem(atPath: home)
        }
    }

    private static func shortFolder(for data: String) throws -> String {
        geteuid() == 0 ? try folder("/run/boardwalk") + "/" + data.fingerprint : "/tmp/boardwalk-\(geteuid())-\(data.fingerprint)"
    }

    private static func folder(_ path: String) throws -> String {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    /// Whether a socket in this folder has a path that is short enough. A comma is not allowed, because it would end the folder's name for
    /// libpq.
    private static func fitsSocket(_ folder: String) -> Bool {
        "\(folder)/.s.PGSQL.5432".utf8.count <= longestSocket && !folder.contains(",")
    }
}

extension String {
    /// A short name for a path. The same path always has the same name (FNV-1a, 64 bits).
    fileprivate var fingerprint: String {
        String(utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 36)
    }
}
