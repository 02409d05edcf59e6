/// Writes comma-separated values (RFC 4180) in UTF-8. Lines end with CRLF, and only fields that need quotes are quoted.
public struct CSVWriter: Sendable {
    private let delimiter: UInt8
    private let guardsFormulas: Bool
    private var needsMark: Bool

    /// - Parameters:
    ///   - byteOrderMark: Whether to write a byte order mark, by which spreadsheets recognize UTF-8.
    ///   - guardsFormulas: Whether to escape texts of users that a spreadsheet would run, see `CSVFormula`.
    public init(delimiter: CSVDelimiter = .comma, byteOrderMark: Bool = false, guardsFormulas: Bool = true) {
        (self.delimiter, needsMark, self.guardsFormulas) = (delimiter.byte, byteOrderMark, guardsFormulas)
    }

    /// Returns the bytes of one record.
    public mutating func record(_ fields: [CSVField]) -> [UInt8] {
        var bytes: [UInt8] = []
        append(fields, to: &bytes)
        return bytes
    }

    /// Appends one record, or nothing if there are no fields. U+0000 is replaced by U+FFFD.
    public mutating func append(_ fields: [CSVField], to bytes: inout [UInt8]) {
        guard let first = fields.first else { return }
        if needsMark { bytes += [UInt8].byteOrderMark }
        needsMark = false
        let start = bytes.count
        write(first, to: &bytes)
        for field in fields.dropFirst() {
            bytes.append(delimiter)
            write(field, to: &bytes)
        }
        if bytes.count == start { bytes += [.quote, .quote] }  // Readers skip empty lines.
        bytes += [.carriageReturn, .lineFeed]
    }

    private func write(_ field: CSVField, to bytes: inout [UInt8]) {
        var text = field.isUserText && guardsFormulas ? CSVFormula.guarded(field.text) : field.text
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

    /// All delimiters need quotes, as a reader may expect another one. Spaces at the ends need them, as some readers remove these.
    private static func needsQuotes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first, let last = text.last else { return false }
        if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") || text.starts(with: [UInt8].byteOrderMark) { return true }
        return text.contains { byte in
            byte == .quote || byte == .comma || byte == .semicolon || byte == .tab || byte.isLineBreak || byte == .zero
        }
    }
}
