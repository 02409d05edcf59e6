/// The fields of one record.
public struct CSVRecord: Hashable, Sendable {
    /// The line in which the record begins, counted from 1.
    public let line: Int
    /// At least one field.
    public let fields: [String]

    public init(line: Int, fields: [String]) {
        (self.line, self.fields) = (line, fields)
    }
}
