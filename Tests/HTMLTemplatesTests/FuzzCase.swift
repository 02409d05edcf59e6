import HTMLTemplates

/// A template, its partial `p` and its data as JSON. In the fuzzer's input and its corpus, lines of `----` separate the three.
struct FuzzCase {
    var template: String
    var partial = ""
    var data = Self.sample

    init(template: String, partial: String, data: TemplateData) {
        (self.template, self.partial, self.data) = (template, partial, data)
    }

    init(bytes: [UInt8]) {
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\n----\n", maxSplits: 2, omittingEmptySubsequences: false)
        template = String(parts[0])
        if parts.count > 1 { partial = String(parts[1]) }
        if parts.count > 2, let json = try? TemplateData(json: Array(parts[2].utf8), file: "data") { data = json }
    }

    /// Renders the template in every way. Returns what is wrong with the output. Nil if it is refused or correct.
    func problem() -> String? {
        let templates = ["t": template, "p": partial]
        _ = try? TemplateStore(templates: templates).render(FuzzPage())
        _ = try? TemplateStore(templates: templates, lenient: true).render("t", data: data)
        let strict = TemplateStore(templates: templates)
        guard let html = try? strict.render("t", data: data), !hasRawTags else { return nil }
        guard let harmless = try? strict.render("t", data: Self.harmless(data)) else { return "It renders by its values." }
        let (markup, expected) = (Markup(html), Markup(harmless))
        guard markup.isWhole else { return "It ends within a tag." }
        guard markup == expected else { return "Values changed its tags from \(expected.tags) to \(markup.tags)." }
        return markup.runsScript && !expected.runsScript ? "A value runs: \(markup.urls)" : nil
    }

    /// True if a tag may show raw markup on purpose, or changes the delimiters, after which raw tags are not recognized here.
    private var hasRawTags: Bool {
        [template, partial].contains { source in
            source.utf8.indices.contains { index in
                guard source.utf8[index...].starts(with: "{{".utf8) else { return false }
                let rest = source.utf8[index...].dropFirst(2).drop { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }
                return rest.first.map { "{&=".utf8.contains($0) } ?? false
            }
        }
    }

    /// The same data with plain text instead of hostile text. Values that choose a template or a section stay as they are.
    private static func harmless(_ data: TemplateData) -> TemplateData {
        switch data {
        case .null, .bool, .integer, .number, .string(""), .string("p"), .string("t"): data
        case .string: .string("v")
        case .array(let items): .array(items.map(harmless))
        case .object(let members): .object(members.mapValues(harmless))
        }
    }

    static let sample = TemplateData.object([
        "yes": .bool(true), "no": .bool(false), "n": .integer(7), "d": .number(0.5), "none": .null, "name": .string("p"),
        "x": .string("\"'><script>&`= \t\n/javascript:"), "u": .string("javascript:alert(1)"), "empty": .string(""),
        "list": .array([.string("</title></textarea>-->"), .object(["x": .string("]]>"), "list": .array([])]), .integer(0)]),
        "o": .object(["x": .string("<b a=b>"), "o": .object(["u": .string("data:x")])]),
    ])
}

/// A page with the names of `FuzzCase.sample`.
struct FuzzPage: Page {
    struct Inner: ViewModel {
        var x = "]]>"
        var list: [String] = []
        var u: String?
    }

    static let template = "t"
    var yes = true
    var no = false
    var n = 7
    var d = 0.5
    var none: String?
    var name = "p"
    var x = "\"'><script>&`= \t\n/javascript:"
    var u: String? = "javascript:alert(1)"
    var empty = ""
    var list = [Inner(), Inner(u: "data:x")]
    var o: Inner? = Inner()
}
