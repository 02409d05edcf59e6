import FoundationEssentials
import Glibc

/// A folder that belongs to one process, beside the folders of other processes. It is locked while its owner exists, and then removed. A
/// new owner removes the folders of owners that ended without removing them.
public final class OwnedFolder: Sendable {
    public let path: String
    private static let prefix = "owner-"
    private let lock: FolderLock

    /// Creates a folder in `parent`. Throws `FolderFault`.
    /// - Parameter mode: The mode of both folders, so that other users can be allowed to pass through.
    public init(in parent: String, mode: mode_t = 0o700) throws {
        try Self.makeWithParents(parent, mode)
        try Self.checkOwner(of: parent)
        // A folder that is not locked yet looks like one without an owner, so owners are created one at a time.
        let parentLock = try FolderLock(parent, waits: true)
        defer { withExtendedLifetime(parentLock) {} }
        Self.removeLeftovers(in: parent)
        path = try Self.makeUnique("\(parent)/\(Self.prefix)")
        chmod(path, mode)
        lock = try FolderLock(path)
    }

    deinit { remove() }

    /// Creates an empty folder in this folder, with a name that is not taken.
    public func makeFolder() throws -> String { try Self.makeUnique(path + "/") }

    /// Removes the folder now. Nothing can be created in it afterwards.
    public func remove() {
        // The new name prevents others from creating files here. Others who still write into the folder can make the removal fail half-way,
        // so it is tried several times.
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

    /// In a parent that everybody can write to, another user may have created the folder first.
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

    /// The system adds six characters to the name (mkdtemp(3)).
    private static func makeUnique(_ beginning: String) throws -> String {
        var template = Array((beginning + "XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw FolderFault(beginning, errno) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
