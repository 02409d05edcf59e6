import Testing

@testable import App

struct FormTests {
    @Test(arguments: [
        ("a=b&c=d", ["a": "b", "c": "d"]), ("a=1+2%2B3&b", ["a": "1 2+3", "b": ""]), ("", [:]), ("&&=&a==b&", ["": "", "a": "=b"]),
        ("a=%zz%4&b=%C3%A9", ["a": "%zz%4", "b": "é"]), ("a=%ff", ["a": "\u{FFFD}"]), ("a=1&a=2", ["a": "2"]),
        ("%61%5B%5D=x", ["a[]": "x"]), ("a=5%OFF&b=%4g&c=%G4", ["a": "5%OFF", "b": "%4g", "c": "%G4"]),
    ])
    func `forms are parsed as the URL standard says`(text: String, fields: [String: String]) {
        let form = Form(parsing: text.utf8)
        for (name, value) in fields { #expect(form.value(name) == value, "\(name)") }
    }

    @Test func `all values of a repeated field are kept`() {
        let form = Form(parsing: "a=1&b=x&a=2&a=2&c".utf8)
        #expect(form.values("a") == ["1", "2", "2"] && form.values("b") == ["x"] && form.values("c") == [""] && form.values("d") == [])
    }

    @Test func `long or non-ASCII field names are ignored`() {
        let long = String(repeating: "n", count: 65)
        let form = Form(parsing: "a\u{301}=x&\(long)=y&%C3%A9=z".utf8)
        #expect(form.value("a\u{301}") == nil && form.value(long) == nil && form.value("é") == nil)
    }

    /// Invisible characters between the marks are removed, so the marks follow one another.
    @Test(arguments: ["\u{200B}", "\u{2066}", "\u{1}", "\u{AD}", "\u{E0001}", "\u{2028}"])
    func `marks around invisible characters count as marks in a row`(invisible: String) {
        let form = Form(["a": "a" + String(repeating: String(repeating: "\u{301}", count: 29) + invisible, count: 200)])
        #expect(form.line("a").unicodeScalars.count == 31)
    }

    @Test func `marks beyond the limit are removed however a field is set`() {
        let hostile = "a" + String(repeating: "\u{301}", count: 10_000)
        var form = Form(["a": hostile])
        form["b"] = hostile
        #expect(form["a"].unicodeScalars.count == 31 && form["b"].unicodeScalars.count == 31)
    }

    @Test func `lines and paragraphs are trimmed`() {
        let form = Form(parsing: "a=%20%0D%0A+one%09%20two+&b=+%0D%0A+one%0D%0A%0D%0Atwo++three+%0A&c=%E2%80%AE%00+&d=a%0Db".utf8)
        #expect(form.line("a") == "one two")
        #expect(form.paragraph("b") == "one\n\ntwo  three")
        #expect(form.line("c") == "" && form.paragraph("c") == "")
        #expect(form.paragraph("d") == "ab")
    }
}
