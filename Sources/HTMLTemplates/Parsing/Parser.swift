/// Parses the tags of a Mustache template. Tags that are alone on a line are handled as the specification demands (mustache/spec 1.4).
struct Parser {
    static let largestSource = 1 << 20
    static let deepestNesting = 200
    static let mostMistakes = 50

    struct Mistake {
        let message: String
        let offset: Int
    }

    /// The opening tag of a section, block or parent whose end tag has not been read yet.
    struct Opening {
        let node: Int
        let tag: Tag
        let isFirstOnLine: Bool
    }

    let source: [UInt8]
    var nodes: [Node] = []
    var mistakes: [Mistake] = []
    var delimiters = Delimiters()
    var openings: [Opening] = []
    var position = 0
    var lineStart = 0
    var lineHasTag = false

    init(source: [UInt8]) {
        self.source = source
    }

    mutating func parse() {
        guard source.count <= Self.largestSource else {
            return mistake("The file is larger than 1 MB; divide it into partials.", at: 0)
        }
        if let offset = source.firstInvalidUTF8 { return mistake("This is not UTF-8; save the file as UTF-8.", at: offset) }
        while mistakes.count < Self.mostMistakes, let start = find(delimiters.open, from: position) {
            guard let tag = readTag(at: start) else { break }
            findLine(of: start)
            read(tag)
            guard openings.count <= Self.deepestNesting else {
                return mistake("Sections nest deeper than \(Self.deepestNesting) here; move the inner ones to a partial.", at: start)
            }
        }
        flush(to: source.count)
        for opening in openings.prefix(Self.mostMistakes) {
            mistake("{{\(opening.tag.shown)}} is not closed; add {{/\(opening.tag.content)}}.", at: opening.tag.range.lowerBound)
        }
    }

    private mutating func read(_ tag: Tag) {
        switch tag.sigil {
        case "/": close(tag)
        case "#", "^": open(tag)
        case "$": openBlock(tag)
        case "<": openParent(tag)
        case ">": readPartial(tag)
        case "!": take(tag, wholeLine: isAlone(tag))
        case "=": changeDelimiters(tag)
        default: readValue(tag)
        }
    }

    private mutating func readValue(_ tag: Tag) {
        take(tag, wholeLine: false)
        append(.value(name(of: tag), raw: tag.sigil == "&" || tag.sigil == "{"), tag)
    }

    private mutating func readPartial(_ tag: Tag) {
        let isAlone = isAlone(tag)
        let reference = reference(of: tag, indentation: isAlone ? lineStart..<tag.range.lowerBound : 0..<0)
        take(tag, wholeLine: isAlone)
        append(.partial(reference), tag)
    }

    private mutating func changeDelimiters(_ tag: Tag) {
        take(tag, wholeLine: isAlone(tag))
        guard let changed = Delimiters(tag.content) else {
            let example = "{{=<% %>=}}: two of them, parted by a space, without = and not longer than \(Delimiters.longest) bytes"
            return mistake("Delimiters are changed as in \(example).", at: tag.range.lowerBound)
        }
        delimiters = changed
    }
}

// MARK: Sections, blocks and parents

extension Parser {
    private mutating func open(_ tag: Tag) {
        take(tag, wholeLine: isAlone(tag))
        push(.section(name(of: tag), inverted: tag.sigil == "^"), tag, isFirstOnLine: false)
    }

    private mutating func openBlock(_ tag: Tag) {
        let isFirst = isFirstOnLine(tag)
        let isAlone = isInParent ? isLastOnLine(tag) : isAlone(tag)
        let blanks = isFirst ? lineStart..<tag.range.lowerBound : 0..<0
        if isInParent {
            flush(to: tag.range.lowerBound)
            skip(to: isAlone ? lineEnd(after: tag) : tag.range.upperBound)
        } else {
            take(tag, wholeLine: isAlone)
        }
        push(.block(Block(name: name(of: tag).text, indentation: blanks, isStandalone: isAlone)), tag, isFirstOnLine: isFirst)
    }

    /// Opens a parent. A parent is standalone if nothing comes before its opening tag and nothing after its closing tag on their lines. The
    /// parser has not read the closing tag yet. So the white space before the opening tag becomes a separate text node, which `closeParent`
    /// empties if the parent is standalone.
    private mutating func openParent(_ tag: Tag) {
        let isFirst = isFirstOnLine(tag)
        if isFirst {
            flush(to: lineStart)
            appendText(lineStart..<tag.range.lowerBound)
            skip(to: tag.range.upperBound)
        } else {
            take(tag, wholeLine: false)
        }
        push(.parent(reference(of: tag, indentation: 0..<0)), tag, isFirstOnLine: isFirst)
    }

    private mutating func close(_ tag: Tag) {
        guard let opening = openings.last else {
            take(tag, wholeLine: false)
            return mistake(
                "{{/\(tag.content)}} closes nothing; open it with {{#\(tag.content)}} or take it away.", at: tag.range.lowerBound)
        }
        openings.removeLast()
        if opening.tag.content != tag.content {
            let place = "{{\(opening.tag.shown)}}"
            mistake(
                "{{/\(tag.content)}} stands where \(place) is to be closed; write {{/\(opening.tag.content)}}.", at: tag.range.lowerBound)
        }
        switch nodes[opening.node].kind {
        case .parent(let reference): closeParent(tag, opening, reference)
        case .block where isInParent: closeOverride(tag)
        default: take(tag, wholeLine: isAlone(tag))
        }
        nodes[opening.node].end = nodes.count
    }

    private mutating func closeOverride(_ tag: Tag) {
        flush(to: isFirstOnLine(tag) ? lineStart : tag.range.lowerBound)
        skip(to: tag.range.upperBound)
    }

    private mutating func closeParent(_ tag: Tag, _ opening: Opening, _ reference: Reference) {
        flush(to: tag.range.lowerBound)
        guard opening.isFirstOnLine, isLastOnLine(tag) else { return skip(to: tag.range.upperBound) }
        let blanks = nodes[opening.node - 1].range
        nodes[opening.node - 1].range = blanks.lowerBound..<blanks.lowerBound
        nodes[opening.node - 1].startsLine = false
        nodes[opening.node].kind = .parent(Reference(name: reference.name, isDynamic: reference.isDynamic, indentation: blanks))
        skip(to: lineEnd(after: tag))
    }

    private var isInParent: Bool {
        guard let opening = openings.last, case .parent = nodes[opening.node].kind else { return false }
        return true
    }

    private mutating func push(_ kind: Node.Kind, _ tag: Tag, isFirstOnLine: Bool) {
        openings.append(Opening(node: nodes.count, tag: tag, isFirstOnLine: isFirstOnLine))
        append(kind, tag)
    }
}
