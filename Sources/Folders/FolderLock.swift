import Glibc

/// The lock of a folder (flock(2), on a file named `lock` in it). It goes with its owner, however that ends, and children do not inherit it.
public final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, or waits for its turn. Throws `FolderFault`; `isTaken` when another owner has it.
    public init(_ folder: String, waits: Bool = false) throws {
        let path = folder + "/lock"
        // Kept only once it is locked: `deinit` runs also when an initialiser throws with all of its properties set.
        let opened = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw FolderFault(path, errno) }
        while flock(opened, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            let reason = errno
            if reason == EINTR { continue }
            close(opened)
            throw FolderFault(path, reason)
        }
        descriptor = opened
    }

    deinit { close(descriptor) }
}

/// What cannot be done with a path, and why.
public struct FolderFault: Error, CustomStringConvertible {
    public let path: String
    public let reason: Int32

    public init(_ path: String, _ reason: Int32) { (self.path, self.reason) = (path, reason) }

    /// Somebody else has the lock.
    public var isTaken: Bool { reason == EWOULDBLOCK }

    public var description: String { "\(path): \(String(cString: strerror(reason)))" }
}
