/// Writes comma-separated values (RFC 4180) in UTF-8. Lines end with CRLF. Only fields that need quotes get them.
public struct CSVWriter: Sendable {
    private let delimiter: UInt8
    private let guardsFormulas: Bool
    private var needsMark: Bool

    /// Creates a writer for one file.
    /// - Parameters:
    ///   - byteOrderMark: Whether to write a byte order mark at the beginning. It tells spreadsheets that the file is in UTF-8.
    ///   - guardsFormulas: Whether to escape texts of users that a spreadsheet would run as formulas, see `CSVFormula`.
    public init(delimiter: CSVDelimiter = .comma, byteOrderMark: Bool = false, guardsFormulas: Bool = true) {
        (self.delimiter, needsMark, self.guardsFormulas) = (delimiter.byte, byteOrderMark, guardsFormulas)
    }

    /// Returns the bytes of one record with these fields.
    public mutating func record(_ fields: [CSVField]) -> [UInt8] {
        var bytes: [UInt8] = []
        append(fields, to: &bytes)
        return bytes
    }

    /// Appends the bytes of one record. If there are no fields, appends nothing. U+0000 becomes U+FFFD.
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

    /// Whether a field must be in quotes. Fields with any delimiter need quotes, because the program that reads the file may expect another
    /// delimiter. Fields with spaces at the ends need quotes, because some programs remove these spaces.
    private static func needsQuotes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first, let last = text.last else { return false }
        if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") || text.starts(with: [UInt8].byteOrderMark) { return true }
        return text.contains { byte in
            byte == .quote || byte == .comma || byte == .semicolon || byte == .tab || byte.isLineBreak || byte == .zero
        }
    }
}
