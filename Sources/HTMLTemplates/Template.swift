/// A parsed file: its nodes in reading order, each knowing where its children end.
final class Template: Sendable {
    let name: String
    /// What errors call it.
    let file: String
    /// Without a byte order mark, which would stand in the middle of a page when this is a partial.
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

    /// A file that is there and cannot be used.
    init(name: String, file: String, unusable message: String) {
        self.name = name
        self.file = file
        source = []
        nodes = []
        errors = [TemplateError(message, at: 0, in: [], of: file)]
    }

    /// The templates that it names, of which those that the data name are unknown.
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
    /// The bytes of the text or of the (opening) tag.
    var range: Range<Int>
    /// The index after the last child.
    var end: Int
    /// Whether the text stands at the start of a line, where a standalone partial's indentation goes.
    var startsLine = false
}

/// A name in the data: `a.b` is ["a", "b"], and `.` is empty.
struct Name: Sendable {
    let text: String
    let path: [String]

    init(text: String) {
        self.text = text
        path = text == "." ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}

/// The template a partial or parent tag names, or with `isDynamic` the name of the data that names it.
struct Reference: Sendable {
    var name: Name
    var isDynamic: Bool
    /// The blanks before a standalone tag.
    var indentation: Range<Int>
}

struct Block: Sendable {
    var name: String
    /// The blanks before the tag, when nothing else stands there.
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
