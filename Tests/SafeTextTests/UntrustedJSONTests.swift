import Foundation
import Testing

@testable import SafeText

struct UntrustedJSONTests {
    /// Marks are written plainly, and as escapes of one and of two code units.
    @Test(arguments: [("\u{301}", "\u{301}"), (#"\u0301"#, "\u{301}"), (#"\ud83c\udffb"#, "\u{1F3FB}"), (#"\uDB40\uDC21"#, "\u{E0021}")])
    func `marks beyond the limit are removed from keys and values`(mark: String, scalar: Unicode.Scalar) throws {
        let marks = String(repeating: mark, count: 5000)
        let json = #"{"a\#(marks)": "b\#(marks)c"}"#
        let decoded = try UntrustedJSON.decode([String: String].self, from: json.utf8)
        let expected = String(repeating: String(scalar), count: 30)
        #expect(decoded.keys.map { Array($0.unicodeScalars) } == [Array("a\(expected)".unicodeScalars)])
        #expect(decoded.values.map { Array($0.unicodeScalars) } == [Array("b\(expected)c".unicodeScalars)])
    }

    @Test(arguments: [
        #""plain""#, #""é\n\"\\u0301\/""#, #""\\\\u0301 \u0041""#, #"[1.5e3, true, null, {"a": [{}]}]"#,
        "\"한국어 \u{1F1EB}\u{1F1F7}\"",
    ])
    func `other JSON is not changed`(json: String) { #expect(StreamSafeText.json(json.utf8) == Array(json.utf8)) }

    @Test func `escapes of scalars outside ASCII are replaced by the scalars`() {
        let json = StreamSafeText.json(#"["\ud83d\ude00 \u00e9", "\\\u0301\u2028\u0041"]"#.utf8)
        #expect(String(decoding: json, as: UTF8.self) == "[\"😀 é\", \"\\\\\u{301}\u{2028}\\u0041\"]")
    }

    @Test(arguments: [
        #""\ud83c""#, #""\udffb""#, #""\u03""#, #""\u03zz""#, #""\ud83c\u0041""#, #""\"#, "\"\u{1}\"",
        String(repeating: "[", count: 100_000), "",
    ])
    func `malformed JSON is refused`(json: String) {
        #expect(throws: (any Error).self) { try UntrustedJSON.decode(String.self, from: json.utf8) }
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        #expect(throws: (any Error).self) { try UntrustedJSON.decode(String.self, from: [0x22, 0xcc, 0xff, 0x5c, 0x22]) }
    }

    /// Decoders of other libraries do not limit the marks. The named files read only our own data.
    @Test func `no other code decodes JSON from outside`() throws {
        let own: Set = ["UntrustedJSON.swift", "JSON.swift", "JSONReader.swift"]
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardizedFileURL
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)).compactMap { $0 as? URL }
        let swift = files.filter { $0.pathExtension == "swift" && !own.contains($0.lastPathComponent) }
        #expect(swift.count > 100)
        for file in swift {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains("JSONDecoder(") && !text.contains("JSONSerialization"), "\(file.lastPathComponent)")
        }
    }
}
