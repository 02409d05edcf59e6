import Foundation
import HTMLTemplates
import Testing

@Suite struct EscapingTests {
    /// Hostile values. Tests/Browser uses the same ones with real HTML parsers.
    static let attacks: [String] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "injections.json")
        guard let json = try? Data(contentsOf: file), let data = try? TemplateData(json: Array(json), file: file.path),
            case .object(let groups) = data
        else { return [] }
        return groups.values.flatMap { strings(in: $0) }
    }()

    private static func strings(in data: TemplateData) -> [String] {
        switch data {
        case .array(let items): items.flatMap { strings(in: $0) }
        case .string(let text): [text]
        case .null, .bool, .integer, .number, .object: []
        }
    }

    private func shown(_ value: String, in source: String) throws -> String {
        try render(Hostile(x: value), source)
    }

    @Test func `text and quoted attributes are escaped`() throws {
        #expect(try shown("<a href=\"x\" id='y'>&\0", in: "{{x}}") == "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;\u{FFFD}")
        #expect(try shown("\"'<", in: "<p title=\"{{x}}\" id='{{x}}'>") == "<p title=\"&quot;&#39;&lt;\" id='&quot;&#39;&lt;'>")
        #expect(try shown("</textarea>", in: "<textarea>{{x}}</textarea><b>{{x}}</b>").contains("<textarea>&lt;/textarea&gt;</textarea>"))
        #expect(try shown("<b>", in: "{{{x}}}{{&x}}") == "<b><b>")
    }

    @Test func `a special character is escaped at any position`() throws {
        let references = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "\0": "\u{FFFD}"]
        for (special, reference) in references {
            for (before, after) in (0..<12).flatMap({ before in (0..<12).map { (before, $0) } }) {
                let (left, right) = (String(repeating: "=", count: before), String(repeating: "\u{FF}", count: after))
                #expect(try shown(left + special + right, in: "{{x}}") == left + reference + right)
            }
        }
    }

    @Test func `unquoted attributes are escaped and never empty`() throws {
        #expect(try shown("a b\t=`>\"", in: "<p class={{x}}>") == "<p class=a&#32;b&#9;&#61;&#96;&gt;&quot;>")
        #expect(try shown("", in: "<p class={{x}} onclick=y>") == "<p class=\"\" onclick=y>")
        #expect(try shown("a b", in: "<p class=c-{{x}}>") == "<p class=c-a&#32;b>")
        #expect(try shown("", in: "<a href={{x}} id=y>") == "<a href=\"\" id=y>")
        #expect(try shown("", in: "<a title={{optional}} id=y>") == "<a title=\"\" id=y>")
    }

    @Test(arguments: [
        ("/c/shore?a=b&c=1", "/c/shore?a=b&amp;c=1"), ("https://a.example/é", "https://a.example/%C3%A9"), ("HTTPS://a", "HTTPS://a"),
        ("mailto:a@b", "mailto:a@b"), ("tel:+49", "tel:+49"), ("otpauth://totp/a:b?c=d&e=f", "otpauth://totp/a:b?c=d&amp;e=f"),
        ("otpauthx:y", "#refused"), ("javascript:x", "#refused"), (" javascript:x", "#refused"),
        ("java\tscript:x", "#refused"), ("data:x", "#refused"), (":x", "#refused"), ("ftp://x", "#refused"),
        ("javascript&colon;x", "javascript&amp;colon;x"),
        ("a/b:c", "a/b:c"), ("?a:b", "?a:b"), ("a b\"'()<", "a%20b%22%27%28%29%3C"), ("100%", "100%25"), ("%20%zz", "%20%25zz"), ("", ""),
    ])
    func `a URL with an unsafe scheme is replaced`(value: String, expected: String) throws {
        #expect(try shown(value, in: "<a href=\"{{x}}\">") == "<a href=\"\(expected)\">")
        #expect(try shown(value, in: "<svg><use xlink:href='  {{x}}'>") == "<svg><use xlink:href='  \(expected)'>")
    }

    @Test func `later parts of a URL are percent-encoded`() throws {
        #expect(try shown("a b:/?&é", in: "<a href=\"/c/{{x}}\">") == "<a href=\"/c/a%20b:/?&amp;%C3%A9\">")
        #expect(try shown("/a?b=c&d é", in: "<a href=\"/l?next={{x}}\">") == "<a href=\"/l?next=%2Fa%3Fb%3Dc%26d%20%C3%A9\">")
        #expect(try shown("a\"#", in: "<form action='{{y}}/p#{{x}}'>") == "<form action='/p#a%22%23'>")
        #expect(try shown("//h", in: "<img src=https://{{x}}>") == "<img src=https:////h>")
        let sections = "<a href=\"/login{{#x}}?next={{.}}{{/x}}\">"
        #expect(try shown("/a", in: sections) == "<a href=\"/login?next=%2Fa\">")
    }

    @Test func `an unsafe scheme cannot be put together from pieces`() throws {
        #expect(try render(Hostile(x: "javascript", y: ":alert(1)"), "<a href=\"{{x}}{{y}}\">") == "<a href=\"javascript#refused\">")
        #expect(try render(Hostile(x: "java", y: "script:x"), "<a href=\"{{x}}{{y}}\">") == "<a href=\"java#refused\">")
        #expect(try shown("script:x", in: "<a href=\"java{{x}}\">") == "<a href=\"java#refused\">")
        #expect(!mistakes(Hostile.self, in: "<a href=\"{{x}}:{{y}}\">").isEmpty)
        #expect(!mistakes(Hostile.self, in: "<a href=\"{{#show}}java{{/show}}script:{{y}}\">").isEmpty)
    }

    @Test func `a meta refresh accepts only a whole number`() throws {
        #expect(try shown("", in: "<meta http-equiv=refresh content=\"{{n}}\">") == "<meta http-equiv=refresh content=\"5\">")
        #expect(try shown("d", in: "<meta name=description content=\"{{x}}\">") == "<meta name=description content=\"d\">")
        #expect(mistakes(Hostile.self, in: "<meta http-equiv=\"Refresh\" content=\"{{x}}\">").count == 1)
        #expect(mistakes(Hostile.self, in: "<meta content=\"{{x}}\" http-equiv=refresh>").count == 1)
        #expect(mistakes(Hostile.self, in: "<meta {{#show}}http-equiv=refresh{{/show}} content=\"{{x}}\">").count == 1)
    }

    /// For every hostile value in every place, a tokenizer finds only the tags and attributes of the template.
    @Test(arguments: [
        "<p>{{x}}</p>", "<p title=\"{{x}}\">t</p>", "<p title='a {{x}} b'>t</p>", "<p title={{x}} id=z>t</p>", "<p title=a{{x}} id=z>t</p>",
        "<a href=\"{{x}}\">t</a>", "<a href='/{{x}}'>t</a>", "<a href=?{{x}}>t</a>", "<a href={{x}} id=z>t</a>", "<title>{{x}}</title>",
        "<textarea>{{x}}</textarea>", "<img src=\"{{x}}{{x}}\">", "<p data-x=\"{{#show}}{{x}}{{/show}}\">t</p>",
    ])
    func `hostile values add no tags or attributes`(source: String) throws {
        let harmless = Markup(try TemplateStore(templates: ["hostile": source]).render(Hostile(x: "v")))
        #expect(Self.attacks.count > 600 && harmless.isWhole)
        for attack in Self.attacks {
            let html = try shown(attack, in: source)
            let markup = Markup(Array(html.utf8))
            #expect(markup == harmless && !markup.runsScript, "\(attack) in \(source) gave \(html)")
        }
    }
}
