enum VisibleText {
    /// The text without control characters (PostgreSQL cannot store a NUL), bidirectional overrides (Unicode TR 36, section 2.6) and other
    /// invisible characters that no script or emoji needs. The characters in `kept` are not removed. "" if nothing visible is left.
    static func of(_ text: String, besides kept: [Unicode.Scalar]) -> String {
        func isKept(_ scalar: Unicode.Scalar) -> Bool { isPrinted(scalar) || kept.contains(scalar) || !isUnwanted(scalar) }
        let scalars = text.unicodeScalars
        guard scalars.contains(where: { isSeen($0) && isKept($0) }) else { return "" }
        // Most texts have nothing to remove.
        return scalars.allSatisfy(isKept) ? text : String(String.UnicodeScalarView(scalars.filter(isKept)))
    }

    /// Whether the character is printable ASCII. This is checked first, because looking up the properties of a character takes longer.
    private static func isPrinted(_ scalar: Unicode.Scalar) -> Bool { (0x20..<0x7f).contains(scalar.value) }

    private static func isUnwanted(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: !isNeeded(scalar)
        default: scalar.properties.isDefaultIgnorableCodePoint && !isNeeded(scalar)
        }
    }

    /// Whether emoji or a script needs this invisible character: a mark (such as a variation selector), a joiner, a direction mark or a
    /// tag.
    private static func isNeeded(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .nonspacingMark || scalar.properties.isJoinControl
            || ("\u{200E}"..."\u{200F}").contains(scalar) || ("\u{E0020}"..."\u{E007F}").contains(scalar)
    }

    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        if isPrinted(scalar) { return scalar != " " }
        return switch scalar.properties.generalCategory {
        case .format, .control, .spaceSeparator, .nonspacingMark, .enclosingMark: false
        // The Braille cell without dots is blank, but no Unicode property says so.
        default: scalar != "\u{2800}"
        }
    }
}
