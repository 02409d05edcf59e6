/// A JSON value that can be the value of a form's field: a string, number, Boolean, null or list of strings.
public enum JSONFieldValue: Decodable, Sendable {
    case text(String)
    case flag(Bool)

    /// Throws `DecodingError` for objects, and for lists of anything but strings.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Strings are tried first, because most values are strings and a failed attempt to decode is slow.
        if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if container.decodeNil() {
            self = .text("")
        } else if let number = try? container.decode(Double.self) {
            self = .text(number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)")
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else {
            self = .text(try container.decode([String].self).joined(separator: "; "))
        }
    }

    /// The text that the form expects. `yes` and `no` are its texts for a Boolean.
    public func text(yes: String, no: String) -> String {
        switch self {
        case .text(let text): text
        case .flag(let flag): flag ? yes : no
        }
    }
}
