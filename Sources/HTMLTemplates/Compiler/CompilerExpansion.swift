// MARK: Partials

extension Compiler {
    mutating func writePartial(_ reference: Reference, _ node: Node, in frame: Frame) {
        var inner = frame
        inner.indent = indentation(reference.indentation, in: frame)
        inner.outdent = []
        inner.continuing = nil
        writeExpansion(of: reference, node, in: frame, as: inner)
    }

    /// Adds the content of a template in place of the tag. If the template is known only during rendering, or if it contains itself, adds a
    /// call instead.
    private mutating func writeExpansion(of reference: Reference, _ node: Node, in frame: Frame, as inner: Frame) {
        let name = reference.name.text
        if isData, reference.isDynamic || chain.contains(name) && library.templates[name] != nil {
            calls.append(
                DataCall(reference: reference, template: frame.template, offset: node.range.lowerBound, frame: inner, state: state))
            return instructions.append(.data(.call(Int32(calls.count - 1))))
        }
        guard !reference.isDynamic else {
            return report("`*\(name)` is known only from data; name the template of a page itself.", node, in: frame)
        }
        guard !chain.contains(name) else {
            let cycle = (chain + [name]).joined(separator: " → ")
            return report("The template contains itself (\(cycle)); take {{> \(name)}} away.", node, in: frame)
        }
        guard let template = library.templates[name] else {
            if hasRoomForErrors, let problem = library.problem(withMissing: name) { report(problem, node, in: frame) }
            return
        }
        var inner = inner
        inner.template = template
        expand(template, inner)
    }

    /// Returns the indentation of a template's line as the output will have it.
    private func indentation(_ range: Range<Int>, in frame: Frame) -> [UInt8] {
        let blanks = frame.template.source[range]
        return frame.indent + blanks.dropFirst(blanks.sharedPrefix(with: frame.outdent))
    }
}

// MARK: Inheritance

extension Compiler {
    mutating func writeParent(_ reference: Reference, at index: Int, _ node: Node, in frame: Frame) {
        var own: [String: Override] = [:]
        for child in children(of: node, at: index, in: frame) {
            if case .block(let block) = frame.template.nodes[child].kind {
                own[block.name] = Override(frame: frame, index: child)
            }
        }
        if !library.isLenient { checkContent(of: reference, at: index, node, in: frame) }
        var inner = frame
        if !own.isEmpty {
            work += frame.overrides.count
            inner.overrides.merge(own) { outer, _ in outer }
            inner.depth += 1
        }
        inner.indent = indentation(reference.indentation, in: frame)
        inner.outdent = []
        inner.continuing = nil
        writeExpansion(of: reference, node, in: frame, as: inner)
    }

    /// Compiles the replacement of the block, or the block's own content if there is no replacement. The lines of a replacement are
    /// indented like the block.
    mutating func writeBlock(_ block: Block, at index: Int, _ node: Node, in frame: Frame) {
        guard let override = frame.overrides[block.name] else {
            return compile(index + 1..<node.end, in: frame)
        }
        let template = override.frame.template
        var inner = override.frame
        inner.outdent = leadingBlanks(at: override.index, in: template)
        inner.indent = indentation(of: block, at: index, in: frame)
        inner.continuing = block.isStandalone ? nil : override.index + 1
        expansions += 1
        compile(override.index + 1..<template.nodes[override.index].end, in: inner)
    }

    /// Returns the indentation of the block's content. If the block is not standalone or has no content, returns the indentation of the
    /// block itself.
    private func indentation(of block: Block, at index: Int, in frame: Frame) -> [UInt8] {
        let hasContent = frame.template.nodes[index].end > index + 1
        guard block.isStandalone, hasContent else { return indentation(block.indentation, in: frame) }
        let content = leadingBlanks(at: index, in: frame.template)
        return frame.indent + content.dropFirst(content[...].sharedPrefix(with: frame.outdent))
    }

    private func leadingBlanks(at block: Int, in template: Template) -> [UInt8] {
        guard template.nodes[block].end > block + 1 else { return [] }
        let first = template.nodes[block + 1]
        switch first.kind {
        case .text where first.startsLine: return Array(template.source[first.range].prefix(while: \.isBlank))
        case .partial(let reference), .parent(let reference): return Array(template.source[reference.indentation])
        case .block(let block): return Array(template.source[block.indentation])
        default: return []
        }
    }

    private mutating func blocks(of parent: String) -> Set<String>? {
        if let known = blocks[parent] { return known }
        let found = library.blocks(of: parent)
        blocks[parent] = .some(found)
        return found
    }

    private func children(of node: Node, at index: Int, in frame: Frame) -> [Int] {
        var children: [Int] = []
        var child = index + 1
        while child < node.end {
            children.append(child)
            child = frame.template.nodes[child].end
        }
        return children
    }

    /// Reports content of a parent tag that would never be shown. Only white space and blocks that exist in the parent template are
    /// allowed. Plain Mustache does not have this rule.
    private mutating func checkContent(of reference: Reference, at index: Int, _ node: Node, in frame: Frame) {
        let parent = reference.name.text
        guard !reference.isDynamic, let blocks = blocks(of: parent) else { return }
        for index in children(of: node, at: index, in: frame) {
            let child = frame.template.nodes[index]
            switch child.kind {
            case .text where frame.template.source[child.range].allSatisfy(\.isHTMLSpace): break
            case .block(let block):
                guard !blocks.contains(block.name), hasRoomForErrors else { break }
                let file = library.templates[parent]?.file ?? parent
                let suggestion = TemplateErrors.suggestion(for: block.name, among: blocks)
                report("No block `\(block.name)` in \(file)\(suggestion)", child, in: frame)
            default:
                let start = frame.template.source[child.range].firstIndex { !$0.isHTMLSpace } ?? child.range.lowerBound
                let message = "This stands outside the blocks and would never be shown; move it into a block."
                add(frame.template.error(message, at: start))
            }
        }
    }
}
