/// A row of a table. Its fields are found by the names of their columns.
public struct CSVRow: Sendable {
    /// The line on which the row begins, counted from 1.
    public let line: Int
    /// The fields of the row, in the order of the columns.
    public let fields: [String]
    private let header: CSVHeader

    init(_ record: CSVRecord, header: CSVHeader) {
        (line, fields, self.header) = (record.line, record.fields, header)
    }

    /// The field in a column. It may be empty. Nil if the table has no such column, or if the caller of `CSVTable` did not ask for it.
    public subscript(name: String) -> String? { header.place(of: name).map { fields[$0] } }

    /// The fields in the columns that the caller did not ask for, in the order of `CSVHeader.unknown`.
    public var unknown: [String] { header.unknownFields(of: fields) }

    /// Whether all fields are empty. Spreadsheets often write such rows at the end of a file.
    public var isBlank: Bool { fields.allSatisfy(\.isEmpty) }
}
