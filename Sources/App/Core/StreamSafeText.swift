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
        var (kept, run) = (String.UnicodeScalarView(), 0)
        for scalar in text.unicodeScalars {
            run = extends(scalar) ? run + 1 : 0
            if run <= marksInARow { kept.append(scalar) }
        }
        return String(kept)
    }

    private static func extends(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        let properties = scalar.properties
        return scalar == "\u{200D}" || properties.canonicalCombiningClass != .notReordered || properties.isGraphemeExtend
            || properties.isEmojiModifier || properties.generalCategory == .spacingMark
    }
}
