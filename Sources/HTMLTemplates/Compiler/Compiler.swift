/// Compiles a template, with its partials and parents, to a program. The program renders either pages of one type, or data.
///
/// The compiler visits the parsed nodes once, in the order of the output, so that the HTML tokenizer reads the document as a browser will.
struct Compiler {
    static let deepestExpansion = 100
    static let deepestNesting = 250
    static let deepestOverrides = 500
    static let mostExpansions = 20_000
    static let mostInstructions = 500_000
    static let mostWork = 1_000_000
    static let largestPool = 16 << 20
    static let widestIndentation = 1_000
    static let maxErrors = 100

    let library: TemplateLibrary
    /// Whether names are looked up in `TemplateData` during rendering. If it is false, names are properties of a page type.
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
    var errorCount = 0
    /// The names of the templates that contain each other at this point. The first is the template of the page.
    var chain: [String] = []
    var depth = 0
    var expansions = 0
    /// The number of nodes, lines and overrides that were visited so far.
    var work = 0
    var isFull = false
    /// The latest index of an instruction at which a section ends or to which a jump leads. Text at this index must not be joined with the
    /// text before it.
    var barrier = 0
    var lastTag: (template: Template, offset: Int)?
    var fields: [ObjectIdentifier: ModelFields] = [:]
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

    /// Compiles a whole page. The HTML must not end inside a tag, an attribute or a comment.
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
            compiler.add(place.template.error(message, at: place.offset))
        }
        return try compiler.program()
    }

    /// Compiles a template that is called during rendering. The HTML state at its beginning is the state at the call. The state at its end
    /// must be equal.
    static func compile(_ template: Template, at call: DataCall, in library: TemplateLibrary) throws(TemplateErrors) -> Program {
        var compiler = Compiler(library, page: nil, state: call.state)
        var frame = call.frame
        frame.template = template
        compiler.expand(template, frame)
        if !library.isLenient, compiler.state != call.state {
            compiler.add(call.template.error("\(template.file) must leave the HTML as it found it.", at: call.offset))
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

    /// Returns whether compilation may continue with this node. If the templates grow without end, for example because each partial
    /// contains two others, this function reports an error and returns false.
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
        add(frame.template.error(message, at: node.range.lowerBound))
    }

    var hasRoomForErrors: Bool { errorCount < Self.maxErrors }

    /// Stores an error. The number of errors is limited for two reasons: it takes time to find the line or the most similar name, and each
    /// use of a partial may report the same error again.
    mutating func add(_ error: @autoclosure () -> TemplateError) {
        guard hasRoomForErrors else { return }
        errorCount += 1
        errors.insert(error())
    }
}

/// The context in which a template is expanded (compiled in place of a tag): the replacements of its blocks (`overrides`), and the
/// indentation of its lines.
struct Frame: Sendable {
    var template: Template
    var overrides: [String: Override] = [:]
    /// The white space that is removed at the start of each line (`outdent`), and the white space that is added there (`indent`).
    var outdent: [UInt8] = []
    var indent: [UInt8] = []
    /// The index of a node whose first line continues a line of the output. This line is not indented. Nil if there is no such node.
    var continuing: Int?
    /// The number of frames that contain one another through their overrides.
    var depth = 0
}

/// A replacement for a block of a parent template. It is compiled in the frame in which it is written.
struct Override: Sendable {
    let frame: Frame
    let index: Int
}
