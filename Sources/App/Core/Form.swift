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
        let text = VisibleText.of(self[name], besides: ["\t", "\n", "\r"])
        return text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(String.init).joined(separator: " ")
    }

    /// Text of several lines, as `line` but with its line breaks and inner spaces.
    func paragraph(_ name: String) -> String {
        let text = self[name].replacing("\r\n", with: "\n")
        let seen = VisibleText.of(text, besides: ["\n", "\t"])
        guard let first = seen.firstIndex(where: { !$0.isWhitespace }), let last = seen.lastIndex(where: { !$0.isWhitespace }) else {
            return ""
        }
        return String(seen[first...last])
    }

    func number(_ name: String) -> Int? { Int(self[name]) }
}
