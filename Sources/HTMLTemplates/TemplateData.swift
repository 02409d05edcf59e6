/// Data with names that are known only at rendering, for example from a JSON file.
public enum TemplateData: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([TemplateData])
    case object([String: TemplateData])
}

extension TemplateData {
    /// Whether a section shows the value. Null, false, an empty list and, as in a view model, empty text are not shown.
    var isShown: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .string(let value): !value.isEmpty
        case .array(let items): !items.isEmpty
        case .integer, .number, .object: true
        }
    }

    /// The items of a section: those of a list, or the value itself if it is shown.
    var items: [TemplateData] {
        if case .array(let items) = self { return items }
        return isShown ? [self] : []
    }

    var wholeNumber: Int? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int(exactly: value)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// Returns the value of a member. Nil if this is not an object or has no such member.
    subscript(name: String) -> TemplateData? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }
}
