extension Compiler {
    mutating func writeSection(_ name: Name, _ node: Node, _ body: Range<Int>, in frame: Frame) {
        if isData { return writeDataSection(name, node, body, in: frame) }
        guard let route = route(to: name, node, in: frame) else { return }
        var isList = false
        if case .list = route.reader.shape { isList = true }
        enclose(node, in: frame, repeats: isList) { compiler in
            compiler.along(route) { $0.writeSection(over: $1, route, name, node, body, in: frame) }
        }
    }

    private mutating func writeSection(
        over field: Field, _ route: Route, _ name: Name, _ node: Node, _ body: Range<Int>, in frame: Frame
    ) {
        let here = instructions.count
        switch route.reader.shape {
        case .flag:
            instructions.append(.jump(field, when: false, to: 0))
            compile(body, in: frame)
            end(here)
        case .text:
            instructions.append(.jumpShown(field, route.reader, when: false, to: 0))
            compile(body, with: Scope(field: field, reader: route.reader), in: frame)
            end(here)
        case .list(let element):
            writeLoop(over: field, route.reader, of: element, name, node, body, in: frame)
        case .integer, .number, .model, .optional:
            if route.hops.isEmpty, !isModel(route.reader) {
                report("`\(name.text)` is a number, which is always shown; use a Bool or an Optional for a section.", node, in: frame)
            }
            compile(body, with: Scope(field: field, reader: route.reader), in: frame)
        }
    }

    private mutating func writeLoop(
        over field: Field, _ list: any Reader.Type, of element: any TemplateValue.Type, _ name: Name, _ node: Node, _ body: Range<Int>,
        in frame: Frame
    ) {
        guard let reader = reader(of: element) else {
            return report("`\(name.text)` lists \(element), \(refusal(of: element)).", node, in: frame)
        }
        let here = instructions.count
        let slot = slots
        instructions.append(.section(field, list, slot: slot, end: 0))
        enterSlot()
        var route = Route(to: Field(slot: slot, offset: 0), reader)
        if unwrap(&route, name, node, in: frame) {
            along(route) { $0.compile(body, with: Scope(field: $1, reader: route.reader), in: frame) }
        }
        slots -= 1
        end(here)
    }

    private mutating func compile(_ body: Range<Int>, with scope: Scope, in frame: Frame) {
        scopes.append(scope)
        compile(body, in: frame)
        scopes.removeLast()
    }

    func isModel(_ reader: any Reader.Type) -> Bool {
        if case .model = reader.shape { return true }
        return false
    }
}

// MARK: Inverted sections

extension Compiler {
    mutating func writeInverted(_ name: Name, _ node: Node, _ body: Range<Int>, in frame: Frame) {
        if isData { return writeDataInverted(name, node, body, in: frame) }
        guard let route = route(to: name, node, in: frame) else { return }
        enclose(node, in: frame, repeats: false) { compiler in
            let here = compiler.writeJump(overInverted: route, name, node, in: frame)
            compiler.compile(body, in: frame)
            compiler.end(here)
        }
    }

    /// Adds a jump over an inverted section. The program jumps if the section's value is shown. If the route contains Optionals,
    /// instructions before the jump set the mark (see `Instruction`). Returns the index of the jump.
    private mutating func writeJump(overInverted route: Route, _ name: Name, _ node: Node, in frame: Frame) -> Int {
        guard !route.hops.isEmpty else {
            if !canBeHidden(route.reader) {
                report("`\(name.text)` is \(described(route.reader)) that is always there; take {{^\(name.text)}} away.", node, in: frame)
            }
            let field = Field(slot: route.slot, offset: route.offset)
            instructions.append(jump(field, route.reader, when: true))
            return instructions.count - 1
        }
        instructions.append(.clearMark)
        along(route) { compiler, field in
            let test = compiler.instructions.count
            if compiler.canBeHidden(route.reader) { compiler.instructions.append(compiler.jump(field, route.reader, when: false)) }
            compiler.instructions.append(.setMark)
            if compiler.canBeHidden(route.reader) { compiler.end(test) }
        }
        instructions.append(.jumpMarked(to: 0))
        return instructions.count - 1
    }

    private func jump(_ field: Field, _ reader: any Reader.Type, when shown: Bool) -> Instruction {
        reader == Bool.self ? .jump(field, when: shown, to: 0) : .jumpShown(field, reader, when: shown, to: 0)
    }

    private func canBeHidden(_ reader: any Reader.Type) -> Bool {
        switch reader.shape {
        case .text, .flag, .list, .optional: true
        case .integer, .number, .model: false
        }
    }
}

// MARK: Sections over data

extension Compiler {
    private mutating func writeDataSection(_ name: Name, _ node: Node, _ body: Range<Int>, in frame: Frame) {
        let here = instructions.count
        let index = dataName(name, node, in: frame)
        instructions.append(.data(.section(name: index, once: false, end: 0)))
        let isUnchanged = enclose(node, in: frame, repeats: false) { $0.compile(body, in: frame) }
        instructions[here] = .data(.section(name: index, once: !isUnchanged, end: 0))
        end(here)
    }

    private mutating func writeDataInverted(_ name: Name, _ node: Node, _ body: Range<Int>, in frame: Frame) {
        let here = instructions.count
        instructions.append(.data(.inverted(name: dataName(name, node, in: frame), end: 0)))
        enclose(node, in: frame, repeats: false) { $0.compile(body, in: frame) }
        end(here)
    }
}

// MARK: Places and ends

extension Compiler {
    /// Compiles the body of a section. A section that is not shown skips its body. So the state of the HTML after the body must be
    /// compatible with the state before the body (see `HTMLState.joined`). If `repeats` is true, both states must be equal. Returns whether
    /// they are equal.
    @discardableResult
    mutating func enclose(_ node: Node, in frame: Frame, repeats: Bool, _ body: (inout Compiler) -> Void) -> Bool {
        guard !library.isLenient else {
            body(&self)
            return true
        }
        var before = state.atSection
        if repeats, before.mode == .gap { before.mode = .unseparatedGap }
        state = before
        body(&self)
        let after = before.joined(state)
        if after == nil || repeats && after != before {
            let places = after == nil ? "starts in \(before.shown) and ends in \(state.shown)" : "would repeat at another place of the HTML"
            report("The section \(places); let it leave the HTML as it found it.", node, in: frame)
        }
        state = after ?? before
        return after == before
    }

    /// Sets the end of the section, or the target of the jump, to the next instruction. `index` is the index of the section or the jump.
    mutating func end(_ index: Int) {
        let end = Int32(instructions.count)
        barrier = instructions.count
        switch instructions[index] {
        case .jump(let field, let when, _): instructions[index] = .jump(field, when: when, to: end)
        case .jumpShown(let field, let reader, let when, _): instructions[index] = .jumpShown(field, reader, when: when, to: end)
        case .section(let field, let reader, let slot, _): instructions[index] = .section(field, reader, slot: slot, end: end)
        case .jumpMarked: instructions[index] = .jumpMarked(to: end)
        case .data(.section(let name, let once, _)): instructions[index] = .data(.section(name: name, once: once, end: end))
        case .data(.inverted(let name, _)): instructions[index] = .data(.inverted(name: name, end: end))
        case .text, .string, .integer, .value, .clearMark, .setMark, .data(.value), .data(.call): break
        }
    }
}
