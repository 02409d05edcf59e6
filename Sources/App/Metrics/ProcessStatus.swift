import Glibc

/// The memory, processor time, files and threads of this process, as the kernel reports them (proc(5), getrusage(2), getrlimit(2)).
struct ProcessStatus {
    var residentBytes = 0
    var virtualBytes = 0
    var cpuSeconds = 0.0
    /// The time at which the process started, in seconds since 1970.
    var startTime = 0.0
    var openFiles = 0
    var openFilesLimit = 0
    var threads = 0

    init() {
        let pages = Self.read("/proc/self/statm").split(separator: " ").compactMap { Int($0) }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        if pages.count > 1 { (virtualBytes, residentBytes) = (pages[0] * page, pages[1] * page) }
        var usage = rusage()
        if getrusage(RUSAGE_SELF.rawValue, &usage) == 0 { cpuSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime) }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 { openFilesLimit = Int(clamping: limit.rlim_cur) }
        openFiles = Self.count("/proc/self/fd")
        // The fields are read after the last parenthesis, because the command's name may contain spaces and parentheses.
        let fields = Self.read("/proc/self/stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 19, let ticks = Double(fields[19]), let threads = Int(fields[17]) else { return }
        self.threads = threads
        let boot = Self.read("/proc/stat").split(separator: "\n").first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst(6)) }
        startTime = (boot ?? 0) + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    private static func read(_ path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private static func count(_ path: String) -> Int {
        guard let directory = opendir(path) else { return 0 }
        defer { closedir(directory) }
        var entries = 0
        while readdir(directory) != nil { entries += 1 }
        // The entries ".", ".." and the descriptor that `opendir` has opened are not counted.
        return max(0, entries - 3)
    }
}
