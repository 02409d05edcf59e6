/// A field to write. Text of users is distinguished from text of the program, as only the former may have to be escaped (see `CSVFormula`).
public struct CSVField: Hashable, Sendable, ExpressibleByStringLiteral {
    public let text: String
    let isUserText: Bool

    /// Text that a user wrote. It is escaped if a spreadsheet would take it for a formula.
    public static func text(_ text: String) -> CSVField { CSVField(text: text, isUserText: true) }

    /// Text that the program wrote, such as a date. It is written unchanged.
    public static func verbatim(_ text: String) -> CSVField { CSVField(text: text, isUserText: false) }

    /// A whole number in decimal digits.
    public static func number(_ number: some BinaryInteger) -> CSVField { verbatim(String(number)) }

    /// A number such as `2.5`. The field is empty if the number is not finite.
    public static func number(_ number: Double) -> CSVField { verbatim(number.isFinite ? String(number) : "") }

    /// A literal of the source code is verbatim.
    public init(stringLiteral text: StaticString) { self = .verbatim("\(text)") }

    private init(text: String, isUserText: Bool) {
        (self.text, self.isUserText) = (text, isUserText)
    }
}
