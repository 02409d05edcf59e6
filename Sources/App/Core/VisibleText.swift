/// What can be seen of a text that somebody typed.
enum VisibleText {
    /// Without control characters (a NUL no database can keep), bidirectional overrides (Unicode TR 36, section 2.6), and whatever else
    /// is there for programs only; "" when nothing that is left can be seen.
    static func of(_ text: String, besides kept: [Unicode.Scalar]) -> String {
        func isKept(_ scalar: Unicode.Scalar) -> Bool { isPrinted(scalar) || kept.contains(scalar) || !isUnwanted(scalar) }
        let scalars = text.unicodeScalars
        guard scalars.contains(where: { isSeen($0) && isKept($0) }) else { return "" }
        // Hardly any text has to be put together anew.
        return scalars.allSatisfy(isKept) ? text : String(String.UnicodeScalarView(scalars.filter(isKept)))
    }

    /// ASCII, for which no property has to be looked up.
    private static func isPrinted(_ scalar: Unicode.Scalar) -> Bool { (0x20..<0x7f).contains(scalar.value) }

    private static func isUnwanted(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: !isNeeded(scalar)
        default: scalar.properties.isDefaultIgnorableCodePoint && !isNeeded(scalar)
        }
    }

    /// Of what is invisible by itself, emoji and scripts need marks (variation selectors are such), joiners, direction marks and tags.
    private static func isNeeded(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .nonspacingMark || scalar.properties.isJoinControl
            || ("\u{200E}"..."\u{200F}").contains(scalar) || ("\u{E0020}"..."\u{E007F}").contains(scalar)
    }

    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        if isPrinted(scalar) { return scalar != " " }
        return switch scalar.properties.generalCategory {
        case .format, .control, .spaceSeparator, .nonspacingMark, .enclosingMark: false
        // A cell of Braille without a dot: no property says that it is blank.
        default: scalar != "\u{2800}"
        }
    }
}
