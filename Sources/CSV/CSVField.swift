/// A field of a row that is written. Text of users and text of the program are distinguished, because only text of users may have to be
/// escaped (see `CSVFormula`).
public struct CSVField: Hashable, Sendable, ExpressibleByStringLiteral {
    public let text: String
    let isUserText: Bool

    /// Text that a user wrote. It is escaped if a spreadsheet would take it for a formula.
    public static func text(_ text: String) -> CSVField { CSVField(text: text, isUserText: true) }

    /// Text that the program created, such as a date. It is written unchanged.
    public static func verbatim(_ text: String) -> CSVField { CSVField(text: text, isUserText: false) }

    /// A whole number in decimal digits.
    public static func number(_ number: some BinaryInteger) -> CSVField { verbatim(String(number)) }

    /// A number such as `2.5`. If the number is not finite, the field is empty.
    public static func number(_ number: Double) -> CSVField { verbatim(number.isFinite ? String(number) : "") }

    /// Creates a field from a literal in the source code. It is written unchanged.
    public init(stringLiteral text: StaticString) { self = .verbatim("\(text)") }

    private init(text: String, isUserText: Bool) {
        (self.text, self.isUserText) = (text, isUserText)
    }
}
