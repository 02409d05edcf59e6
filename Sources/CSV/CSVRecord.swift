/// One record (row) of a file.
public struct CSVRecord: Hashable, Sendable {
    /// The line on which the record begins, counted from 1.
    public let line: Int
    /// The fields of the record. There is at least one.
    public let fields: [String]

    public init(line: Int, fields: [String]) {
        (self.line, self.fields) = (line, fields)
    }
}
