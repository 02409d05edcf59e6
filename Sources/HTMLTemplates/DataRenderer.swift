/// Runs a program over data, looking its names up as Mustache does.
struct DataRenderer: ~Copyable {
    static let deepestCalls = 100
    static let mostCalls = 100_000

    private struct Callee: Hashable {
        let program: ObjectIdentifier
        let call: Int32
        let name: String
    }

    private let library: TemplateLibrary
    private var scopes: [TemplateData]
    private var output = Output(capacity: 4096)
    /// The programs of calls, each kept alive with the key that is its caller's identity.
    private var callees: [Callee: Program] = [:]
    private var depth = 0
    private var calls = 0

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
        if escape.rule == .integer, data.integer == nil {
            throw name.error("`\(name.text)` must be a whole number in the content of a meta tag with http-equiv.")
        }
        switch data {
        case .null: output.write("", as: escape)
        case .bool(let value): output.write(value ? "true" : "false", as: escape)
        case .number(let value): output.write(value, as: escape)
        case .string(let value): output.write(value, as: escape)
        case .array, .object:
            guard library.isLenient else { throw name.error("`\(name.text)` is a list or an object, which is no text.") }
        }
    }

    private mutating func repeatBody(of program: Program, _ body: Range<Int>, over name: DataName, once: Bool) throws(TemplateErrors) {
        let items = try value(of: name).items
        if once, items.count > 1 {
            throw name.error("`\(name.text)` is a list, which would repeat at another place of the HTML.")
        }
        for item in items {
            scopes.append(item)
            try run(program, body)
            scopes.removeLast()
        }
    }

    private func value(of name: DataName) throws(TemplateErrors) -> TemplateData {
        guard let first = name.path.first else { return scopes.last ?? .null }
        var found = scopes.last { $0[first] != nil }?[first]
        for part in name.path.dropFirst() { found = found?[part] }
        guard found != nil || library.isLenient else { throw name.error("No name `\(name.text)` in the data.") }
        return found ?? .null
    }
}

// MARK: Templates found at rendering

extension DataRenderer {
    private mutating func run(_ call: Int32, of program: Program) throws(TemplateErrors) {
        let site = program.calls[Int(call)]
        guard depth < Self.deepestCalls, calls < Self.mostCalls else {
            throw TemplateErrors([site.template.error("Templates contain one another without end here.", at: site.offset)])
        }
        guard let callee = try callee(call, site, of: program) else { return }
        depth += 1
        calls += 1
        try run(callee, callee.instructions.indices)
        depth -= 1
    }

    private mutating func callee(_ call: Int32, _ site: DataCall, of program: Program) throws(TemplateErrors) -> Program? {
        guard let name = try templateName(at: site) else { return nil }
        let key = Callee(program: ObjectIdentifier(program), call: call, name: name)
        if let known = callees[key] { return known }
        guard let template = library.templates[name] else {
            if library.isLenient { return nil }
            throw TemplateErrors([site.template.error("No template \(name).html.", at: site.offset)])
        }
        let compiled = try Compiler.compile(template, at: site, in: library)
        callees[key] = compiled
        return compiled
    }

    private func templateName(at site: DataCall) throws(TemplateErrors) -> String? {
        let name = site.reference.name
        guard site.reference.isDynamic else { return name.text }
        let found = try value(of: DataName(path: name.path, text: name.text, template: site.template, offset: site.offset))
        guard case .string(let text) = found else { return nil }
        return text
    }
}

extension DataName {
    func error(_ message: String) -> TemplateErrors { TemplateErrors([template.error(message, at: offset)]) }
}
