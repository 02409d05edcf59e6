/// Text as it may come from outside: so many marks in a row belong to no script, but make one character of all of them, whose comparison
/// costs the square of their number.
///
/// The bound is that of the Stream-Safe Text Format (UAX #15, section 13), which also counts here what has no combining class but extends a
/// character; what is beyond it is left out.
enum StreamSafeText {
    private static let marksInARow = 30

    /// UTF-8; what is none becomes U+FFFD.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        // No such scalar lies before U+0300, whose first byte is 0xCC.
        guard text.utf8.contains(where: { $0 >= 0xcc }) else { return text }
        var run = 0
        func isTooMany(_ scalar: Unicode.Scalar) -> Bool {
            run = extends(scalar) ? run + 1 : 0
            return run > marksInARow
        }
        // Hardly any text has to be put together anew.
        guard text.unicodeScalars.contains(where: isTooMany) else { return text }
        run = 0
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isTooMany($0) }))
    }

    /// Every mark, and the few scalars besides that extend a character (Grapheme_Extend, Emoji_Modifier, and the joiner): said by number, as
    /// looking up one property takes a tenth of a microsecond.
    static func extends(_ scalar: Unicode.Scalar) -> Bool {
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
}
