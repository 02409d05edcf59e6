import Glibc

/// A lock for a folder (flock(2), on the file `lock` in it). The system releases the lock when its process ends, even after a crash. Child
/// processes do not inherit it.
public final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock. If another owner has the lock and `waits` is true, waits until it is free. If `waits` is false, throws a
    /// `FolderFault` with `isTaken`.
    public init(_ folder: String, waits: Bool = false) throws {
        let path = folder + "/lock"
        // The property is set only after the lock was taken, because `deinit` also runs if an initialiser throws after all properties were
        // set.
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

/// The error of a failed operation on a path, with the `errno` of the operation.
public struct FolderFault: Error, CustomStringConvertible {
    public let path: String
    public let reason: Int32

    public init(_ path: String, _ reason: Int32) { (self.path, self.reason) = (path, reason) }

    /// Whether the operation failed because another owner has the lock.
    public var isTaken: Bool { reason == EWOULDBLOCK }

    public var description: String { "\(path): \(String(cString: strerror(reason)))" }
}
