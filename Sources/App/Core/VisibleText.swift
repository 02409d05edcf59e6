/// What can be seen of a text that somebody typed.
enum VisibleText {
    /// Without control characters (a NUL no database can keep), bidirectional overrides (Unicode TR 36, section 2.6), and whatever else
    /// is there for programs only; "" when nothing that is left can be seen.
    static func of(_ text: some StringProtocol, besides kept: Set<Unicode.Scalar>) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where kept.contains(scalar) || !isUnwanted(scalar) { scalars.append(scalar) }
        return scalars.contains(where: isSeen) ? String(scalars) : ""
    }

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
        switch scalar.properties.generalCategory {
        case .format, .control, .spaceSeparator, .nonspacingMark, .enclosingMark: false
        // A cell of Braille without a dot: no property says that it is blank.
        default: scalar != "\u{2800}"
        }
    }
}
