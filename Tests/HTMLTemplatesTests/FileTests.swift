import Foundation
import HTMLTemplates
import Testing

/// Renders one file together with the other files of its folder.
@Suite struct FileTests {
    private func rendered(
        _ main: String, _ files: [String: String], data: TemplateData = .object([:]), lenient: Bool = false
    ) throws -> String {
        let directory = FileManager.default.temporaryDirectory.appending(path: "file-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        for (name, source) in files {
            let file = directory.appending(path: name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(source.utf8).write(to: file)
        }
        return String(decoding: try TemplateStore.render(file: directory.path + "/" + main, data: data, lenient: lenient), as: UTF8.self)
    }

    private func mistake(_ main: String, _ files: [String: String], data: TemplateData = .object([:]), lenient: Bool = false) -> String? {
        do {
            _ = try rendered(main, files, data: data, lenient: lenient)
            return nil
        } catch {
            return String(describing: error)
        }
    }

    @Test func `partials are found by the file's own extension or a usual one`() throws {
        let files = [
            "t.txt": "{{>a}}{{>sub/b}}{{>c}}{{<d}}{{/d}}", "a.txt": "A", "a.html": "no", "sub/b.html": "B", "c.mustache": "C", "d.txt": "D",
        ]
        #expect(try rendered("t.txt", files) == "ABCD")
        #expect(try rendered("sub/../t.txt", files) == "ABCD")
        #expect(try rendered("plain", ["plain": "{{>x.y}}", "x.y": "Z"]) == "Z")
    }

    @Test func `a template named by data is read when it is called`() throws {
        let files = ["t.html": "{{#rows}}{{>*kind}}{{/rows}}", "cat.html": "<b>{{>name}}</b>", "name.html": "{{name}}"]
        let data = TemplateData.object(["rows": .array([.object(["kind": .string("cat"), "name": .string("<")])])])
        #expect(try rendered("t.html", files, data: data) == "<b>&lt;</b>")
        #expect(
            mistake("t.html", files, data: .object(["rows": .object(["kind": .string("cot")])]))
                == "t.html:1:10: No template cot.html.")
        #expect(mistake("t.html", files, data: .object(["rows": .object(["kind": .integer(1)])]))?.contains("has to be the name") == true)
        #expect(try rendered("t.html", files, data: .object(["rows": .object(["kind": .null])])) == "")
        #expect(try rendered("t.html", files, data: .object(["rows": .object(["kind": .string("")])]), lenient: true) == "")
        #expect(mistake("t.html", files, data: .object(["rows": .object(["kind": .string("")])]))?.hasPrefix("t.html:1:10: ") == true)
    }

    @Test(arguments: ["../secret", "/etc/passwd", "sub/../../secret", "..", ".", "sub//b", "./b", "b/", "b\0"], [false, true])
    func `a template name that leaves the folder is refused`(name: String, lenient: Bool) {
        let files = [
            "in/static.html": "x {{>\(name)}}", "in/dynamic.html": "x {{>*x}}", "secret.html": "secret", "in/sub/b.html": "b",
            "in/b.html": "b",
        ]
        let data = TemplateData.object(["x": .string(name)])
        #expect(
            mistake("in/static.html", files, data: data, lenient: lenient)?.hasPrefix("static.html:1:3: `\(name)` is no plain path") == true
        )
        #expect(
            mistake("in/dynamic.html", files, data: data, lenient: lenient)?.hasPrefix("dynamic.html:1:3: `\(name)` is no plain path")
                == true)
    }

    @Test func `missing partials are reported unless rendering is lenient`() throws {
        #expect(mistake("t.html", [:]) == "t.html:1:1: There is no such template; add the file.")
        #expect(mistake("t.html", [:], lenient: true) == "t.html:1:1: There is no such template; add the file.")
        #expect(mistake("t.txt", ["t.txt": "\n{{>row}}"]) == "t.txt:2:1: No template row.txt.")
        #expect(try rendered("t.txt", ["t.txt": "[{{>row}}]"], lenient: true) == "[]")
        #expect(mistake("t.html", ["t.html": "{{>a}}", "a.mustache": "{{#x}}"]) == "a.mustache:1:1: {{#x}} is not closed; add {{/x}}.")
        #expect(mistake("t.html", ["t.html/x": ""])?.contains("cannot be read") == true)
    }

    @Test func `lenient rendering escapes as plain Mustache does`() throws {
        let data = TemplateData.object(["x": .string("&\"'<>\0`=/\n"), "u": .string("javascript:1")])
        #expect(
            try rendered("t.html", ["t.html": "<script>{{x}}</script>"], data: data, lenient: true)
                == "<script>&amp;&quot;&#39;&lt;&gt;\0`=/\n</script>")
        #expect(
            try rendered("t.html", ["t.html": "<a href={{u}} {{{x}}}"], data: data, lenient: true) == "<a href=javascript:1 &\"'<>\0`=/\n")
    }
}
