import Hummingbird

/// A posted form (application/x-www-form-urlencoded): each field's text, "" when it is missing.
struct Form: Sendable {
    private var fields: [String: String] = [:]

    /// The largest form the server reads, in bytes.
    static let sizeLimit = 64 * 1024

    init() {}

    /// Throws `Problem` when the text is not such a form.
    init(parsing text: String) throws {
        do {
            fields = try URLEncodedFormDecoder().decode([String: String].self, from: text)
        } catch {
            throw Problem.malformed("The form could not be read. Go back and send it once more.")
        }
    }

    subscript(name: String) -> String {
        get { fields[name] ?? "" }
        set { fields[name] = newValue }
    }

    /// A line of text: outer white space removed, inner runs of it one space, nothing that cannot be seen or that turns the text around.
    /// "" when nothing visible is left.
    func line(_ name: String) -> String {
        let text = Self.visible(self[name], besides: ["\t", "\n", "\r"])
        return text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(String.init).joined(separator: " ")
    }

    /// Text of several lines, as `line` but with its line breaks and inner spaces.
    func paragraph(_ name: String) -> String {
        let text = self[name].replacing("\r\n", with: "\n")
        let seen = Self.visible(text, besides: ["\n", "\t"])
        guard let first = seen.firstIndex(where: { !$0.isWhitespace }), let last = seen.lastIndex(where: { !$0.isWhitespace }) else {
            return ""
        }
        return String(seen[first...last])
    }

    func number(_ name: String) -> Int? { Int(self[name]) }

    /// Without control characters (a NUL no database can keep) and bidirectional overrides (Unicode TR 36, section 2.6).
    private static func visible(_ text: some StringProtocol, besides kept: Set<Unicode.Scalar>) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where kept.contains(scalar) || !isUnwanted(scalar) { scalars.append(scalar) }
        return scalars.contains(where: isSeen) ? String(scalars) : ""
    }

    /// Of the format characters, those that emoji and scripts need stay: joiners, direction marks, tags.
    private static func isUnwanted(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: !("\u{200C}"..."\u{200F}").contains(scalar) && !("\u{E0020}"..."\u{E007F}").contains(scalar)
        default: false
        }
    }

    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format, .control, .spaceSeparator, .nonspacingMark, .enclosingMark: false
        default: scalar != "\u{2800}" && scalar != "\u{3164}" && scalar != "\u{115F}" && scalar != "\u{1160}" && scalar != "\u{FFA0}"
        }
    }
}
