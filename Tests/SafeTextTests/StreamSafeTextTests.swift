import Testing

@testable import SafeText

struct StreamSafeTextTests {
    @Test(arguments: [
        "plain", "é and e\u{301}", "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇫🇷", "नमस्ते", "한국어", "ผู้ใหญ่", "z\u{301}\u{316}\u{302}\u{317}a",
    ])
    func `text of real scripts is not changed`(text: String) { #expect(StreamSafeText.text(text.utf8) == text) }

    @Test(arguments: ["\u{301}\u{316}", "\u{200D}", "\u{F73}", "\u{1F3FB}", "\u{FE0F}", "\u{93E}"])
    func `marks beyond the limit are removed`(mark: String) {
        let text = StreamSafeText.text(("a" + String(repeating: mark, count: 10_000) + "b").utf8)
        #expect(text.unicodeScalars.count == 32 && text.unicodeScalars.last == "b")
    }

    @Test(arguments: ["\u{200B}", "\u{2066}", "\u{1}", "\u{7F}", "\u{AD}", "\u{E0001}", "\u{3164}", "\r", "\u{2028}", "\u{2029}"])
    func `invisible characters do not separate marks`(invisible: String) {
        let text = StreamSafeText.text("a" + String(repeating: "\u{301}" + invisible, count: 1000))
        #expect(text.unicodeScalars.count { $0 == "\u{301}" } == 30)
    }

    @Test func `every scalar that may be removed as invisible does not separate marks`() {
        let separating = (0x80...0xe0fff).lazy.compactMap(Unicode.Scalar.init).filter { scalar in
            scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
        }.filter { scalar in
            let marks = String(repeating: "\u{301}", count: 20)
            return StreamSafeText.text("a" + marks + String(scalar) + marks).unicodeScalars.count { $0 == "\u{301}" } != 30
        }
        // Some of these scalars are marks themselves, which use up one place of the 30.
        #expect(separating.filter { !StreamSafeText.extends($0) }.map { String($0.value, radix: 16) } == [])
    }

    @Test(arguments: ["\n", "\t", " ", "b", "\u{A0}"])
    func `visible characters and line breaks separate marks`(separator: String) {
        let text = String(repeating: "a" + String(repeating: "\u{301}", count: 30) + separator, count: 100)
        #expect(StreamSafeText.text(text) == text)
    }

    @Test func `every scalar that extends a character counts as a mark`() {
        let differing = (0x300...0x10ffff).lazy.compactMap(Unicode.Scalar.init).filter { scalar in
            let properties = scalar.properties
            let extends =
                scalar == "\u{200D}" || properties.canonicalCombiningClass != .notReordered || properties.isGraphemeExtend
                || properties.isEmojiModifier || properties.generalCategory == .spacingMark
            return StreamSafeText.extends(scalar) != extends
        }
        #expect(differing.map { String($0.value, radix: 16) } == [])
    }
}
