import Glibc

/// The process's limit of open files (setrlimit(2)): each connection takes one, and a server without any left cannot even log it.
enum OpenFiles {
    /// For the database, the log, templates: what is not a visitor's connection.
    static let reserve = 200

    /// Raises the soft limit to the hard one, and returns it.
    static func raiseLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }
}
