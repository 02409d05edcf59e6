import Foundation
import HTMLTemplates
import Testing

/// Runs the tests of the Mustache specification, which lies beside the repository in shared/spec.
@Suite struct SpecTests {
    struct SpecFile {
        let tests: [Case]

        init?(_ suite: TemplateData) {
            guard case .object(let members) = suite, case .array(let tests) = members["tests"] else { return nil }
            self.tests = tests.compactMap(Case.init)
            if self.tests.count != tests.count { return nil }
        }
    }

    struct Case {
        let name: String
        let data: TemplateData
        let template: String
        let partials: [String: String]
        let expected: String

        init?(_ test: TemplateData) {
            guard case .object(let members) = test, case .string(let name) = members["name"], let data = members["data"],
                case .string(let template) = members["template"], case .string(let expected) = members["expected"]
            else { return nil }
            (self.name, self.data, self.template, self.expected) = (name, data, template, expected)
            guard case .object(let partials) = members["partials"] else { self.partials = [:]; return }
            self.partials = partials.compactMapValues { if case .string(let source) = $0 { source } else { nil } }
        }
    }

    static let directory: URL? = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let directory = root.deletingLastPathComponent().appending(path: "shared/spec/mustache")
        return FileManager.default.fileExists(atPath: directory.path) ? directory : nil
    }()

    @Test(
        .enabled(if: directory != nil, "the specification is not at ../shared/spec/mustache"),
        arguments: [
            "comments", "delimiters", "interpolation", "inverted", "partials", "sections", "~dynamic-names", "~inheritance",
        ])
    func `the Mustache specification's own tests pass`(file: String) throws {
        let directory = try #require(Self.directory)
        let json = Array(try Data(contentsOf: directory.appending(path: file + ".json")))
        let suite = try TemplateData(json: json, file: file)
        let tests = try #require(SpecFile(suite)?.tests, "\(file)")
        #expect(!tests.isEmpty)
        for test in tests {
            let templates = test.partials.merging(["the test": test.template]) { $1 }
            let store = TemplateStore(templates: templates, lenient: true)
            let rendered = try #require(try? store.render("the test", data: test.data), "\(file): \(test.name)")
            #expect(String(decoding: rendered, as: UTF8.self) == test.expected, "\(file): \(test.name)")
        }
    }
}
