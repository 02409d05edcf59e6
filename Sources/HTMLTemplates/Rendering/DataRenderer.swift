/// Renders a program with data. Names are looked up in the data as Mustache does. Time and memory are limited, whatever the data are.
struct DataRenderer: ~Copyable {
    static let deepestNesting = 500
    static let deepestCalls = 100
    static let mostCalls = 100_000
    static let mostSteps = 25_000_000
    static let mostCompilation = 16 << 20
    static let largestOutput = 128 << 20

    /// Identifies the compiled template of a call (a partial or parent that is looked up during rendering). Calls without overrides share a
    /// compiled template if they have the same place in the HTML and the same indentation.
    private struct Callee: Hashable {
        let name: String
        let state: HTMLState
        let indent: [UInt8]
        let caller: ObjectIdentifier?
        let call: Int32
    }

    private var library: TemplateLibrary
    private var scopes: [TemplateData]
    private var output = Output(capacity: 4096)
    /// The compiled templates of calls. None of them is removed during the rendering, because `Callee.caller` identifies a program by its
    /// address.
    private var callees: [Callee: Program] = [:]
    /// The number of sections and calls that contain the current instruction (`depth`), and the number of calls among them (`callDepth`).
    private var depth = 0
    private var callDepth = 0
    private var calls = 0
    /// The number of instructions that ran, plus the number of items that were visited and of scopes that were searched.
    private var steps = 0
    private var compilation = 0

    static func render(_ data: TemplateData, _ program: Program, in library: TemplateLibrary) throws(TemplateErrors) -> [UInt8] {
        var renderer = DataRenderer(library: library, scopes: [data])
        try renderer.run(program, program.instructions.indices)
        return renderer.output.bytes
    }

    private init(library: TemplateLibrary, scopes: [TemplateData]) {
        self.library = library
        self.scopes = scopes
    }

    private mutating func run(_ program: Program, _ range: Range<Int>) throws(TemplateErrors) {
        var index = range.lowerBound
        while index < range.upperBound {
            let instruction = program.instructions[index]
            index += 1
            steps += 1
            switch instruction {
            case .text(let start, let count):
                program.pool.withUnsafeBufferPointer { output.append($0, from: Int(start), to: Int(start + count)) }
            case .data(.value(let name, let escape)): try write(program.names[Int(name)], as: escape)
            case .data(.section(let name, let once, let end)):
                try repeatBody(of: program, index..<Int(end), over: program.names[Int(name)], once: once)
                index = Int(end)
            case .data(.inverted(let name, let end)):
                if try value(of: program.names[Int(name)]).isShown { index = Int(end) }
            case .data(.call(let call)): try run(call, of: program)
            case .string, .integer, .value, .jump, .jumpShown, .section, .clearMark, .setMark, .jumpMarked: break
            }
        }
    }

    private mutating func write(_ name: DataName, as escape: Escape) throws(TemplateErrors) {
        let data = try value(of: name)
        if escape.rule == .wholeNumber, data.wholeNumber == nil {
            throw name.error("`\(name.text)` must be a whole number in the content of a meta tag with http-equiv.")
        }
        switch data {
        case .null: output.write("", as: escape)
        case .bool(let value): output.write(value ? "true" : "false", as: escape)
        case .integer(let value): output.append(integer: value)
        case .number(let value): output.write(value, as: escape)
        case .string(let value): output.write(value, as: escape)
        case .array, .object:
            guard library.isLenient else { throw name.error("`\(name.text)` is a list or an object, which is no text.") }
        }
        try checkRoom(name.template, name.offset)
    }

    private mutating func repeatBody(of program: Program, _ body: Range<Int>, over name: DataName, once: Bool) throws(TemplateErrors) {
        let items = try value(of: name).items
        if once, items.count > 1 {
            throw name.error("`\(name.text)` is a list, which would repeat at another place of the HTML.")
        }
        depth += 1
        for item in items {
            steps += 1
            try checkRoom(name.template, name.offset)
            scopes.append(item)
            try run(program, body)
            scopes.removeLast()
        }
        depth -= 1
    }

    private mutating func value(of name: DataName) throws(TemplateErrors) -> TemplateData {
        guard let first = name.path.first else { return scopes.last ?? .null }
        var found: TemplateData?
        for scope in scopes.reversed() {
            steps += 1
            found = scope[first]
            if found != nil { break }
        }
        steps += name.path.count
        for part in name.path.dropFirst() { found = found?[part] }
        guard found != nil || library.isLenient else { throw name.error("No name `\(name.text)` in the data.") }
        return found ?? .null
    }

    private func checkRoom(_ template: Template, _ offset: Int) throws(TemplateErrors) {
        let isTooLarge = output.count > Self.largestOutput || steps > Self.mostSteps
        guard isTooLarge || depth > Self.deepestNesting else { return }
        let what = isTooLarge ? "The page grows too large" : "Sections and templates nest deeper than \(Self.deepestNesting)"
        throw TemplateErrors([template.error("\(what) with these data here; give it fewer.", at: offset)])
    }
}

// MARK: Templates found at rendering

extension DataRenderer {
    private mutating func run(_ call: Int32, of program: Program) throws(TemplateErrors) {
        let site = program.calls[Int(call)]
        guard callDepth < Self.deepestCalls, calls < Self.mostCalls else {
            throw TemplateErrors([site.template.error("Templates contain one another without end here.", at: site.offset)])
        }
        try checkRoom(site.template, site.offset)
        guard let callee = try callee(call, site, of: program) else { return }
        depth += 1
        callDepth += 1
        calls += 1
        try run(callee, callee.instructions.indices)
        callDepth -= 1
        depth -= 1
    }

    private mutating func callee(_ call: Int32, _ site: DataCall, of program: Program) throws(TemplateErrors) -> Program? {
        guard let name = try templateName(at: site) else { return nil }
        let isPlain = site.frame.overrides.isEmpty
        let key = Callee(
            name: name, state: site.state, indent: site.frame.indent, caller: isPlain ? nil : ObjectIdentifier(program),
            call: isPlain ? 0 : call)
        if let known = callees[key] { return known }
        library.load(name)
        guard let template = library.templates[name] else {
            guard let problem = library.problem(withMissing: name) else { return nil }
            throw TemplateErrors([site.template.error(problem, at: site.offset)])
        }
        let compiled = try Compiler.compile(template, at: site, in: library)
        compilation += compiled.work
        guard compilation < Self.mostCompilation else {
            throw TemplateErrors([site.template.error("Templates contain one another too often here.", at: site.offset)])
        }
        callees[key] = compiled
        return compiled
    }

    private mutating func templateName(at site: DataCall) throws(TemplateErrors) -> String? {
        let name = site.reference.name
        guard site.reference.isDynamic else { return name.text }
        let found = try value(of: DataName(path: name.path, text: name.text, template: site.template, offset: site.offset))
        if case .string(let text) = found { return text.isEmpty && library.isLenient ? nil : text }
        guard library.isLenient || found == .null else {
            throw TemplateErrors([site.template.error("`\(name.text)` has to be the name of a template, as text.", at: site.offset)])
        }
        return nil
    }
}

extension DataName {
    func error(_ message: String) -> TemplateErrors { TemplateErrors([template.error(message, at: offset)]) }
}
