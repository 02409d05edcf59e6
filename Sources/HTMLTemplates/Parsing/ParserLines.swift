// MARK: Lines

extension Parser {
    /// Adds the text before the tag as a node, and continues after the tag. If `wholeLine` is true, the white space on both sides of the
    /// tag and the line's end are left out.
    mutating func take(_ tag: Tag, wholeLine: Bool) {
        let start = wholeLine ? lineStart : tag.range.lowerBound
        flush(to: start, marksLineStart: !wholeLine)
        skip(to: wholeLine ? lineEnd(after: tag) : tag.range.upperBound)
    }

    /// Adds the text from `position` to `end` as a node. If `marksLineStart` is true and a tag begins the line at `end`, this function also
    /// adds an empty text node, before which the compiler can write an indentation.
    mutating func flush(to end: Int, marksLineStart: Bool = false) {
        if position < end { appendText(position..<end) }
        if marksLineStart, startsLine(end) { appendText(end..<end) }
        position = end
    }

    mutating func appendText(_ range: Range<Int>) {
        nodes.append(Node(kind: .text, range: range, end: nodes.count + 1, startsLine: startsLine(range.lowerBound)))
    }

    private func startsLine(_ offset: Int) -> Bool { offset == 0 || source[offset - 1] == .newline }

    mutating func skip(to end: Int) {
        position = end
        lineHasTag = source[end - 1] != .newline
        if !lineHasTag { lineStart = end }
    }

    mutating func findLine(of offset: Int) {
        guard let newline = source[position..<offset].lastIndex(of: .newline) else { return }
        lineStart = newline + 1
        lineHasTag = false
    }

    func isAlone(_ tag: Tag) -> Bool { isFirstOnLine(tag) && isLastOnLine(tag) }

    func isFirstOnLine(_ tag: Tag) -> Bool {
        !lineHasTag && source[lineStart..<tag.range.lowerBound].allSatisfy(\.isBlank)
    }

    func isLastOnLine(_ tag: Tag) -> Bool {
        let end = lineEnd(after: tag)
        return end == source.count || source[end - 1] == .newline
    }

    /// Returns the offset after the line's end if only white space follows the tag on its line. Otherwise returns the offset after the
    /// white space.
    func lineEnd(after tag: Tag) -> Int {
        let rest = source[tag.range.upperBound...]
        let end = rest.firstIndex { !$0.isBlank } ?? source.count
        return end < source.count && source[end] == .newline ? end + 1 : end
    }
}

// MARK: Tags

/// A tag such as `{{#content}}`. The sigil is the character that says what kind of tag it is. `content` is the rest, without white space
/// around it.
struct Tag {
    let sigil: Character?
    let content: String
    let range: Range<Int>

    var shown: String { (sigil.map(String.init) ?? "") + content }
}

struct Delimiters {
    /// The maximum number of bytes of a delimiter. A longer delimiter would make the search slow, because the search may compare the whole
    /// delimiter at every byte.
    static let longest = 20

    var open = Array("{{".utf8)
    var close = Array("}}".utf8)

    init() {}

    /// Parses the content of a tag that changes the delimiters, such as `{{=<% %>=}}`. Nil if the content is malformed.
    init?(_ content: String) {
        let parts = content.utf8.split { $0.isHTMLSpace }
        guard parts.count == 2, parts.allSatisfy({ $0.count <= Self.longest }), !content.contains("=") else { return nil }
        open = Array(parts[0])
        close = Array(parts[1])
    }
}

extension Parser {
    private static let sigils = Array("#^/$<>!=&{".utf8)

    mutating func readTag(at start: Int) -> Tag? {
        var content = start + delimiters.open.count
        while content < source.count, source[content].isHTMLSpace { content += 1 }
        let sigil = content < source.count && Self.sigils.contains(source[content]) ? source[content] : nil
        if sigil != nil { content += 1 }
        var close = delimiters.close
        if sigil == UInt8(ascii: "{") { close.insert(UInt8(ascii: "}"), at: 0) }
        if sigil == UInt8(ascii: "=") { close.insert(UInt8(ascii: "="), at: 0) }
        guard let end = find(close, from: content) else {
            mistake("The tag is not closed; add \(String(decoding: close, as: UTF8.self)).", at: start)
            return nil
        }
        var bytes = source[content..<end]
        bytes = bytes.drop(while: \.isHTMLSpace)
        while let last = bytes.last, last.isHTMLSpace { bytes.removeLast() }
        return Tag(
            sigil: sigil.map { Character(Unicode.Scalar($0)) },
            content: String(decoding: bytes, as: UTF8.self),
            range: start..<end + close.count)
    }

    /// Returns the content of the tag as a name. If it is not a valid name, an error is reported.
    mutating func name(of tag: Tag) -> Name {
        let name = Name(text: tag.content)
        if tag.content.isEmpty {
            mistake("The tag has no name; write one, as in {{name}}.", at: tag.range.lowerBound)
        } else if tag.content.utf8.contains(where: \.isHTMLSpace) || name.path.contains("") {
            mistake("`\(tag.content)` is not a name; names have no spaces and single dots, as in {{club.name}}.", at: tag.range.lowerBound)
        }
        return name
    }

    mutating func reference(of tag: Tag, indentation: Range<Int>) -> Reference {
        let isDynamic = tag.content.first == "*"
        let text = isDynamic ? String(tag.content.dropFirst().drop(while: \.isWhitespace)) : tag.content
        if text.isEmpty {
            mistake("The tag names no template; write its path, as in {{> lobby/_people}}.", at: tag.range.lowerBound)
        }
        return Reference(name: Name(text: text), isDynamic: isDynamic, indentation: indentation)
    }

    mutating func append(_ kind: Node.Kind, _ tag: Tag) {
        nodes.append(Node(kind: kind, range: tag.range, end: nodes.count + 1))
    }

    mutating func mistake(_ message: String, at offset: Int) {
        mistakes.append(Mistake(message: message, offset: offset))
    }

    func find(_ bytes: [UInt8], from start: Int) -> Int? {
        guard let first = bytes.first, start + bytes.count <= source.count else { return nil }
        var index = start
        while let found = source[index...].firstIndex(of: first), found + bytes.count <= source.count {
            if source[found..<found + bytes.count].elementsEqual(bytes) { return found }
            index = found + 1
        }
        return nil
    }
}
