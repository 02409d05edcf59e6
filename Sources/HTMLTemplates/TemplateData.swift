/// Data whose names are known only at rendering, as from a JSON file.
public enum TemplateData: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([TemplateData])
    case object([String: TemplateData])
}

extension TemplateData: Decodable {
    /// Any JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([TemplateData].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: TemplateData].self))
        }
    }
}

extension TemplateData {
    /// Mustache's falsy values: null, false, an empty list, and here also empty text, as in a view model.
    var isShown: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .string(let value): !value.isEmpty
        case .array(let items): !items.isEmpty
        case .number, .object: true
        }
    }

    /// The items a section goes through: a list's own, else the value itself when it is shown.
    var items: [TemplateData] {
        if case .array(let items) = self { return items }
        return isShown ? [self] : []
    }

    var integer: Int? {
        guard case .number(let value) = self else { return nil }
        return Int(exactly: value)
    }

    /// The value of a member, `nil` when this is not an object or has no such member.
    subscript(name: String) -> TemplateData? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }
}
