import Glibc

/// The process's limit of open files (setrlimit(2)). Each connection needs one, and a server that has none left cannot even log this.
enum OpenFiles {
    /// Open files for the database, the log and templates, which visitors' connections may not use.
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
