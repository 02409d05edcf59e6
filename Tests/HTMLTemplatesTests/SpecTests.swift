import Foundation
import HTMLTemplates
import Testing

/// The mustache specification's own suite, which lies beside the repository in shared/spec.
@Suite struct SpecTests {
    struct SpecFile: Decodable { let tests: [Case] }

    struct Case: Decodable {
        let name: String
        let data: TemplateData
        let template: String
        let partials: [String: String]?
        let expected: String
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
    func theSpecificationHolds(file: String) throws {
        let directory = try #require(Self.directory)
        let json = try Data(contentsOf: directory.appending(path: file + ".json"))
        let cases = try JSONDecoder().decode(SpecFile.self, from: json).tests
        #expect(!cases.isEmpty)
        for test in cases {
            let templates = (test.partials ?? [:]).merging(["the test": test.template]) { $1 }
            let store = TemplateStore(templates: templates, lenient: true)
            let rendered = try #require(try? store.render("the test", data: test.data), "\(file): \(test.name)")
            #expect(String(decoding: rendered, as: UTF8.self) == test.expected, "\(file): \(test.name)")
        }
    }
}
