import Foundation
import HTMLTemplates
import Testing

/// Data that let a template grow take limited time and memory, and give an error with its place.
@Suite(.timeLimit(.minutes(2))) struct HostileDataTests {
    private func mistake(_ templates: [String: String], _ data: TemplateData, lenient: Bool = false) -> String? {
        do {
            _ = try TemplateStore(templates: templates, lenient: lenient).render("p", data: data)
            return nil
        } catch {
            return String(describing: error)
        }
    }

    private func list(_ count: Int) -> TemplateData { .array(Array(repeating: .integer(1), count: count)) }

    private func nested(_ depth: Int, _ inner: String) -> String {
        String(repeating: "{{#a}}", count: depth) + inner + String(repeating: "{{/a}}", count: depth)
    }

    @Test(
        arguments: [
            "{{> p}}", "{{> p}}{{> p}}", "  {{> p}}\n", "{{<p}}{{/p}}", "{{>*name}}", "{{<*name}}{{/*name}}",
            "{{<p}}{{$b}}{{>p}}{{/b}}{{/p}}{{$b}}{{/b}}",
        ], [false, true])
    func `a template that contains itself without end is stopped`(source: String, lenient: Bool) {
        let found = mistake(["p": source], .object(["name": .string("p")]), lenient: lenient)
        #expect(found?.contains(/^p\.html:1:\d+: .*(without end|too large|too deep|too often)/) == true, "\(found ?? "nil")")
    }

    @Test func `recursion through blocks on both sides is stopped`() {
        let source = "{{#a}}{{<p}}{{$l}}{{>p}}{{$r}}{{/r}}{{/l}}{{$r}}{{>p}}{{$l}}{{/l}}{{/r}}{{/p}}{{$l}}{{/l}}{{$r}}{{/r}}{{/a}}"
        for lenient in [false, true] {
            #expect(mistake(["p": source], .object(["a": .bool(true)]), lenient: lenient)?.hasPrefix("p.html:1:") == true)
        }
    }

    @Test func `sections in recursive templates have a depth limit`() {
        let data = TemplateData.object(["a": .bool(true)])
        #expect(
            mistake(["p": nested(200, "{{>p}}")], data)
                == "p.html:1:589: Sections and templates nest deeper than 500 with these data here; give it fewer.")
        #expect(mistake(["p": nested(200, "x")], data) == nil)
    }

    @Test func `a template that contains itself can render a tree`() throws {
        var tree = TemplateData.object(["n": .integer(0), "kids": .array([])])
        for depth in 1..<15 { tree = .object(["n": .integer(depth), "kids": .array([tree, tree])]) }
        let html = try TemplateStore(templates: ["p": "<i>{{n}}{{#kids}}{{>p}}{{/kids}}</i>"]).render("p", data: tree)
        #expect(String(decoding: html, as: UTF8.self).split(separator: "<i>").count == 32_767)
    }

    @Test func `deeply nested lists are stopped`() {
        let data = TemplateData.object(["a": list(10_000)])
        let inner = String(repeating: "x", count: 1_000)
        #expect(mistake(["p": "\n" + nested(20, inner)], data)?.contains(/^p\.html:2:\d+: The page grows too large/) == true)
        #expect(mistake(["p": "\n" + nested(20, "")], data)?.contains(/^p\.html:2:\d+: The page grows too large/) == true)
    }

    @Test func `a long value in many places is stopped`() {
        let data = TemplateData.object(["x": .string(String(repeating: "&", count: 1 << 20))])
        #expect(
            mistake(["p": String(repeating: "{{x}}", count: 100_000)], data)?.hasPrefix("p.html:1:126: The page grows too large") == true)
    }

    @Test func `a very long name in a long list is stopped`() {
        let name = Array(repeating: "a", count: 50_000).joined(separator: ".")
        let data = TemplateData.object(["a": .integer(1), "l": list(10_000)])
        #expect(mistake(["p": "{{#l}}{{\(name)}}{{/l}}"], data, lenient: true)?.contains("grows too large") == true)
    }

    @Test func `a template named by data cannot change the HTML context`() {
        let data = TemplateData.object(["a": .object(["a": .bool(false)])])
        #expect(mistake(["p": "{{#a}}<p title=\"{{>p}}\">{{/a}}"], data)?.hasPrefix("p.html:1:") == true)
        #expect(
            mistake(["p": "{{>*t}}", "q": "<p title=\""], .object(["t": .string("q")]))
                == "p.html:1:1: q.html must leave the HTML as it found it.")
        #expect(
            mistake(["p": "<p title='{{>*t}}'>", "q": "'"], .object(["t": .string("q")]))
                == "p.html:1:11: q.html must leave the HTML as it found it.")
        #expect(
            mistake(["p": "<script>{{>*t}}</script>", "q": "\n{{t}}"], .object(["t": .string("q")]))?.hasPrefix("q.html:2:1: ") == true)
    }
}

