/// Data whose names are known only at rendering, as from a JSON file.
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
    /// Mustache's falsy values: null, false, an empty list, and here also empty text, as in a view model.
    var isShown: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .string(let value): !value.isEmpty
        case .array(let items): !items.isEmpty
        case .integer, .number, .object: true
        }
    }

    /// The items a section goes through: a list's own, else the value itself when it is shown.
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

    /// The value of a member, `nil` when this is not an object or has no such member.
    subscript(name: String) -> TemplateData? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }
}
