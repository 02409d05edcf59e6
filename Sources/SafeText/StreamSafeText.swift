/// Limits the number of combining marks (such as accents) after one character, in text that comes from outside.
///
/// No language needs thousands of marks in a row. Unicode makes one character of all of them, and the time to compare this character grows
/// with the square of their number. The limit is that of the Stream-Safe Text Format (UAX #15, section 13). Scalars that extend a character
/// but have no combining class are counted, too. Marks beyond the limit are removed.
public enum StreamSafeText {
    private static let marksInARow = 30
    /// The first byte of U+0300 in UTF-8. No scalar below U+0300 extends a character.
    private static let firstByteOfMarks: UInt8 = 0xcc
    /// The letters that are Default_Ignorable_Code_Point: the Hangul fillers.
    private static let invisibleLetters: Set<Unicode.Scalar> = ["\u{115F}", "\u{1160}", "\u{3164}", "\u{FFA0}"]

    /// Decodes UTF-8 and limits the marks. Bytes that are not UTF-8 become U+FFFD.
    public static func text(_ bytes: some Collection<UInt8>) -> String { text(String(decoding: bytes, as: UTF8.self)) }

    /// Returns the text without the marks beyond the limit.
    public static func text(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= firstByteOfMarks }) else { return text }
        var counter = MarkCounter()
        // Only text with too many marks has to be copied. It is very rare.
        guard text.unicodeScalars.contains(where: { counter.exceedsLimit(with: $0) }) else { return text }
        counter = MarkCounter()
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !counter.exceedsLimit(with: $0) }))
    }

    /// Limits the marks in a JSON text (RFC 8259), where a mark may also be written as an escape such as "\u0301". Escapes of scalars
    /// outside ASCII are replaced by the scalars in UTF-8, because decoders are slow with escapes. Bytes that are not UTF-8 are returned
    /// unchanged, so that the decoder refuses them.
    static func json(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        guard bytes.contains(where: { $0 >= firstByteOfMarks || $0 == UInt8(ascii: "\\") }),
            String(validating: bytes, as: UTF8.self) != nil
        else { return bytes }
        var counter = MarkCounter()
        var kept: [UInt8] = []
        // The index of the first byte that is not in `kept` yet. Text without such escapes and without too many marks is never copied.
        var start = 0
        var position = 0
        while position < bytes.count {
            let (scalar, length) = JSONToken.read(bytes, at: position)
            let isRemoved = counter.exceedsLimit(with: scalar)
            let isReplaced = bytes[position] == UInt8(ascii: "\\") && !scalar.isASCII
            if isRemoved || isReplaced {
                kept += bytes[start..<position]
                if !isRemoved { kept += scalar.utf8 }
                start = position + length
            }
            position += length
        }
        return start == 0 ? bytes : kept + bytes[start...]
    }

    /// Whether a scalar extends the character before it. This holds for all marks, the joiner, and the few other scalars that are
    /// Grapheme_Extend or Emoji_Modifier.
    public static func extends(_ scalar: Unicode.Scalar) -> Bool { role(of: scalar) == .mark }

    /// The effect of a scalar on the number of marks in a row.
    private enum Role {
        case mark
        /// Other code may remove the scalar from the text later. The marks before and after it would then be in a row.
        case invisible
        case visible
    }

    /// Returns the role of a scalar. The most frequent scalars are listed by number, because looking up one property takes a tenth of a
    /// microsecond.
    private static func role(of scalar: Unicode.Scalar) -> Role {
        switch scalar.value {
        case 0x09, 0x0a, 0x20..<0x7f: .visible
        case ..<0x20, 0x7f...0x9f, 0xad: .invisible
        case ..<0x300: .visible
        // The block Combining Diacritical Marks.
        case ..<0x370: .mark
        case 0x200c, 0x200d, 0xff9e, 0xff9f, 0x1f3fb...0x1f3ff, 0xe0020...0xe007f: .mark
        // The block General Punctuation.
        case 0x200b, 0x200e, 0x200f, 0x2028...0x202e, 0x2060...0x206f: .invisible
        case 0x2000...0x205f: .visible
        // Chinese and Japanese characters, Korean syllables, and emoji.
        case 0x3400...0x9fff, 0xac00...0xd7a3, 0x1f000...0x1faff: .visible
        default: roleByCategory(of: scalar)
        }
    }

    private static func roleByCategory(of scalar: Unicode.Scalar) -> Role {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: .mark
        case .format, .control, .lineSeparator, .paragraphSeparator: .invisible
        case .otherLetter: invisibleLetters.contains(scalar) ? .invisible : .visible
        case .unassigned: scalar.properties.isDefaultIgnorableCodePoint ? .invisible : .visible
        default: .visible
        }
    }

    /// Counts the combining marks in a row.
    private struct MarkCounter {
        private var marks = 0

        /// Counts the next scalar. Returns whether it is a mark beyond the limit.
        mutating func exceedsLimit(with scalar: Unicode.Scalar) -> Bool {
            switch role(of: scalar) {
            case .mark: marks += 1
            case .visible: marks = 0
            case .invisible: return false
            }
            return marks > marksInARow
        }
    }
}

/// Reads a JSON text scalar by scalar. An escape counts as the scalar that it stands for.
private enum JSONToken {
    /// Returns the scalar that begins at `position`, and the number of bytes that it takes. For an escape that is not `\uXXXX`, and for
    /// half of a surrogate pair, it returns a backslash, which is no mark. The bytes must be valid UTF-8.
    static func read(_ bytes: [UInt8], at position: Int) -> (Unicode.Scalar, length: Int) {
        let first = bytes[position]
        if first == UInt8(ascii: "\\") { return escape(bytes, at: position) }
        guard first >= 0x80 else { return (Unicode.Scalar(first), 1) }
        let length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
        var value = UInt32(first) & (0x7f >> UInt32(length))
        for offset in 1..<length { value = value << 6 | UInt32(bytes[position + offset] & 0x3f) }
        return (Unicode.Scalar(value) ?? "\\", length)
    }

    private static func escape(_ bytes: [UInt8], at position: Int) -> (Unicode.Scalar, length: Int) {
        guard let unit = codeUnit(bytes, at: position) else { return ("\\", min(2, bytes.count - position)) }
        if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
        guard UTF16.isLeadSurrogate(unit), let low = codeUnit(bytes, at: position + 6), UTF16.isTrailSurrogate(low) else {
            return ("\\", 6)
        }
        return (UTF16.decode(UTF16.EncodedScalar([unit, low])), 12)
    }

    /// Reads `\uXXXX` at `position`. Returns nil if there is no such escape.
    private static func codeUnit(_ bytes: [UInt8], at position: Int) -> UInt16? {
        guard position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt16 = 0
        for offset in 2..<6 {
            guard let digit = hexadecimal(bytes[position + offset]) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
