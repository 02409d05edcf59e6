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

/// Finds the delimiter that the first line names as Excel writes it, "sep=;". Otherwise it is the delimiter that is most frequent in the
/// header line outside quotes, or a comma if there is none.
struct DelimiterDetection: Sendable {
    /// All bytes so far. The record reader still has to read them.
    private(set) var seen: [UInt8] = []
    private var counts = [Int](repeating: 0, count: CSVDelimiter.allCases.count)
    private var isQuoted = false
    private var hasContent = false

    static let namingLength = 5

    /// The delimiter that the first line names. Nil if that line is the header.
    var named: CSVDelimiter? {
        guard seen.count == Self.namingLength || seen.count == Self.namingLength + 1 && seen.last?.isLineBreak == true,
            String(decoding: seen.prefix(4), as: UTF8.self).lowercased() == "sep="
        else { return nil }
        return CSVDelimiter.allCases.first { $0.byte == seen[4] }
    }

    /// If several delimiters are equally frequent, the first of `CSVDelimiter` is taken.
    var delimiter: CSVDelimiter {
        if let named { return named }
        let most = counts.max() ?? 0
        return zip(CSVDelimiter.allCases, counts).first { $0.1 == most }?.0 ?? .comma
    }

    /// Returns whether the header line ends with this byte.
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
