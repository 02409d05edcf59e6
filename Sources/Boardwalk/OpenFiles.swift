import Glibc

/// The limit for the number of files that the process may open (setrlimit(2)). Each connection counts as an open file. If the limit is
/// reached, the server cannot even log this.
enum OpenFiles {
    /// The number of open files that are reserved for the database, the log and templates. Visitors' connections may not use them.
    static let reserve = 200

    /// Raises the soft limit to the hard limit, and returns the hard limit.
    static func raiseLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }
}
