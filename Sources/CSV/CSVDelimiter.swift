/// The character between two fields.
public enum CSVDelimiter: Hashable, Sendable, CaseIterable {
    case comma, semicolon, tab

    var byte: UInt8 {
        switch self {
        case .comma: .comma
        case .semicolon: .semicolon
        case .tab: .tab
        }
    }
}

/// Finds the delimiter of a file. A first line such as "sep=;", which is a custom of Excel, names the delimiter. Otherwise the delimiter is
/// the one that is most frequent in the header line outside quotes. If the header line has none, the delimiter is the comma.
struct DelimiterDetection: Sendable {
    /// All bytes that were read so far. The record reader must read them again.
    private(set) var seen: [UInt8] = []
    private var counts = [Int](repeating: 0, count: CSVDelimiter.allCases.count)
    private var isQuoted = false
    private var hasContent = false

    static let namingLength = 5

    /// The delimiter that the first line names, as in "sep=;". Nil if the first line is the header.
    var named: CSVDelimiter? {
        guard seen.count == Self.namingLength || seen.count == Self.namingLength + 1 && seen.last?.isLineBreak == true,
            String(decoding: seen.prefix(4), as: UTF8.self).lowercased() == "sep="
        else { return nil }
        return CSVDelimiter.allCases.first { $0.byte == seen[4] }
    }

    /// The delimiter of the file. If several delimiters are equally frequent, it is the first of them in `CSVDelimiter`.
    var delimiter: CSVDelimiter {
        if let named { return named }
        let most = counts.max() ?? 0
        return zip(CSVDelimiter.allCases, counts).first { $0.1 == most }?.0 ?? .comma
    }

    /// Reads the next byte. Returns true if this byte ends the header line.
    mutating func look(at byte: UInt8) -> Bool {
        seen.append(byte)
        if byte == .quote { isQuoted.toggle() }
        guard !isQuoted else { return false }
        if byte.isLineBreak { return hasContent }
        hasContent = true
        if let index = CSVDelimiter.allCases.firstIndex(where: { $0.byte == byte }) { counts[index] += 1 }
        return false
    }
}
