/// Writes comma-separated values (RFC 4180) in UTF-8: lines end in CRLF, and only what must be quoted is.
public struct CSVWriter: Sendable {
    private let delimiter: UInt8
    private let guardsFormulas: Bool
    private var owesMark: Bool

    /// - Parameters:
    ///   - byteOrderMark: by which spreadsheets know that a file is UTF-8.
    ///   - guardsFormulas: sets an apostrophe before the texts of people that a spreadsheet would run, see `CSVFormula`.
    public init(delimiter: CSVDelimiter = .comma, byteOrderMark: Bool = false, guardsFormulas: Bool = true) {
        (self.delimiter, owesMark, self.guardsFormulas) = (delimiter.byte, byteOrderMark, guardsFormulas)
    }

    /// Returns the bytes of one record.
    public mutating func record(_ fields: [CSVField]) -> [UInt8] {
        var bytes: [UInt8] = []
        append(fields, to: &bytes)
        return bytes
    }

    /// Appends one record; nothing where it has no fields. U+0000, which is no text, is replaced by U+FFFD.
    public mutating func append(_ fields: [CSVField], to bytes: inout [UInt8]) {
        guard let first = fields.first else { return }
        if owesMark { bytes += [UInt8].byteOrderMark }
        owesMark = false
        let start = bytes.count
        write(first, to: &bytes)
        for field in fields.dropFirst() {
            bytes.append(delimiter)
            write(field, to: &bytes)
        }
        if bytes.count == start { bytes += [.quote, .quote] }  // An empty line would be no record.
        bytes += [.carriageReturn, .lineFeed]
    }

    private func write(_ field: CSVField, to bytes: inout [UInt8]) {
        var text = field.isPeoples && guardsFormulas ? CSVFormula.guarded(field.text) : field.text
        text.withUTF8 { text in
            guard Self.needsQuotes(text) else { return bytes.append(contentsOf: text) }
            bytes.append(.quote)
            for byte in text {
                switch byte {
                case .quote: bytes += [.quote, .quote]
                case .zero: bytes += "\u{FFFD}".utf8
                default: bytes.append(byte)
                }
            }
            bytes.append(.quote)
        }
    }

    /// All delimiters count, since not every reader goes by the same; so do spaces at the ends, which some take away.
    private static func needsQuotes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first, let last = text.last else { return false }
        if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") || text.starts(with: [UInt8].byteOrderMark) { return true }
        return text.contains { byte in
            byte == .quote || byte == .comma || byte == .semicolon || byte == .tab || byte.isLineBreak || byte == .zero
        }
    }
}
