import FoundationEssentials
import Glibc

/// A folder of one owner beside those of others: locked while the owner lives, and removed with it. What owners left behind that ended
/// without a warning is removed when the next one comes.
public final class OwnedFolder: Sendable {
    public let path: String
    private static let prefix = "owner-"
    private let lock: FolderLock

    /// Makes a folder in `parent`. Throws `FolderFault`.
    /// - Parameter mode: of both, for others to pass through, if need be.
    public init(in parent: String, mode: mode_t = 0o700) throws {
        try Self.make(parent, mode)
        try Self.checkOwner(of: parent)
        // Between being made and being locked a folder looks like one that was left behind.
        let turn = try FolderLock(parent, waits: true)
        defer { withExtendedLifetime(turn) {} }
        Self.removeLeftovers(in: parent)
        path = try Self.makeUnique("\(parent)/\(Self.prefix)")
        chmod(path, mode)
        lock = try FolderLock(path)
    }

    deinit { remove() }

    /// Makes an empty folder in it, under a name that nothing there has.
    public func makeFolder() throws -> String { try Self.makeUnique(path + "/") }

    /// Removes it now; nothing can be made in it any more.
    public func remove() {
        // Under a name that nobody knows: whoever still writes into it would make the removal stop half-way, and may do so once more where
        // they have found it already.
        let gone = path + "~"
        guard rename(path, gone) == 0 else { return }
        for _ in 0..<10 where FileManager.default.fileExists(atPath: gone) { try? FileManager.default.removeItem(atPath: gone) }
    }

    /// Makes a folder, and those above it.
    private static func make(_ path: String, _ mode: mode_t) throws {
        if mkdir(path, mode) == 0 || errno == EEXIST { return }
        let reason = errno
        guard reason == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw FolderFault(path, reason) }
        try make(String(path[..<slash]), 0o755)
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw FolderFault(path, errno) }
    }

    /// Where everybody may make folders, somebody else may have been there before us.
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

    /// The system puts six letters at the end (mkdtemp(3)).
    private static func makeUnique(_ beginning: String) throws -> String {
        var template = Array((beginning + "XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw FolderFault(beginning, errno) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
