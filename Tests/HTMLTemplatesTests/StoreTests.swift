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

    @Test func `templates in subfolders are found`() throws {
        try withDirectory { directory in
            try write("{{> lobby/_people}}!", to: "sample.html", in: directory)
            try write("<b>{{title}}</b>", to: "lobby/_people.html", in: directory)
            try write("{{#", to: "lobby/notes.txt", in: directory)
            let store = try TemplateStore(directory: directory.path)
            try store.check([Sample.self])
            #expect(try text(store.render(Sample())) == "<b>T</b>!")
        }
    }

    @Test func `a reloading store sees changed files`() throws {
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

    @Test func `a missing directory is an error`() {
        #expect(throws: (any Error).self) { try TemplateStore(directory: "/nowhere/at/all") }
    }

    @Test func `many tasks can render at once`() async throws {
        let store = TemplateStore(templates: ["sample": "{{#owners}}{{name}}{{/owners}}"])
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<100 { group.addTask { try store.render(Sample()) } }
            for try await bytes in group { #expect(text(bytes) == "AnaBen") }
        }
    }
}
