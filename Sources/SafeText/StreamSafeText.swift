/// Limits the combining marks that follow one character, in text that comes from outside.
///
/// Text with thousands of marks in a row belongs to no script. Unicode makes one character of all of them, and comparing that character
/// costs the square of their number. The limit is that of the Stream-Safe Text Format (UAX #15, section 13). It also counts scalars that
/// have no combining class but extend a character. Marks beyond the limit are removed.
public enum StreamSafeText {
    private static let marksInARow = 30
    /// The first byte of U+0300, before which no scalar extends a character.
    private static let firstByteOfMarks: UInt8 = 0xcc

    /// Decodes UTF-8. Bytes that are not UTF-8 become U+FFFD.
    public static func text(_ bytes: some Collection<UInt8>) -> String { text(String(decoding: bytes, as: UTF8.self)) }

    /// The text itself, or a copy without the marks beyond the limit.
    public static func text(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= firstByteOfMarks }) else { return text }
        var counter = MarkCounter()
        // Text that has to be copied is very rare.
        guard text.unicodeScalars.contains(where: { counter.exceedsLimit(with: $0) }) else { return text }
        counter = MarkCounter()
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !counter.exceedsLimit(with: $0) }))
    }

    /// The same for JSON text (RFC 8259), where a mark may also be written as an escape: "\u0301". Bytes that are not UTF-8 are returned as
    /// they are, so that the decoder refuses them.
    static func json(_ bytes: some Collection<UInt8>) -> [UInt8] {
        guard bytes.contains(where: { $0 >= firstByteOfMarks || $0 == UInt8(ascii: "\\") }),
            let text = String(validating: bytes, as: UTF8.self)
        else { return Array(bytes) }
        var (reader, counter) = (JSONTokens(text), MarkCounter())
        var kept: [UInt8] = []
        kept.reserveCapacity(text.utf8.count)
        while let token = reader.next() {
            if !counter.exceedsLimit(with: token.scalar) { kept += Substring(token.text).utf8 }
        }
        return kept
    }

    /// Whether a scalar extends the character before it: all marks, and the few other scalars that are Grapheme_Extend or Emoji_Modifier, or
    /// the joiner. The latter are listed by number, as looking up one property takes a tenth of a microsecond.
    public static func extends(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x300: false
        case 0x200c, 0x200d, 0xff9e, 0xff9f, 0x1f3fb...0x1f3ff, 0xe0020...0xe007f: true
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .spacingMark: true
            default: false
            }
        }
    }

    /// Whether a scalar may be removed from the text later, as it is invisible. The marks around it are then in a row.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0a, 0x20..<0x7f: false
        case ..<0x20, 0x7f...0x9f, 0xad: true
        case ..<0x300: false
        default:
            switch scalar.properties.generalCategory {
            case .format, .control, .lineSeparator, .paragraphSeparator: true
            default: scalar.properties.isDefaultIgnorableCodePoint
            }
        }
    }

    /// Counts the marks in a row.
    private struct MarkCounter {
        private var marks = 0

        /// Counts the next scalar, and tells whether it is a mark beyond the limit.
        mutating func exceedsLimit(with scalar: Unicode.Scalar) -> Bool {
            if extends(scalar) {
                marks += 1
                return marks > marksInARow
            }
            if marks > 0, !isInvisible(scalar) { marks = 0 }
            return false
        }
    }
}

/// Splits JSON text into scalars and escapes.
private struct JSONTokens {
    /// `scalar` is the one that `text` stands for.
    typealias Token = (scalar: Unicode.Scalar, text: Substring.UnicodeScalarView)

    private var rest: Substring.UnicodeScalarView

    init(_ text: String) { rest = text[...].unicodeScalars }

    mutating func next() -> Token? {
        let start = rest
        guard let scalar = rest.popFirst() else { return nil }
        guard scalar == "\\" else { return (scalar, start[..<rest.startIndex]) }
        let meaning = escape()
        return (meaning, start[..<rest.startIndex])
    }

    /// Reads what follows a backslash. Escapes other than `\uXXXX` stand for no mark.
    private mutating func escape() -> Unicode.Scalar {
        guard rest.popFirst() == "u", let unit = codeUnit() else { return "\\" }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let behind = rest
        guard rest.popFirst() == "\\", rest.popFirst() == "u", let low = codeUnit(), UTF16.isTrailSurrogate(low),
            UTF16.isLeadSurrogate(unit)
        else {
            rest = behind
            return "\\"
        }
        return UTF16.decode(UTF16.EncodedScalar([unit, low]))
    }

    /// Reads four hexadecimal digits.
    private mutating func codeUnit() -> UInt16? {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit), let unit = UInt16(String(digits), radix: 16) else {
            return nil
        }
        rest.removeFirst(4)
        return unit
    }
}
