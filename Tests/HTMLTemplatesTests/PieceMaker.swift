import HTMLTemplates

/// Makes random templates and data.
struct PieceMaker {
    static let names = ["a", "b", "c", "d"]

    var random: Seeded

    /// Each template contains only later ones, so that none contains itself.
    mutating func templates() -> [[Piece]] { (0..<4).map { pieces(in: $0, depth: 3) } }

    private mutating func pieces(in template: Int, depth: Int) -> [Piece] {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in piece(in: template, depth: depth) }
    }

    private mutating func piece(in template: Int, depth: Int) -> Piece {
        switch Int.random(in: 0..<(depth > 0 ? 12 : 6), using: &random) {
        case 0, 1: return .text(pick(["x", " ", "<b>", "é", "&", "{ ", "}", "\"", "} }", "%>", "  t"]))
        case 2, 3: return .value(path(), raw: Bool.random(using: &random))
        case 4: return .comment(pick(["", "c", " a > b ", "=", "#x", "\n"]))
        case 5: return pick([.delimiters("<%", "%>"), .delimiters("|", "|"), .delimiters("{{", "}}"), .delimiters("[[", "]"), .text("t")])
        case 6, 7, 8: return .section(path(), inverted: Int.random(in: 0..<3, using: &random) == 0, pieces(in: template, depth: depth - 1))
        case 9: return .block(pick(["m", "n"]), pieces(in: template, depth: depth - 1))
        case 10 where template < 3: return .partial(Int.random(in: template + 1...3, using: &random))
        case 11 where template < 3:
            let blocks = ["m", "n"].filter { _ in Bool.random(using: &random) }
            return .parent(
                Int.random(in: template + 1...3, using: &random), blocks.map { ($0, pieces(in: template, depth: depth - 1)) })
        default: return .text("-")
        }
    }

    private mutating func path() -> [String] {
        let count = pick([0, 1, 1, 1, 1, 2, 2, 3])
        return (0..<count).map { _ in pick(Self.names) }
    }

    mutating func data(depth: Int = 3) -> TemplateData {
        switch Int.random(in: 0..<(depth > 0 ? 12 : 7), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int.random(in: -2...100, using: &random))
        case 3: return .number(0.5)
        case 4...6: return .string(pick(["", "s", "<&>", "\"'", "{{a}}", "\0é\n"]))
        case 7, 8: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in data(depth: depth - 1) })
        default: return object(depth: depth)
        }
    }

    mutating func object(depth: Int = 3) -> TemplateData {
        .object(
            Dictionary(
                uniqueKeysWithValues: Self.names.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }.map {
                    ($0, data(depth: depth - 1))
                }))
    }

    mutating func joined(_ texts: [String], most: Int) -> String {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in pick(texts) }.joined()
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }
}

// MARK: Markup

extension PieceMaker {
    /// Markup with values of `FuzzCase.sample`, mostly in places where values are allowed.
    mutating func markup(depth: Int = 3) -> String { (0..<Int.random(in: 1...3, using: &random)).map { _ in node(depth: depth) }.joined() }

    private mutating func node(depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 4), using: &random) {
        case 0: return "{{x}}"
        case 1:
            return pick([
                "t {{u}}", "{{o.x}}{{x}}", "&amp;{{x}}", "a < b{{x}}", "<!-- c -->", "<br>", "{{> p}}", "{{>*name}}", "\r\n",
                "<script>a<b</script>",
            ])
        case 2: return "<\(pick(["title", "textarea"]))>\(pick(["{{x}}", "a{{u}}<b", "</{{x}}"]))</\(pick(["title", "textarea"]))>"
        case 3: return pick(["<!--", "<p", "\"", ">", "</p", "<script>", "{{#yes}}", "{{/yes}}", "{{{x}}}", "<![CDATA[", "=", "{{x"])
        case 4, 5:
            let name = pick(["list", "yes", "no", "x", "o", "empty", "."])
            return "{{\(pick(["#", "#", "^"]))\(name)}}\(markup(depth: depth - 1)){{/\(name)}}"
        default:
            let name = pick(["div", "b", "a", "svg", "IMG", "form"])
            return "<\(name)\(attributes())>\(markup(depth: depth - 1))</\(name)>"
        }
    }

    private mutating func attributes() -> String {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
            let name = pick(["title", "class", "href", "SRC", "action", "data-x", "value", "onclick", "style"])
            let value = pick([
                "{{x}}", "a {{u}}", "{{u}}{{x}}", "/p/{{x}}", "?q={{x}}&amp;r={{u}}", "{{#yes}}{{x}}{{/yes}}", "java{{u}}", "plain",
            ])
            let attribute = pick(["\(name)=\"\(value)\"", "\(name) = '\(value)'", "\(name)={{u}}", "\(name)", "\(name)=/a{{x}}"])
            return " "
                + pick([
                    attribute, attribute, "{{#yes}}\(attribute) {{/yes}}", "{{^no}}\(attribute) {{/no}}",
                    "{{#list}} \(attribute) {{/list}}",
                ])
        }.joined()
    }
}
