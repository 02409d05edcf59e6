import Testing

@testable import App

struct FormTests {
    @Test(arguments: [
        ("a=b&c=d", ["a": "b", "c": "d"]), ("a=1+2%2B3&b", ["a": "1 2+3", "b": ""]), ("", [:]), ("&&=&a==b&", ["": "", "a": "=b"]),
        ("a=%zz%4&b=%C3%A9", ["a": "%zz%4", "b": "é"]), ("a=%ff", ["a": "\u{FFFD}"]), ("a=1&a=2", ["a": "2"]),
        ("%61%5B%5D=x", ["a[]": "x"]), ("a=5%OFF&b=%4g&c=%G4", ["a": "5%OFF", "b": "%4g", "c": "%G4"]),
    ])
    func aFormIsReadAsTheURLStandardSays(text: String, fields: [String: String]) {
        let form = Form(parsing: text.utf8)
        for (name, value) in fields { #expect(form.value(name) == value, "\(name)") }
    }

    @Test func ofFieldsWithOneNameAllAreThere() {
        let form = Form(parsing: "a=1&b=x&a=2&a=2&c".utf8)
        #expect(form.values("a") == ["1", "2", "2"] && form.values("b") == ["x"] && form.values("c") == [""] && form.values("d") == [])
    }

    @Test func namesThatStandInNoFormAreLeftOut() {
        let long = String(repeating: "n", count: 65)
        let form = Form(parsing: "a\u{301}=x&\(long)=y&%C3%A9=z".utf8)
        #expect(form.value("a\u{301}") == nil && form.value(long) == nil && form.value("é") == nil)
    }

    @Test(arguments: [
        "plain", "é and e\u{301}", "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇫🇷", "नमस्ते", "한국어", "ผู้ใหญ่", "z\u{301}\u{316}\u{302}\u{317}a",
    ])
    func whatPeopleWriteStaysAsItIs(text: String) { #expect(StreamSafeText.text(text.utf8) == text) }

    @Test(arguments: ["\u{301}\u{316}", "\u{200D}", "\u{F73}", "\u{1F3FB}", "\u{FE0F}", "\u{93E}"])
    func ofMarksWithoutEndTheFirstAreKept(mark: String) {
        let text = StreamSafeText.text(("a" + String(repeating: mark, count: 10_000) + "b").utf8)
        #expect(text.unicodeScalars.count == 32 && text.unicodeScalars.last == "b")
    }

    @Test func whateverExtendsACharacterCountsAsAMark() {
        let differing = (0x300...0x10ffff).lazy.compactMap(Unicode.Scalar.init).filter { scalar in
            let properties = scalar.properties
            let extends =
                scalar == "\u{200D}" || properties.canonicalCombiningClass != .notReordered || properties.isGraphemeExtend
                || properties.isEmojiModifier || properties.generalCategory == .spacingMark
            return StreamSafeText.extends(scalar) != extends
        }
        #expect(differing.map { String($0.value, radix: 16) } == [])
    }

    @Test func linesAndParagraphsAreTrimmed() {
        let form = Form(parsing: "a=%20%0D%0A+one%09%20two+&b=+%0D%0A+one%0D%0A%0D%0Atwo++three+%0A&c=%E2%80%AE%00+&d=a%0Db".utf8)
        #expect(form.line("a") == "one two")
        #expect(form.paragraph("b") == "one\n\ntwo  three")
        #expect(form.line("c") == "" && form.paragraph("c") == "")
        #expect(form.paragraph("d") == "ab")
    }
}
