/// The fields of one record.
public struct CSVRecord: Hashable, Sendable {
    /// Where it begins, counted from 1 as an editor does.
    public let line: Int
    /// Never none.
    public let fields: [String]

    /// As read, or as a test expects it.
    public init(line: Int, fields: [String]) {
        (self.line, self.fields) = (line, fields)
    }
}
