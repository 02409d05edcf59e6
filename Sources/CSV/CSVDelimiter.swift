/// What stands between two fields.
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

/// Finds the delimiter that stands most often in the header line, outside of quotes; a comma when none does.
struct DelimiterDetection: Sendable {
    /// All bytes seen, which are still to be read.
    private(set) var seen: [UInt8] = []
    private var counts = [Int](repeating: 0, count: CSVDelimiter.allCases.count)
    private var isQuoted = false
    private var hasContent = false

    /// Of those that stand equally often, the first.
    var delimiter: CSVDelimiter {
        let most = counts.max() ?? 0
        return zip(CSVDelimiter.allCases, counts).first { $0.1 == most }?.0 ?? .comma
    }

    /// Returns whether the header line has ended with this byte.
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
