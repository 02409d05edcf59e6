// MARK: Static text

extension Compiler {
    mutating func writeText(_ node: Node, at index: Int, in frame: Frame) {
        guard !frame.indent.isEmpty || !frame.outdent.isEmpty else { return append(node.range, in: frame) }
        let source = frame.template.source
        var start = node.range.lowerBound
        var startsLine = node.startsLine
        var continuesLine = frame.continuing == index
        repeat {
            if startsLine {
                start += source[start..<node.range.upperBound].sharedPrefix(with: frame.outdent)
                if !continuesLine { append(frame.indent[...], at: start, in: frame) }
            }
            let newline = source[start..<node.range.upperBound].firstIndex(of: .newline)
            let end = newline.map { $0 + 1 } ?? node.range.upperBound
            append(start..<end, in: frame)
            start = end
            startsLine = true
            continuesLine = false
        } while start < node.range.upperBound && hasRoom(for: node, in: frame)
    }

    private mutating func append(_ range: Range<Int>, in frame: Frame) {
        append(frame.template.source[range], at: range.lowerBound, in: frame)
    }

    /// Adds static text. The HTML tokenizer reads the text too.
    private mutating func append(_ bytes: ArraySlice<UInt8>, at offset: Int, in frame: Frame) {
        guard !bytes.isEmpty else { return }
        if !library.isLenient {
            for (distance, byte) in bytes.enumerated() { advance(over: byte, at: offset + distance, in: frame) }
        }
        if instructions.count > barrier, case .text(let start, let count) = instructions.last {
            instructions[instructions.count - 1] = .text(start: start, count: count + Int32(bytes.count))
        } else {
            instructions.append(.text(start: Int32(pool.count), count: Int32(bytes.count)))
        }
        pool.append(contentsOf: bytes)
    }

    private mutating func advance(over byte: UInt8, at offset: Int, in frame: Frame) {
        if byte == UInt8(ascii: "<"), state.mode == .text || state.mode == .rawText && state.name.isEmpty {
            lastTag = (frame.template, offset)
        }
        if let problem = state.advance(byte) { add(frame.template.error(problem, at: offset)) }
    }
}

extension ArraySlice<UInt8> {
    func sharedPrefix(with other: [UInt8]) -> Int {
        zip(self, other).prefix { $0 == $1 }.count
    }
}

// MARK: Values

extension Compiler {
    mutating func writeValue(_ name: Name, raw: Bool, _ node: Node, in frame: Frame) {
        guard !isData else { return writeDataValue(name, raw: raw, node, in: frame) }
        guard let route = route(to: name, node, in: frame), isText(route.reader, name, node, in: frame) else {
            _ = place(raw: raw, isInteger: true, node, in: frame)
            return
        }
        guard let escape = place(raw: raw, isInteger: isInteger(route.reader), node, in: frame) else { return }
        if escape.quotesEmpty, !route.hops.isEmpty {
            report("`\(name.text)` is an Optional in an unquoted attribute; put quotes around the attribute's value.", node, in: frame)
        }
        along(route) { compiler, field in
            compiler.instructions.append(Self.instruction(showing: field, with: route.reader, as: escape))
        }
    }

    private mutating func writeDataValue(_ name: Name, raw: Bool, _ node: Node, in frame: Frame) {
        guard let escape = place(raw: raw, isInteger: true, node, in: frame) else { return }
        if state.tag.element == "meta" { state.tag.hasTextContent = true }
        instructions.append(.data(.value(name: dataName(name, node, in: frame), escape)))
    }

    private mutating func isText(_ reader: any Reader.Type, _ name: Name, _ node: Node, in frame: Frame) -> Bool {
        switch reader.shape {
        case .text, .integer, .number, .flag: return true
        case .optional, .list, .model:
            let what = "`\(name.text)` is \(described(reader)), which is no text"
            report("\(what); open it with {{#\(name.text)}} and show what is in it.", node, in: frame)
            return false
        }
    }

    private func isInteger(_ reader: any Reader.Type) -> Bool {
        if case .integer = reader.shape { return true }
        return false
    }

    private static func instruction(showing field: Field, with reader: any Reader.Type, as escape: Escape) -> Instruction {
        if reader == String.self { return .string(field, escape) }
        if reader == Int.self { return .integer(field) }
        return .value(field, reader, escape)
    }

    /// Returns how a value at this place of the HTML is escaped. If no value may be here, reports an error and returns nil.
    private mutating func place(raw: Bool, isInteger: Bool, _ node: Node, in frame: Frame) -> Escape? {
        if library.isLenient { return Escape(raw ? .raw : .lenient) }
        do {
            return try state.placeValue(isUnescaped: raw, isInteger: isInteger)
        } catch {
            report(error.message, node, in: frame)
            return nil
        }
    }

    mutating func dataName(_ name: Name, _ node: Node, in frame: Frame) -> Int32 {
        names.append(DataName(path: name.path, text: name.text, template: frame.template, offset: node.range.lowerBound))
        return Int32(names.count - 1)
    }
}
