/// A parsed template file. Its nodes are in the order of the file. Each node contains the index after its last child.
final class Template: Sendable {
    let name: String
    let file: String
    /// The bytes of the file without a byte order mark. In a partial, a byte order mark would be in the middle of a page.
    let source: [UInt8]
    let nodes: [Node]
    let errors: [TemplateError]

    init(name: String, file: String, source: [UInt8]) {
        let source = source.starts(with: [UInt8].byteOrderMark) ? Array(source.dropFirst(3)) : source
        var parser = Parser(source: source)
        parser.parse()
        self.name = name
        self.file = file
        self.source = source
        nodes = parser.mistakes.isEmpty ? parser.nodes.fitted : []
        errors = parser.mistakes.map { TemplateError($0.message, at: $0.offset, in: source, of: file) }
    }

    /// Creates a template for a file that exists but cannot be used. `message` says why.
    init(name: String, file: String, unusable message: String) {
        self.name = name
        self.file = file
        source = []
        nodes = []
        errors = [TemplateError(message, at: 0, in: [], of: file)]
    }

    /// The names of the templates that this template uses, except templates whose names come from data.
    var references: [String] {
        nodes.compactMap { node in
            switch node.kind {
            case .partial(let reference), .parent(let reference): reference.isDynamic ? nil : reference.name.text
            case .text, .value, .section, .block: nil
            }
        }
    }

    func error(_ message: String, at offset: Int) -> TemplateError {
        TemplateError(message, at: offset, in: source, of: file)
    }
}

struct Node: Sendable {
    enum Kind: Sendable {
        case text
        case value(Name, raw: Bool)
        case section(Name, inverted: Bool)
        case block(Block)
        case partial(Reference)
        case parent(Reference)
    }

    var kind: Kind
    /// The range of bytes in the source: those of the text, or of the opening tag.
    var range: Range<Int>
    /// The index after the last child of this node.
    var end: Int
    /// Whether the text begins at the start of a line. The indentation of a standalone partial is added there.
    var startsLine = false
}

/// A name in a tag, such as `a.b`, whose path is ["a", "b"]. The path of `.` is empty.
struct Name: Sendable {
    let text: String
    let path: [String]

    init(text: String) {
        self.text = text
        path = text == "." ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}

/// The template that a partial tag or a parent tag uses. If `isDynamic` is true, `name` is the name of a value in the data, and this value
/// is the template's name.
struct Reference: Sendable {
    var name: Name
    var isDynamic: Bool
    /// The range of the white space before a tag that is alone on its line.
    var indentation: Range<Int>
}

struct Block: Sendable {
    var name: String
    /// The range of the white space before the tag. It is empty if the tag does not begin its line.
    var indentation: Range<Int>
    /// Whether the opening tag is alone on its line. If the block is in a parent tag, text before the opening tag does not count.
    var isStandalone: Bool
}

extension TemplateError {
    init(_ message: String, at offset: Int, in source: [UInt8], of file: String) {
        let before = source[..<min(offset, source.count)]
        let lineStart = before.lastIndex(of: .newline).map { $0 + 1 } ?? 0
        self.init(
            file: file,
            line: before.count { $0 == .newline } + 1,
            column: before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1,
            message: message)
    }
}