@Suite struct HostileFileTests {
    private func rendered(_ bytes: [UInt8], lenient: Bool = false) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).html")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            let html = try TemplateStore.render(file: file.path, data: .object(["x": .string("<")]), lenient: lenient)
            return String(decoding: html, as: UTF8.self)
        } catch {
            return error.errors.map { "\($0.line):\($0.column): \($0.message)" }.joined()
        }
    }

    private func rendered(_ text: String, lenient: Bool = false) throws -> String { try rendered(Array(text.utf8), lenient: lenient) }

    @Test(
        arguments: [[0xFF], [0xC0, 0xBC], [0xE0, 0x80, 0xBC], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80]]
            as [[UInt8]])
    func `a template that is not UTF-8 is refused with the place`(bytes: [UInt8]) throws {
        for lenient in [false, true] {
            #expect(
                try rendered(Array("a\n<p>é".utf8) + bytes + Array("{{x}}".utf8), lenient: lenient)
                    == "2:5: This is not UTF-8; save the file as UTF-8.")
        }
    }

    @Test func `a byte order mark at the start is removed`() throws {
        #expect(try rendered("\u{FEFF}<p>{{x}}") == "<p>&lt;")
        #expect(try rendered("\u{FEFF}{{y}}").hasPrefix("1:1: "))
        #expect(try rendered("a\u{FEFF}{{x}}") == "a\u{FEFF}&lt;")
    }

    @Test func `Windows line ends are kept`() throws {
        #expect(try rendered("a\r\n{{#x}}\r\n<p\r\ntitle=\r\n'{{x}}'>\r\n{{/x}}\r\n") == "a\r\n<p\r\ntitle=\r\n'&lt;'>\r\n")
        #expect(try rendered("a\r\n\r\n{{y}}").hasPrefix("3:1: "))
    }

    @Test func `a null character does not end a template`() throws {
        #expect(try rendered("a\0{{x}}<p title=\"\0{{x}}\">") == "a\0&lt;<p title=\"\0&lt;\">")
        #expect(try rendered("<scr\0ipt>{{x}}") == "<scr\0ipt>&lt;")
        #expect(try rendered("\0{{y\0}}").hasPrefix("1:2: No name `y\0`"))
    }

    @Test func `a file over 1 MB is refused`() throws {
        for lenient in [false, true] {
            #expect(
                try rendered(String(repeating: "x", count: 10_000_000), lenient: lenient)
                    == "1:1: The file is larger than 1 MB; divide it into partials.")
        }
        #expect(try rendered("<p " + String(repeating: "x", count: 1_000_000)).hasPrefix("1:1: The page ends in a tag"))
        #expect(
            try rendered("<a href=\"" + String(repeating: "x", count: 500_000) + String(repeating: "{{#x}}y{{/x}}", count: 30_000) + "\">")
                .count == 530_011)
    }
}
