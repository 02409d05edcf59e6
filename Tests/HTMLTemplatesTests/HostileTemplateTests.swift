import HTMLTemplates
import Testing

@Suite(.timeLimit(.minutes(2))) struct HostileTemplateTests {
    @Test func `sections nest at most 200 deep`() throws {
        let deep = String(repeating: "{{#yes}}", count: 10_000) + String(repeating: "{{/yes}}", count: 10_000)
        #expect(mistakes(in: deep).first?.contains("nest deeper than 200") == true)
        for name in ["yes", "wordsOrNone"] {
            let allowed = String(repeating: "{{#\(name)}}", count: 200) + "x" + String(repeating: "{{/\(name)}}", count: 200)
            #expect(try sample(allowed) == "x")
        }
    }

    @Test func `a huge template is refused with few messages`() {
        #expect(mistakes(in: String(repeating: "x", count: 10 << 20)).count == 1)
        #expect(mistakes(in: String(repeating: "{{", count: 1 << 19)).count == 1)
        #expect(mistakes(in: String(repeating: "{{/x}}", count: 100_000)).count == 50)
    }

    @Test func `partials that double at each level are stopped`() {
        var templates: [String: String] = [:]
        for level in 0..<60 { templates["p\(level)"] = "{{> p\(level + 1)}}{{> p\(level + 1)}}" }
        templates["p60"] = "x"
        #expect(mistakes(in: "{{> p0}}", templates).contains { $0.contains("grows too large") })
    }

    @Test func `long chains of partials are stopped`() {
        var templates: [String: String] = ["p500": ""]
        for level in 0..<500 { templates["p\(level)"] = "{{#yes}}{{> p\(level + 1)}}{{/yes}}" }
        #expect(mistakes(in: "{{> p0}}", templates).contains { $0.contains("grows too large or too deep") })
    }

    @Test func `a cycle of templates is reported with its path`() {
        let found = mistakes(in: "{{> a}}", ["a": "{{> b}}", "b": "{{> a}}"])
        #expect(found == ["b.html:1:1: The template contains itself (sample → a → b → a); take {{> a}} away."])
        #expect(
            mistakes(in: "{{<a}}{{/a}}", ["a": "{{<b}}{{/b}}", "b": "\n{{<a}}{{$x}}{{/x}}{{/a}}"]).contains {
                $0.hasPrefix("b.html:2:1: The template contains itself")
            })
    }

    @Test func `ten thousand partials are rendered`() throws {
        var templates: [String: String] = [:]
        for number in 0..<10_000 { templates["p\(number)"] = "{{title}}" }
        let source = (0..<10_000).map { "{{> p\($0)}}" }.joined()
        #expect(try sample(source, templates) == String(repeating: "T", count: 10_000))
        #expect(mistakes(in: source + "{{> p10000}}", templates).first?.hasSuffix("did you mean p1000?") == true)
    }

    @Test func `at most one hundred mistakes are reported`() {
        var templates: [String: String] = [:]
        for number in 0..<5_000 { templates["p\(number)"] = "" }
        let found = mistakes(in: (0..<20_000).map { "{{titl\($0)}}{{> q\($0)}}" }.joined(), templates)
        #expect(found.count == 100)
    }

    @Test func `indentation that grows at each level is stopped`() {
        var templates = ["p90": String(repeating: "\n", count: 500_000)]
        for level in 0..<90 { templates["p\(level)"] = String(repeating: " ", count: 900) + "{{> p\(level + 1)}}\n" }
        #expect(mistakes(in: "{{> p0}}", templates).contains { $0.contains("grows too large") })
        templates["p1"] = String(repeating: "\n", count: 500_000)
        #expect(mistakes(in: "{{> p0}}", templates).contains { $0.contains("grows too large") })
    }

    @Test func `doubling templates that show nothing are stopped`() {
        var templates = ["p20": String(repeating: "{{#pet}}{{/pet}}", count: 1_000)]
        for level in 0..<20 { templates["p\(level)"] = "{{> p\(level + 1)}}{{> p\(level + 1)}}" }
        #expect(mistakes(in: "{{> p0}}", templates).contains { $0.contains("grows too large") })
    }

    @Test func `huge or very deep inheritance is stopped`() throws {
        let blocks = (0..<8_000).map { "{{$b\($0)}}x{{/b\($0)}}" }.joined()
        let parents = String(repeating: "{{<q}}{{$y}}{{/y}}{{/q}}", count: 8_000)
        let templates = ["p": blocks + parents, "q": "{{$y}}{{/y}}"]
        #expect(mistakes(in: "{{<p}}\(blocks){{/p}}", templates).contains { $0.contains("grows too large") })
        var chain = ["p99": "{{$main}}none{{/main}}"]
        for level in 0..<99 {
            chain["p\(level)"] = "{{<p\(level + 1)}}{{$main}}<i>{{$main}}\(level){{/main}}</i>{{/main}}{{/p\(level + 1)}}"
        }
        #expect(try sample("{{<p1}}{{/p1}}", chain) == "<i>1</i>")
        chain["p200"] = ""
        for level in 99..<200 { chain["p\(level)"] = "{{<p\(level + 1)}}{{/p\(level + 1)}}" }
        #expect(mistakes(in: "{{<p0}}{{/p0}}", chain).contains { $0.contains("too deep") })
    }

    @Test(arguments: [
        "{{=| |=}}|title|", "{{=}} {{=}}}}title{{", "{{=# #=}}#title#", "{{=({ })=}}({title})", "{{=/ /=}}/title/", "{{=é é=}}étitleé",
        "{{={ }=}}{title}",
    ])
    func `unusual delimiters work`(source: String) throws {
        #expect(try sample(source) == "T")
    }

    @Test(arguments: ["{{==}}", "{{= =}}", "{{=a=}}", "{{=a b c=}}", "{{=a= b=}}", "{{=\(String(repeating: "a", count: 300_000)) b=}}"])
    func `malformed delimiters are refused`(source: String) {
        let found = mistakes(in: source + String(repeating: "a", count: 300_000))
        #expect(found.first?.hasPrefix("sample.html:1:1: ") == true, "\(found)")
    }
}
