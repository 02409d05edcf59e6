import Glibc

/// The code of the program and its libraries, as the kernel has it in this process's memory.
enum ProgramCode {
    /// Gives back what only the start needed, as checking every template did: a third of what an idle server holds. Whatever is wanted again
    /// is read again from its file, or from the system's cache of it; nobody has written there, so nothing is lost (madvise(2)).
    static func giveBack() {
        guard let file = fopen("/proc/self/maps", "r") else { return }
        defer { fclose(file) }
        var (line, capacity) = (UnsafeMutablePointer<CChar>?.none, 0)
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let text = line {
            guard let range = range(ofMapping: String(cString: text)) else { continue }
            _ = madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
        }
    }

    /// The addresses of a mapping (proc(5), /proc/pid/maps) that is code from a file, and that nobody may write to; nil: of any other.
    private static func range(ofMapping line: String) -> Range<UInt>? {
        let fields = line.split(separator: " ", maxSplits: 5)
        guard fields.count == 6, fields[1] == "r-xp", fields[5].drop(while: { $0 == " " }).hasPrefix("/") else { return nil }
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return ends.count == 2 ? ends[0]..<ends[1] : nil
    }
}
