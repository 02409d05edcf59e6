import HTMLTemplates
import Testing

@Suite struct HostileTemplateTests {
    @Test func nestingHasALimit() throws {
        let deep = String(repeating: "{{#yes}}", count: 10_000) + String(repeating: "{{/yes}}", count: 10_000)
        #expect(mistakes(in: deep).first?.contains("nest deeper than 200") == true)
        for name in ["yes", "wordsOrNone"] {
            let allowed = String(repeating: "{{#\(name)}}", count: 200) + "x" + String(repeating: "{{/\(name)}}", count: 200)
            #expect(try sample(allowed) == "x")
        }
    }

    @Test func aHugeSourceIsRefused() {
        #expect(mistakes(in: String(repeating: "x", count: 10 << 20)).count == 1)
        #expect(mistakes(in: String(repeating: "{{", count: 1 << 19)).count == 1)
        #expect(mistakes(in: String(repeating: "{{/x}}", count: 100_000)).count == 50)
    }

    @Test func partialsThatDoubleStop() {
        var templates: [String: String] = [:]
        for level in 0..<60 { templates["p\(level)"] = "{{> p\(level + 1)}}{{> p\(level + 1)}}" }
        templates["p60"] = "x"
        #expect(mistakes(in: "{{> p0}}", templates).contains { $0.contains("grows too large") })
    }

    @Test func longChainsOfPartialsStop() {
        var templates: [String: String] = ["p500": ""]
        for level in 0..<500 { templates["p\(level)"] = "{{#yes}}{{> p\(level + 1)}}{{/yes}}" }
        #expect(mistakes(in: "{{> p0}}", templates).contains { $0.contains("grows too large or too deep") })
    }

    @Test func cyclesAreTold() {
        let found = mistakes(in: "{{> a}}", ["a": "{{> b}}", "b": "{{> a}}"])
        #expect(found == ["b.html:1:1: The template contains itself (sample → a → b → a); take {{> a}} away."])
    }

    @Test(.timeLimit(.minutes(1))) func dataThatRecursWithoutEndStops() throws {
        for source in ["{{> p}}", "{{> p}}{{> p}}", "  {{> p}}\n", "{{<p}}{{/p}}", "{{>*name}}"] {
            let store = TemplateStore(templates: ["p": source], lenient: true)
            #expect(throws: TemplateErrors.self) { try store.render("p", data: .object(["name": .string("p")])) }
        }
    }

    /// Random templates of the bytes that mean something, over a page and over data: they render or are refused, and nothing else.
    @Test func randomTemplatesRenderOrAreRefused() throws {
        let pieces = [
            "{{", "}}", "{{{", "}}}", "{{#yes}}", "{{/yes}}", "{{^no}}", "{{/no}}", "{{title}}", "{{#owners}}", "{{/owners}}", "{{name}}",
            "{{pet.name}}",
            "{{#pet}}", "{{/pet}}", "{{.}}", "{{#words}}", "{{/words}}", "{{>p}}", "{{<p}}", "{{/p}}", "{{$b}}", "{{/b}}", "{{! c }}",
            "{{=| |=}}", "|title|",
            "<", ">", "</", "<p ", "href", "title", "=", "\"", "'", " ", "\n", "/", "?", "#", ":", "script", "<!--", "-->", "<textarea>",
            "</textarea>", "\r\n",
            "é", "\0", "{", "}", "javascript:", "a",
        ]
        var random = Seeded(state: 20_260_101)
        var rendered = 0
        for _ in 0..<20_000 {
            let source = (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let partial = (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let templates = ["sample": source, "p": partial]
            if (try? TemplateStore(templates: templates).render(Sample())) != nil { rendered += 1 }
            let lenient = TemplateStore(templates: templates, lenient: Bool.random(using: &random))
            _ = try? lenient.render("sample", data: Self.data)
        }
        #expect(rendered > 1_000)
    }

    static let data = TemplateData.object([
        "yes": .bool(true), "title": .string("<t>"), "words": .array([.string("a"), .null]), "pet": .object(["name": .number(1)]),
        "owners": .array([.object(["name": .string("n")]), .object(["pet": .object(["name": .string("k")])])]),
    ])
}

/// SplitMix64.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
