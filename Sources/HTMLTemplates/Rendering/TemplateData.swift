/// Data for a template, for example from a JSON file. Their names are looked up during rendering.
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
    /// Whether a section with this value is shown. A section is not shown for null, false, an empty list and an empty text. The same rule
    /// holds for view models.
    var isShown: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .string(let value): !value.isEmpty
        case .array(let items): !items.isEmpty
        case .integer, .number, .object: true
        }
    }

    /// The items for which a section is repeated: those of a list. Any other value is the only item if it is shown.
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

    /// Returns the value of a member of an object. Nil if this is not an object or has no such member.
    subscript(name: String) -> TemplateData? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }
}
