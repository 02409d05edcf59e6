import Foundation
import HTMLTemplates
import Testing

@Suite struct StoreTests {
    private func withDirectory(_ body: (URL) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "templates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory.appending(path: "lobby"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(directory)
    }

    private func write(_ text: String, to name: String, in directory: URL) throws {
        try Data(text.utf8).write(to: directory.appending(path: name))
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func templatesLieInFolders() throws {
        try withDirectory { directory in
            try write("{{> lobby/_people}}!", to: "sample.html", in: directory)
            try write("<b>{{title}}</b>", to: "lobby/_people.html", in: directory)
            try write("{{#", to: "lobby/notes.txt", in: directory)
            let store = try TemplateStore(directory: directory.path)
            try store.check([Sample.self])
            #expect(try text(store.render(Sample())) == "<b>T</b>!")
        }
    }

    @Test func changesAreSeenWhenReloading() throws {
        try withDirectory { directory in
            try write("one {{> p}}", to: "sample.html", in: directory)
            try write("a", to: "p.html", in: directory)
            let (reloading, fixed) = (
                try TemplateStore(directory: directory.path, reloads: true), try TemplateStore(directory: directory.path)
            )
            #expect(try text(reloading.render(Sample())) == "one a")
            try write("longer", to: "p.html", in: directory)
            #expect(try text(reloading.render(Sample())) == "one longer")
            #expect(try text(fixed.render(Sample())) == "one a")
            try write("{{#title}}", to: "p.html", in: directory)
            #expect(throws: TemplateErrors.self) { try reloading.render(Sample()) }
            try write("{{> lobby/new}}", to: "p.html", in: directory)
            try write("new", to: "lobby/new.html", in: directory)
            #expect(try text(reloading.render(Sample())) == "one new")
            try FileManager.default.removeItem(at: directory.appending(path: "lobby/new.html"))
            #expect(throws: TemplateErrors.self) { try reloading.render(Sample()) }
        }
    }

    @Test func aMissingDirectoryIsAnError() {
        #expect(throws: (any Error).self) { try TemplateStore(directory: "/nowhere/at/all") }
    }

    @Test func renderingIsSafeFromManyTasks() async throws {
        let store = TemplateStore(templates: ["sample": "{{#owners}}{{name}}{{/owners}}"])
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<100 { group.addTask { try store.render(Sample()) } }
            for try await bytes in group { #expect(text(bytes) == "AnaBen") }
        }
    }
}

@Suite struct DataTests {
    private func shown(_ source: String, _ data: TemplateData, lenient: Bool = false) throws -> String {
        String(decoding: try TemplateStore(templates: ["t": source], lenient: lenient).render("t", data: data), as: UTF8.self)
    }

    private func mistake(_ source: String, _ data: TemplateData) -> String? {
        do {
            _ = try shown(source, data)
            return nil
        } catch {
            return String(describing: error)
        }
    }

    @Test func jsonIsDecoded() throws {
        let json = Data(#"{"a":[1,2.5,"x",null,true,{"b":{}}]}"#.utf8)
        let items: [TemplateData] = [.number(1), .number(2.5), .string("x"), .null, .bool(true), .object(["b": .object([:])])]
        #expect(try JSONDecoder().decode(TemplateData.self, from: json) == .object(["a": .array(items)]))
    }

    @Test func placesCountForDataToo() throws {
        let data = TemplateData.object(["x": .string("javascript:\""), "n": .number(3)])
        #expect(
            try shown("<a href=\"{{x}}\" title=\"{{x}}\">{{x}}</a>", data)
                == "<a href=\"#refused\" title=\"javascript:&quot;\">javascript:&quot;</a>")
        #expect(try shown("<a href=\"{{x}}\">", data, lenient: true) == "<a href=\"javascript:&quot;\">")
        #expect(try shown("<meta http-equiv=refresh content=\"{{n}}\">", data) == "<meta http-equiv=refresh content=\"3\">")
        #expect(mistake("<meta http-equiv=refresh content=\"{{x}}\">", data)?.contains("whole number") == true)
        #expect(mistake("<meta content=\"{{n}}\" http-equiv=refresh>", data) != nil)
        #expect(mistake("<script>{{x}}</script>", data)?.hasPrefix("t.html:1:9: ") == true)
    }

    @Test func missingNamesAreToldUnlessLenient() throws {
        #expect(mistake("a\n {{x.y}}", .object([:])) == "t.html:2:2: No name `x.y` in the data.")
        #expect(try shown("[{{x.y}}{{#z}}a{{/z}}{{^z}}b{{/z}}]", .object([:]), lenient: true) == "[b]")
        #expect(try shown("[{{x}}{{#x}}a{{/x}}{{^x}}b{{/x}}]", .object(["x": .null])) == "[b]")
        #expect(mistake("{{x}}", .object(["x": .array([])]))?.contains("is a list") == true)
    }

    @Test func aSectionThatChangesThePlaceDoesNotRepeat() throws {
        let source = "<a href=\"/l{{#next}}?next={{.}}{{/next}}\">"
        #expect(try shown(source, .object(["next": .string("/a")])) == "<a href=\"/l?next=%2Fa\">")
        #expect(mistake(source, .object(["next": .array([.string("a"), .string("b")])]))?.contains("repeat") == true)
    }
}
