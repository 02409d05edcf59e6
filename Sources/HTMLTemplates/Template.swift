/// A parsed file, as nodes in reading order. Each node contains the index of the end of its children.
final class Template: Sendable {
    let name: String
    let file: String
    /// The bytes of the file without a byte order mark, which would stand in the middle of a page if this is a partial.
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

    /// Represents a file that exists but cannot be used.
    init(name: String, file: String, unusable message: String) {
        self.name = name
        self.file = file
        source = []
        nodes = []
        errors = [TemplateError(message, at: 0, in: [], of: file)]
    }

    /// The names of the templates that it uses, except those that come from the data.
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
    /// The range of the text or of the opening tag in the source.
    var range: Range<Int>
    /// The index after the last child.
    var end: Int
    /// Whether the text is at the start of a line, where the indentation of a standalone partial goes.
    var startsLine = false
}

/// A name in the data. The path of `a.b` is ["a", "b"], and that of `.` is empty.
struct Name: Sendable {
    let text: String
    let path: [String]

    init(text: String) {
        self.text = text
        path = text == "." ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}

/// The template that a partial or parent tag names. If `isDynamic` is true, `name` is looked up in the data, which contain the template's
/// name.
struct Reference: Sendable {
    var name: Name
    var isDynamic: Bool
    /// The range of the white space before a standalone tag.
    var indentation: Range<Int>
}

struct Block: Sendable {
    var name: String
    /// The range of the white space before the tag if nothing else stands there.
    var indentation: Range<Int>
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
