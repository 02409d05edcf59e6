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

    /// A line of text: outer white space removed, inner runs of it one space, no control characters.
    func line(_ name: String) -> String {
        self[name].split(whereSeparator: { $0.isWhitespace || $0.isNewline }).joined(separator: " ")
            .filter { !$0.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control } }
    }

    func number(_ name: String) -> Int? { Int(self[name]) }
}
