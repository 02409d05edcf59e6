import HTMLTemplates
import Testing

@Suite struct JSONTests {
    private func read(_ json: String) throws -> TemplateData { try TemplateData(json: Array(json.utf8), file: "d.json") }

    private func mistake(_ json: [UInt8]) -> String? {
        do {
            _ = try TemplateData(json: json, file: "d.json")
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("85", "85"), ("1.0", "1"), ("1.21", "1.21"), ("1e3", "1000"), ("-0", "0"), ("-0.0", "0"), ("-12", "-12"), ("0.1", "0.1"),
        ("9007199254740993", "9007199254740993"), ("-9223372036854775808", "-9223372036854775808"),
        ("12345678901234567890123", "12345678901234567890123"), ("1e20", "100000000000000000000"), ("1.5e21", "1.5e+21"),
        ("123456789012345680000.0", "123456789012345680000"), ("0.000001", "0.000001"), ("1e-7", "1e-7"), ("-1.25E-9", "-1.25e-9"),
        ("5e-324", "5e-324"), ("1.7976931348623157e308", "1.7976931348623157e+308"), ("9007199254740993.0", "9007199254740992"),
        ("true", "true"), ("false", "false"), ("null", ""), ("\"\"", ""),
    ])
    func `a JSON value is shown as JavaScript writes it`(json: String, shown: String) throws {
        let store = TemplateStore(templates: ["t": "{{x}}|{{{x}}}"])
        #expect(String(decoding: try store.render("t", data: try read("{\"x\":\(json)}")), as: UTF8.self) == "\(shown)|\(shown)")
    }

    @Test func `escapes in JSON text are decoded`() throws {
        #expect(try read(#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00é😀""#) == .string("\"\\/\u{8}\u{C}\n\r\té😀é😀"))
        #expect(try read(#""\ud800|\udc00|\ud800\ud83d\ude00|\ud83dx""#) == .string("\u{FFFD}|\u{FFFD}|\u{FFFD}😀|\u{FFFD}x"))
        #expect(try read("\u{FEFF} [ ] \r\n\t") == .array([]))
        #expect(try read(#"{"a" : {} , "":[[],1]}"#) == .object(["a": .object([:]), "": .array([.array([]), .integer(1)])]))
    }

    @Test(arguments: [
        ("", "1:1: The JSON ends where a value should stand."),
        ("{\"a\":1,\n \"a\":2}", "2:2: The name \"a\" stands twice in this object; take one away."),
        ("[1,]", "1:4: No JSON value begins like this; write text in double quotes."),
        ("{\"a\" 1}", "1:6: A colon should stand here, between a name and its value."),
        ("{a:1}", "1:2: A name in double quotes should stand here."), ("[1 2]", "1:4: A comma or ] should stand here."),
        ("{\"a\":1", "1:7: A comma or } should stand here."),
        ("1 2", "1:3: The JSON ends before this; take it away."),
        ("\"a", "1:3: The text is not closed; add a double quote, and write a new line as \\n."),
        ("\"a\nb\"", "1:3: The text is not closed; add a double quote, and write a new line as \\n."),
        ("\"\\", "1:3: The text is not closed; add a double quote."),
        (#""\x""#, "1:2: JSON has no such escape; write a backslash as \\\\."),
        (#""\u12g4""#, "1:4: Four hexadecimal digits should stand here."),
        (#""\u1""#, "1:4: Four hexadecimal digits should stand here."), ("-", "1:2: A digit should stand here."),
        ("1.", "1:3: A digit should stand here."),
        ("1e+", "1:4: A digit should stand here."), ("01", "1:2: The JSON ends before this; take it away."),
        ("+1", "1:1: No JSON value begins like this; write text in double quotes."),
        ("1e999", "1:1: The number is too large; write it as text in double quotes."),
        ("nul", "1:1: No JSON value begins like this; write text in double quotes."),
        ("NaN", "1:1: No JSON value begins like this; write text in double quotes."),
        ("'a'", "1:1: No JSON value begins like this; write text in double quotes."),
    ])
    func `a mistake in JSON is reported with its place`(json: String, message: String) {
        #expect(mistake(Array(json.utf8)) == "d.json:" + message)
    }

    @Test func `JSON that is not UTF-8 is refused with the place`() {
        for bytes: [UInt8] in [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]] {
            #expect(mistake(Array("[\n\"é".utf8) + bytes + Array("\"]".utf8)) == "d.json:2:3: This is not UTF-8; save the data as UTF-8.")
        }
    }

    @Test func `JSON nests at most 500 deep`() throws {
        let nested = { (depth: Int) in Array(String(repeating: "[", count: depth).utf8) + Array(String(repeating: "]", count: depth).utf8) }
        #expect(mistake(nested(500)) == nil)
        #expect(mistake(nested(501)) == "d.json:1:501: The data nest deeper than 500 here.")
        #expect(mistake(Array(String(repeating: "{\"a\":", count: 1_000_000).utf8))?.contains("deeper than 500") == true)
    }

    @Test func `JSON over 32 MB is refused`() {
        #expect(mistake([UInt8](repeating: UInt8(ascii: " "), count: TemplateData.largestJSON + 1))?.contains("larger than 32 MB") == true)
    }
}
