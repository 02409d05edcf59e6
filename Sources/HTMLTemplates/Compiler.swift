/// Compiles a template, with its partials and parents, to the program of one page type or of data.
///
/// It walks the parsed nodes once, in the order of the output, so that the HTML tokenizer sees the document as a browser will.
struct Compiler {
    static let deepestExpansion = 100
    static let deepestNesting = 250
    static let deepestOverrides = 500
    static let mostExpansions = 20_000
    static let mostInstructions = 500_000
    static let mostWork = 1_000_000
    static let largestPool = 16 << 20
    static let widestIndentation = 1_000
    static let mostNotes = 100

    let library: TemplateLibrary
    /// Whether names are looked up in `TemplateData` at rendering.
    let isData: Bool
    var state: HTMLState
    var scopes: [Scope] = []
    var slots: Int32 = 0
    var mostSlots: Int32 = 0
    var instructions: [Instruction] = []
    var pool: [UInt8] = []
    var names: [DataName] = []
    var calls: [DataCall] = []
    var errors: Set<TemplateError> = []
    var notes = 0
    /// The templates being expanded, the page first.
    var chain: [String] = []
    var depth = 0
    var expansions = 0
    /// How many nodes, lines and overrides were gone through.
    var work = 0
    var isFull = false
    /// Instructions before this index are jumped to or ended at, and texts are no longer added to.
    var barrier = 0
    /// Where the tag that is still open began.
    var lastTag: (template: Template, offset: Int)?
    var fields: [ObjectIdentifier: ModelFields] = [:]
    /// What `TemplateLibrary.blocks` says of each parent.
    var blocks: [String: Set<String>?] = [:]

    init(_ library: TemplateLibrary, page: (any ViewModel.Type)?, state: HTMLState = HTMLState()) {
        self.library = library
        self.state = state
        isData = page == nil
        guard let page, let reader = reader(of: page) else { return }
        slots = 1
        mostSlots = 1
        scopes = [Scope(field: Field(slot: 0, offset: 0), reader: reader)]
    }

    /// The program of a whole page, which has to end in text.
    static func compile(_ name: String, in library: TemplateLibrary, page: (any ViewModel.Type)?) throws(TemplateErrors) -> Program {
        var compiler = Compiler(library, page: page)
        guard let template = library.templates[name] else { throw TemplateErrors([library.missing(name)]) }
        if let page, compiler.scopes.isEmpty {
            throw TemplateErrors([template.error("The page \(page) cannot be shown; make it a struct.", at: 0)])
        }
        compiler.expand(template, Frame(template: template))
        if !library.isLenient, compiler.state.mode != .text, compiler.errors.isEmpty {
            let place = compiler.lastTag ?? (template, template.source.count)
            let message = "The page ends in \(compiler.state.shown) that began here; close it."
            compiler.note(place.template.error(message, at: place.offset))
        }
        return try compiler.program()
    }

    /// The program of a template that a call expands: it starts at the call's place and has to end there.
    static func compile(_ template: Template, at call: DataCall, in library: TemplateLibrary) throws(TemplateErrors) -> Program {
        var compiler = Compiler(library, page: nil, state: call.state)
        var frame = call.frame
        frame.template = template
        compiler.expand(template, frame)
        if !library.isLenient, compiler.state != call.state {
            compiler.note(call.template.error("\(template.file) must leave the HTML as it found it.", at: call.offset))
        }
        return try compiler.program()
    }

    private func program() throws(TemplateErrors) -> Program {
        guard errors.isEmpty else { throw TemplateErrors(errors) }
        return Program(
            instructions: instructions.fitted, pool: pool.fitted, slots: Int(mostSlots), names: names, calls: calls, work: work + pool.count
        )
    }

    mutating func expand(_ template: Template, _ frame: Frame) {
        errors.formUnion(template.errors)
        expansions += 1
        chain.append(template.name)
        compile(template.nodes.indices, in: frame)
        chain.removeLast()
    }

    mutating func compile(_ nodes: Range<Int>, in frame: Frame) {
        depth += 1
        defer { depth -= 1 }
        var index = nodes.lowerBound
        while index < nodes.upperBound, hasRoom(for: frame.template.nodes[index], in: frame) {
            let node = frame.template.nodes[index]
            compile(node, at: index, in: frame)
            index = node.end
        }
    }

    private mutating func compile(_ node: Node, at index: Int, in frame: Frame) {
        switch node.kind {
        case .text: writeText(node, at: index, in: frame)
        case .value(let name, let raw): writeValue(name, raw: raw, node, in: frame)
        case .section(let name, let inverted):
            if inverted {
                writeInverted(name, node, index + 1..<node.end, in: frame)
            } else {
                writeSection(name, node, index + 1..<node.end, in: frame)
            }
        case .block(let block): writeBlock(block, at: index, node, in: frame)
        case .partial(let reference): writePartial(reference, node, in: frame)
        case .parent(let reference): writeParent(reference, at: index, node, in: frame)
        }
    }

    /// Stops templates that grow without end, as partials that double at each step do.
    mutating func hasRoom(for node: Node, in frame: Frame) -> Bool {
        guard !isFull else { return false }
        work += 1
        let isTooDeep =
            depth > Self.deepestNesting || chain.count > Self.deepestExpansion || frame.depth > Self.deepestOverrides
            || frame.indent.count > Self.widestIndentation
        let isTooLarge =
            instructions.count > Self.mostInstructions || pool.count > Self.largestPool || work > Self.mostWork
            || expansions > Self.mostExpansions
        guard isTooDeep || isTooLarge else { return true }
        isFull = true
        let message = "The page grows too large or too deep here; take away partials that contain one another many times."
        errors.insert(frame.template.error(message, at: node.range.lowerBound))
        return false
    }

    mutating func report(_ message: String, _ node: Node, in frame: Frame) {
        note(frame.template.error(message, at: node.range.lowerBound))
    }

    var takesNotes: Bool { notes < Self.mostNotes }

    /// Keeps a mistake, of which the same may come from each use of a partial; finding its line or the nearest name
    /// takes time, so there is an end to it.
    mutating func note(_ error: @autoclosure () -> TemplateError) {
        guard takesNotes else { return }
        notes += 1
        errors.insert(error())
    }
}

/// A template being expanded: what replaces its blocks, and how its lines are indented.
struct Frame: Sendable {
    var template: Template
    var overrides: [String: Override] = [:]
    /// The blanks taken from the start of each line, and those put there instead.
    var outdent: [UInt8] = []
    var indent: [UInt8] = []
    /// A node whose first line continues a line of the output and is not indented.
    var continuing: Int?
    /// How many frames hang together through their overrides.
    var depth = 0
}

/// The content for a parent's block, to be compiled in the frame in which it is written.
struct Override: Sendable {
    let frame: Frame
    let index: Int
}
