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
}
