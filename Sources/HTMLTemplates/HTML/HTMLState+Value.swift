extension HTMLState {
    /// The reason why a value must not be shown at a place of the HTML, with advice to the author.
    struct Refusal: Error {
        let message: String
    }

    /// Returns how a value at this place is escaped. The state of the tokenizer moves past the value.
    mutating func placeValue(isUnescaped: Bool, isInteger: Bool) throws(Refusal) -> Escape {
        switch mode {
        case .text where isUnescaped: return .raw
        case .text: return Escape(.html)
        case .rawText where tag.isEscapableRawText && name.isEmpty && !isUnescaped: return Escape(.html)
        case _ where isUnescaped: throw Refusal(message: "Unescaped text cannot stand in \(shown); write {{name}} instead.")
        case .beforeValue:
            let rule = try placeInValue(isInteger: isInteger)
            mode = .unquotedName
            return Escape(rule == .html ? .unquoted : rule, quotesEmpty: true)
        case .unquotedName:
            throw Refusal(message: "Two values stand in an unquoted attribute; put quotes around the attribute's value.")
        case .unquoted:
            let rule = try placeInValue(isInteger: isInteger)
            return Escape(rule == .html ? .unquoted : rule)
        case .doubleQuoted, .singleQuoted: return Escape(try placeInValue(isInteger: isInteger))
        default:
            defer { if mode == .gap || mode == .unseparatedGap { mode = .attributeName } }
            throw Refusal(message: "A value cannot stand in \(shown); \(advice).")
        }
    }

    private mutating func placeInValue(isInteger: Bool) throws(Refusal) -> Escape.Rule {
        if tag.element == "meta", !isInteger { tag.hasTextContent = true }
        switch value.kind {
        case .text: return .html
        case .url: return try value.placeInURL()
        case .integer where isInteger: return .wholeNumber
        case .integer:
            throw Refusal(message: "Only a whole number can be shown in the content of a meta tag with http-equiv; use an Int.")
        case .refused(let what): throw Refusal(message: "A value cannot stand in \(what).")
        }
    }

    private var advice: String {
        switch mode {
        case .rawText: "put it in a data- attribute and read it from a script or style of its own file"
        case .commentStart, .commentStartDash, .comment, .commentDash, .commentEnd, .commentEndBang:
            "use a {{! comment }} or take it away"
        case .tagOpen, .endTagOpen, .tagName: "write the tag's name out"
        case .gap, .unseparatedGap, .attributeName, .afterAttributeName:
            "write the attribute's name out and the value in quotes, as in title=\"{{name}}\""
        default: "move it into text or a quoted attribute"
        }
    }
}

extension AttributeValue {
    /// Returns how a value in a URL is escaped. The rules are those of Go's html/template. They are stricter where several values together
    /// could form a scheme.
    mutating func placeInURL() throws(HTMLState.Refusal) -> Escape.Rule {
        if url.contains(.scriptScheme) {
            throw .init(
                message:
                    "A value cannot stand in a URL of this scheme; use http, https, mailto, otpauth or tel, without references such as &amp;."
            )
        }
        if url == .query { return .urlQuery }
        if url.contains(.query) {
            throw .init(message: "The value may stand in the path or in the query of the URL; move it into the section before it.")
        }
        if url.contains(.start) {
            hasUncertainStart = true
            return .urlStart
        }
        return .urlPath
    }
}
