/// A row of a table. Fields are found by the names of their columns.
public struct CSVRow: Sendable {
    /// The line in which the row begins, counted from 1.
    public let line: Int
    /// The fields in the order of the columns.
    public let fields: [String]
    private let header: CSVHeader

    init(_ record: CSVRecord, header: CSVHeader) {
        (line, fields, self.header) = (record.line, record.fields, header)
    }

    /// The field of a column, which may be empty. Nil if the table has no such column, or if the caller of `CSVTable` did not ask for it.
    public subscript(name: String) -> String? { header.place(of: name).map { fields[$0] } }

    /// The fields of the columns in `CSVHeader.unknown`.
    public var unknown: [String] { header.unknownFields(of: fields) }

    /// Whether all fields are empty. Spreadsheets leave such rows at the end.
    public var isBlank: Bool { fields.allSatisfy(\.isEmpty) }
}
