import Glibc

/// The memory that contains the machine code of this program and its libraries.
enum ProgramCode {
    /// Releases the memory of code that only the start needed, such as the check of all templates. This is a third of the memory of an idle
    /// server. When released code is needed again, the kernel reads it from its file or from its cache. Nothing is lost, because this
    /// memory is read-only (madvise(2)).
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

    /// Returns the addresses of a mapping, which is a line of /proc/pid/maps (proc(5)), if it is read-only code from a file. Nil for other
    /// mappings.
    private static func range(ofMapping line: String) -> Range<UInt>? {
        let fields = line.split(separator: " ", maxSplits: 5)
        guard fields.count == 6, fields[1] == "r-xp", fields[5].drop(while: { $0 == " " }).hasPrefix("/") else { return nil }
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return ends.count == 2 ? ends[0]..<ends[1] : nil
    }
}
