import HTMLTemplates

/// A refused input, for the summary at the top of a form.
struct FieldProblem: ViewModel {
    var field: String
    var message: String

    static func list(_ problems: KeyValuePairs<String, String?>) -> [FieldProblem] {
        problems.compactMap { field, message in message.map { FieldProblem(field: field, message: $0) } }
    }
}
