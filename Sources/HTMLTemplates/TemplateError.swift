/// An error in a template or in its data, with the place where the author can correct it.
public struct TemplateError: Error, Hashable, CustomStringConvertible {
    /// The path of the file below the templates' directory, such as "lobby/lobby.html".
    public let file: String
    /// The number of the line, counted from 1.
    public let line: Int
    /// The place in the line, in Unicode scalars, counted from 1.
    public let column: Int
    /// A message that says what is wrong and how to correct it.
    public let message: String

    /// The place and the message, such as "lobby/lobby.html:12:8: …".
    public var description: String { "\(file):\(line):\(column): \(message)" }
}

/// All errors that were found, sorted by file, line and column.
public struct TemplateErrors: Error, CustomStringConvertible {
    /// The errors, of which there is at least one.
    public let errors: [TemplateError]

    /// All errors, with one line for each error.
    public var description: String { errors.map(\.description).joined(separator: "\n") }

    init(_ errors: some Sequence<TemplateError>) {
        self.errors = Set(errors).sorted { ($0.file, $0.line, $0.column, $0.message) < ($1.file, $1.line, $1.column, $1.message) }
    }
}

extension TemplateErrors {
    /// Returns "; did you mean …?" with the most similar of `names`. If all of `names` differ from `name` by more than a few typing errors,
    /// returns a full stop.
    static func suggestion(for name: String, among names: some Sequence<String>) -> String {
        let wanted = Array(name.lowercased())
        guard wanted.count <= 100 else { return "." }
        let slips = max(wanted.count > 3 ? 2 : 1, wanted.count / 3)
        let similar = Set(names).filter { abs($0.count - wanted.count) <= slips }
        let nearest = similar.map { (distance: distance(wanted, Array($0.lowercased())), name: $0) }.min { $0 < $1 }
        guard let nearest, nearest.distance <= slips else { return "." }
        return "; did you mean \(nearest.name)?"
    }

    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, y) in b.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (x == y ? 0 : 1))
                diagonal = above
            }
        }
        return row[b.count]
    }
}
