extension HTMLState {
    /// Reads one byte of static text. Returns an error message if the place of later values would be uncertain after this byte. Otherwise
    /// returns nil.
    mutating func advance(_ byte: UInt8) -> String? {
        switch mode {
        case .text: if byte == UInt8(ascii: "<") { mode = .tagOpen }
        case .markupDeclaration where byte == UInt8(ascii: "["):
            return "A browser ends a CDATA section here in one place and there in another; write the text with references, as in &lt;."
        case .tagOpen, .endTagOpen, .markupDeclaration: openTag(byte)
        case .tagName: return readTagName(byte)
        case .gap, .unseparatedGap: return readGap(byte)
        case .attributeName, .afterAttributeName: return readAttributeName(byte)
        case .beforeValue: return readValueStart(byte)
        case .doubleQuoted, .singleQuoted: return readQuoted(byte)
        case .unquoted, .unquotedName: return readUnquoted(byte)
        case .bogusComment: if byte == UInt8(ascii: ">") { self = HTMLState() }
        case .commentStart, .commentStartDash, .comment, .commentDash, .commentEnd, .commentEndBang: readComment(byte)
        case .rawText: return readRawText(byte)
        }
        return nil
    }

    private mutating func openTag(_ byte: UInt8) {
        switch (mode, byte) {
        case (.markupDeclaration, UInt8(ascii: "-")) where name.isEmpty: name = [byte]
        case (.markupDeclaration, UInt8(ascii: "-")): self = HTMLState(mode: .commentStart)
        case (.markupDeclaration, UInt8(ascii: ">")): self = HTMLState()
        case (.markupDeclaration, _): self = HTMLState(mode: .bogusComment)
        case (_, _) where byte.isLetter:
            tag = HTMLTag(isEnd: mode == .endTagOpen)
            name = [byte.lowercased]
            mode = .tagName
        case (.tagOpen, UInt8(ascii: "/")): mode = .endTagOpen
        case (.tagOpen, UInt8(ascii: "!")): mode = .markupDeclaration
        case (.tagOpen, UInt8(ascii: "?")): mode = .bogusComment
        case (.tagOpen, UInt8(ascii: "<")): mode = .tagOpen
        case (.endTagOpen, UInt8(ascii: ">")), (.tagOpen, _): mode = .text
        default: mode = .bogusComment
        }
    }

    private mutating func readTagName(_ byte: UInt8) -> String? {
        guard byte.isHTMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") else {
            name.append(byte.lowercased)
            return nil
        }
        endName()
        return readGap(byte)
    }

    private mutating func readGap(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: ">"): endTag()
        case UInt8(ascii: "/"): mode = .gap
        case _ where byte.isHTMLSpace: mode = .gap
        case UInt8(ascii: "="):
            return "`=` has no attribute before it; keep an attribute and its value together in one section."
        default:
            let isUnseparated = mode == .unseparatedGap
            name = [byte.lowercased]
            mode = .attributeName
            if isUnseparated { return "This text may be joined to the name before the section; put a space before it." }
        }
        return nil
    }

    private mutating func readAttributeName(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "="):
            value = AttributeValue(
                kind: AttributeKind(String(decoding: name, as: UTF8.self), of: tag.element, hasHTTPEquiv: tag.hasHTTPEquiv))
            let problem = readHTTPEquiv()
            name = []
            mode = .beforeValue
            return problem
        case _ where byte.isHTMLSpace: mode = .afterAttributeName
        case UInt8(ascii: "/"), UInt8(ascii: ">"):
            endName()
            return readGap(byte)
        case _ where mode == .afterAttributeName:
            name = [byte.lowercased]
            mode = .attributeName
        default: name.append(byte.lowercased)
        }
        return nil
    }

    private mutating func readHTTPEquiv() -> String? {
        guard tag.element == "meta", name.elementsEqual("http-equiv".utf8) else { return nil }
        tag.hasHTTPEquiv = true
        return tag.hasTextContent ? "`content` shows text before http-equiv; only a whole number may be shown beside http-equiv." : nil
    }

    private mutating func readValueStart(_ byte: UInt8) -> String? {
        switch byte {
        case _ where byte.isHTMLSpace: return nil
        case UInt8(ascii: "\""): mode = .doubleQuoted
        case UInt8(ascii: "'"): mode = .singleQuoted
        case UInt8(ascii: ">"): endTag()
        default:
            mode = .unquoted
            return value.advance(byte)
        }
        return nil
    }

    private mutating func readQuoted(_ byte: UInt8) -> String? {
        guard byte == (mode == .doubleQuoted ? UInt8(ascii: "\"") : UInt8(ascii: "'")) else { return value.advance(byte) }
        endName()
        mode = .gap
        return nil
    }

    private mutating func readUnquoted(_ byte: UInt8) -> String? {
        if byte == UInt8(ascii: ">") {
            endTag()
        } else if byte.isHTMLSpace {
            endName()
            mode = .gap
        } else if mode == .unquotedName {
            return "More follows a name in an unquoted attribute; put quotes around the attribute's value."
        } else {
            return value.advance(byte)
        }
        return nil
    }

    private mutating func readComment(_ byte: UInt8) {
        switch (mode, byte) {
        case (.commentStart, UInt8(ascii: ">")), (.commentStartDash, UInt8(ascii: ">")), (.commentEnd, UInt8(ascii: ">")),
            (.commentEndBang, UInt8(ascii: ">")):
            mode = .text
        case (.commentStart, UInt8(ascii: "-")): mode = .commentStartDash
        case (.comment, UInt8(ascii: "-")), (.commentEndBang, UInt8(ascii: "-")): mode = .commentDash
        case (_, UInt8(ascii: "-")): mode = .commentEnd
        case (.commentEnd, UInt8(ascii: "!")): mode = .commentEndBang
        default: mode = .comment
        }
    }

    /// Reads a byte of raw text, and looks for the end tag. `name` contains the bytes of the end tag that have been read.
    private mutating func readRawText(_ byte: UInt8) -> String? {
        guard !name.isEmpty || byte == UInt8(ascii: "<") else { return nil }
        let endTag = Array("</\(tag.element)".utf8)
        if name == endTag, byte.isHTMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
            tag.isEnd = true
            endName()
            return readGap(byte)
        }
        name.append(byte.lowercased)
        if tag.element == "script", name.elementsEqual("<!--".utf8) {
            return "`<!--` in a script makes its end uncertain; move the script to a file of its own."
        }
        let isPossible = endTag.starts(with: name) || tag.element == "script" && "<!--".utf8.starts(with: name)
        if !isPossible { name = byte == UInt8(ascii: "<") ? [byte] : [] }
        return nil
    }

    /// Handles the end of a tag's name, of an attribute's name, or of a whole attribute.
    private mutating func endName() {
        if mode == .tagName { tag.element = String(decoding: name, as: UTF8.self) }
        name = []
        value = AttributeValue()
        mode = .gap
    }

    private mutating func endTag() {
        self = tag.isRawText && !tag.isEnd ? HTMLState(mode: .rawText, tag: HTMLTag(element: tag.element)) : HTMLState()
    }
}

