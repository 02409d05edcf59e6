import Glibc
import SystemPackage

/// The user that runs PostgreSQL if we are root. PostgreSQL refuses to run as root.
struct UnprivilegedUser: Sendable {
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
