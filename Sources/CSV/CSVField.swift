/// A field to be written. What people wrote is text; what the program wrote is verbatim.
public struct CSVField: Hashable, Sendable, ExpressibleByStringLiteral {
    public let text: String
    let isPeoples: Bool

    /// What people wrote: a spreadsheet shall not take it for a formula.
    public static func text(_ text: String) -> CSVField { CSVField(text: text, isPeoples: true) }

    /// What the program wrote, such as a date or an address of the site.
    public static func verbatim(_ text: String) -> CSVField { CSVField(text: text, isPeoples: false) }

    /// In digits, with a minus sign before what is less than zero.
    public static func number(_ number: some BinaryInteger) -> CSVField { verbatim(String(number)) }

    /// With a decimal point; empty for what is no finite number.
    public static func number(_ number: Double) -> CSVField { verbatim(number.isFinite ? String(number) : "") }

    /// What the source code says is verbatim.
    public init(stringLiteral text: StaticString) { self = .verbatim("\(text)") }

    private init(text: String, isPeoples: Bool) {
        (self.text, self.isPeoples) = (text, isPeoples)
    }
}