// MARK: Sections

extension HTMLState {
    /// The state at the start or the end of a section. A name that is being read counts as complete there, so the state is the same at all
    /// places between two attributes.
    var atSection: HTMLState {
        var state = self
        switch mode {
        case .tagName, .attributeName:
            state.endName()
            state.mode = .unseparatedGap
        case .afterAttributeName: state.endName()
        default: break
        }
        return state
    }

    /// Returns the state after a section that is not always shown. `self` and `other` are the states without and with the section. Nil if
    /// these two states are not compatible.
    func joined(_ other: HTMLState) -> HTMLState? {
        var (a, b) = (atSection, other.atSection)
        if a.mode == .gap || a.mode == .unseparatedGap, b.mode == .gap || b.mode == .unseparatedGap {
            if a.mode != b.mode { (a.mode, b.mode) = (.unseparatedGap, .unseparatedGap) }
            a.tag.hasHTTPEquiv = a.tag.hasHTTPEquiv || b.tag.hasHTTPEquiv
            a.tag.hasTextContent = a.tag.hasTextContent || b.tag.hasTextContent
            b.tag.hasHTTPEquiv = a.tag.hasHTTPEquiv
            b.tag.hasTextContent = a.tag.hasTextContent
        }
        a.tag.hasTextContent = a.tag.hasTextContent || b.tag.hasTextContent
        b.tag.hasTextContent = a.tag.hasTextContent
        a.value.join(b.value)
        b.value = a.value.kind == b.value.kind ? a.value : b.value
        return a == b ? a : nil
    }

    var shown: String {
        switch mode {
        case .text: "text"
        case .tagOpen, .endTagOpen, .tagName: "a tag's name"
        case .gap, .unseparatedGap, .attributeName, .afterAttributeName: "a tag"
        case .beforeValue: "an attribute without a value"
        case .doubleQuoted, .singleQuoted: "a quoted attribute"
        case .unquoted, .unquotedName: "an unquoted attribute"
        case .markupDeclaration, .bogusComment: "a declaration"
        case .commentStart, .commentStartDash, .comment, .commentDash, .commentEnd, .commentEndBang: "a comment"
        case .rawText: "<\(tag.element)>"
        }
    }
}

extension AttributeValue {
    mutating func advance(_ byte: UInt8) -> String? {
        guard kind == .url else { return nil }
        switch byte {
        case UInt8(ascii: "?"), UInt8(ascii: "#"): url = url.contains(.scriptScheme) ? url : .query
        case UInt8(ascii: "/"): leaveStart(to: .path)
        case UInt8(ascii: ":") where url.contains(.start):
            if hasUncertainStart { return "The scheme of a URL must be written out or come whole with the value; take the colon away." }
            let isHarmless = Self.schemes.contains(String(decoding: scheme, as: UTF8.self))
            leaveStart(to: isHarmless ? .path : .scriptScheme)
        case UInt8(ascii: "&") where url.contains(.start): leaveStart(to: .scriptScheme)
        case _ where url.contains(.start) && byte > 0x20 && scheme.count < Self.longestScheme: scheme.append(byte.lowercased)
        default: break
        }
        return nil
    }

    private mutating func leaveStart(to part: URLParts) {
        guard url.contains(.start) else { return }
        url = url.subtracting(.start).union(part)
    }

    mutating func join(_ other: AttributeValue) {
        url.formUnion(other.url)
        hasUncertainStart = hasUncertainStart || other.hasUncertainStart || scheme != other.scheme
    }
}
