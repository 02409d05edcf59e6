import FoundationEssentials
import Glibc

/// A folder that belongs to one process, next to the folders of other processes. It is locked while this object exists. When the object is
/// released, the folder is removed. The initialiser also removes folders whose owners ended without removing them.
public final class OwnedFolder: Sendable {
    public let path: String
    private static let prefix = "owner-"
    private let lock: FolderLock

    /// Creates a locked folder with a new name in the folder `parent`. Throws `FolderFault`.
    /// - Parameter mode: The permissions of the new folder, and of `parent` if the initialiser creates it. By default, only the owner can
    ///   enter these folders.
    public init(in parent: String, mode: mode_t = 0o700) throws {
        try Self.makeWithParents(parent, mode)
        try Self.checkOwner(of: parent)
        // Another process would remove a folder that is not locked yet, because the folder seems to have no owner. So only one process at a
        // time creates its folder.
        let parentLock = try FolderLock(parent, waits: true)
        defer { withExtendedLifetime(parentLock) {} }
        Self.removeLeftovers(in: parent)
        path = try Self.makeUnique("\(parent)/\(Self.prefix)")
        chmod(path, mode)
        lock = try FolderLock(path)
    }

    deinit { remove() }

    /// Creates an empty folder with a new name in this folder. Returns its path.
    public func makeFolder() throws -> String { try Self.makeUnique(path + "/") }

    /// Removes the folder with its content now. Nothing can be created in it afterwards.
    public func remove() {
        // The folder is renamed first, so that nobody can create files in it by the old path. A process that still writes into the folder
        // can make the removal fail. So the removal is tried several times.
        let gone = path + "~"
        guard rename(path, gone) == 0 else { return }
        for _ in 0..<10 where FileManager.default.fileExists(atPath: gone) { try? FileManager.default.removeItem(atPath: gone) }
    }

    private static func makeWithParents(_ path: String, _ mode: mode_t) throws {
        if mkdir(path, mode) == 0 || errno == EEXIST { return }
        let reason = errno
        guard reason == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw FolderFault(path, reason) }
        try makeWithParents(String(path[..<slash]), 0o755)
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw FolderFault(path, errno) }
    }

    /// Throws if `path` is not a folder, or belongs to another user. In a parent folder that everybody can write to, another user may have
    /// created the folder first.
    private static func checkOwner(of path: String) throws {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { throw FolderFault(path, errno) }
        guard facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid() else { throw FolderFault(path, EPERM) }
    }

    private static func removeLeftovers(in parent: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
            let path = parent + "/" + name
            guard let lock = try? FolderLock(path) else { continue }
            withExtendedLifetime(lock) { try? FileManager.default.removeItem(atPath: path) }
        }
    }

    /// Creates a folder whose path is `beginning` and six characters that the system chooses (mkdtemp(3)).
    private static func makeUnique(_ beginning: String) throws -> String {
        var template = Array((beginning + "XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw FolderFault(beginning, errno) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
