import Glibc

/// The memory in which the kernel keeps the code of this program and of its libraries.
enum ProgramCode {
    /// Releases code that only the start needed, such as checking all templates. This is a third of an idle server's memory. The kernel
    /// reads released code again from its file, or from its cache, when it is needed. Nothing is lost, as this memory is read-only
    /// (madvise(2)).
    static func releaseStartupCode() {
        guard let file = fopen("/proc/self/maps", "r") else { return }
        defer { fclose(file) }
        var (line, capacity) = (UnsafeMutablePointer<CChar>?.none, 0)
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let text = line {
            guard let range = range(ofMapping: String(cString: text)) else { continue }
            _ = madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
        }
    }

    /// The addresses of a mapping (proc(5), /proc/pid/maps) if it is read-only code from a file. Nil for other mappings.
    private static func range(ofMapping line: String) -> Range<UInt>? {
        let fields = line.split(separator: " ", maxSplits: 5)
        guard fields.count == 6, fields[1] == "r-xp", fields[5].drop(while: { $0 == " " }).hasPrefix("/") else { return nil }
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return ends.count == 2 ? ends[0]..<ends[1] : nil
    }
}
