import HTMLTemplates

/// Mustache as a tree. `PiecePrinter` prints it as a template, and `PieceInterpreter` renders it without a parser.
indirect enum Piece {
    case text(String)
    /// An empty path stands for `.`.
    case value([String], raw: Bool)
    case section([String], inverted: Bool, [Piece])
    case partial(Int)
    case parent(Int, [(name: String, content: [Piece])])
    case block(String, [Piece])
    case comment(String)
    case delimiters(String, String)
}

/// Prints each template on one line, so that no tag stands alone on a line.
struct PiecePrinter {
    private var open = "{{"
    private var close = "}}"
    private var random: Seeded

    init(_ random: inout Seeded) {
        self.random = Seeded(state: random.next())
    }

    mutating func source(of pieces: [Piece]) -> String { "^\(printed(pieces))$" }

    private mutating func printed(_ pieces: [Piece]) -> String { pieces.map { printed($0) }.joined() }

    private mutating func printed(_ piece: Piece) -> String {
        switch piece {
        case .text(let text): return text
        case .value(let path, raw: true) where open == "{{" && Bool.random(using: &random): return "{{{\(blank)\(name(path))\(blank)}}}"
        case .value(let path, let raw): return tag(raw ? "&" : "", name(path))
        case .section(let path, let inverted, let body):
            return tag(inverted ? "^" : "#", name(path)) + printed(body) + tag("/", name(path))
        case .partial(let number): return tag(">", "p\(number)")
        case .parent(let number, let blocks):
            return tag("<", "p\(number)") + blocks.map { printed(.block($0.name, $0.content)) }.joined() + tag("/", "p\(number)")
        case .block(let name, let content): return tag("$", name) + printed(content) + tag("/", name)
        case .comment(let text): return tag("!", text)
        case .delimiters(let first, let second):
            let tag = "\(open)=\(blank)\(first) \(second)\(blank)=\(close)"
            (open, close) = (first, second)
            return tag
        }
    }

    private mutating func tag(_ sigil: String, _ content: String) -> String { open + blank + sigil + blank + content + blank + close }

    private func name(_ path: [String]) -> String { path.isEmpty ? "." : path.joined(separator: ".") }

    private var blank: String {
        mutating get { ["", "", "", " ", "  "].randomElement(using: &random) ?? "" }
    }
}

/// Renders pieces as plain Mustache does, in the simplest way.
struct PieceInterpreter {
    struct Override {
        let content: [Piece]
        let overrides: [String: Override]
    }

    let templates: [[Piece]]
    private var scopes: [TemplateData]

    init(_ templates: [[Piece]], over data: TemplateData) {
        self.templates = templates
        scopes = [data]
    }

    /// The output of template `number`, between the marks that `PiecePrinter` prints around it.
    mutating func shown(_ number: Int, _ overrides: [String: Override] = [:]) -> String { "^\(shown(templates[number], overrides))$" }

    private mutating func shown(_ pieces: [Piece], _ overrides: [String: Override]) -> String {
        pieces.map { shown($0, overrides) }.joined()
    }

    private mutating func shown(_ piece: Piece, _ overrides: [String: Override]) -> String {
        switch piece {
        case .text(let text): return text
        case .comment, .delimiters: return ""
        case .value(let path, let raw): return raw ? text(at: path) : escaped(text(at: path))
        case .section(let path, let inverted, let body): return shown(body, over: value(at: path), inverted, overrides)
        case .partial(let number): return shown(number, overrides)
        case .block(let name, let content):
            guard let override = overrides[name] else { return shown(content, overrides) }
            return shown(override.content, override.overrides)
        case .parent(let number, let blocks):
            var inner = overrides
            for block in blocks where overrides[block.name] == nil {
                inner[block.name] = Override(content: block.content, overrides: overrides)
            }
            return shown(number, inner)
        }
    }

    private mutating func shown(_ body: [Piece], over data: TemplateData, _ inverted: Bool, _ overrides: [String: Override]) -> String {
        var items = [data]
        switch data {
        case .array(let elements): items = elements
        case .null, .bool(false), .string(""): items = []
        default: break
        }
        if inverted { return items.isEmpty ? shown(body, overrides) : "" }
        var text = ""
        for item in items {
            scopes.append(item)
            text += shown(body, overrides)
            scopes.removeLast()
        }
        return text
    }

    private func value(at path: [String]) -> TemplateData {
        guard let first = path.first else { return scopes.last ?? .null }
        let found = scopes.reversed().lazy.compactMap { member(first, of: $0) }.first
        return path.dropFirst().reduce(found ?? .null) { member($1, of: $0) ?? .null }
    }

    private func member(_ name: String, of data: TemplateData) -> TemplateData? {
        if case .object(let members) = data { members[name] } else { nil }
    }

    private func text(at path: [String]) -> String {
        switch value(at: path) {
        case .null, .array, .object: ""
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let text): text
        }
    }

    private func escaped(_ text: String) -> String {
        let references: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]
        return text.unicodeScalars.map { references[$0] ?? String($0) }.joined()
    }
}
