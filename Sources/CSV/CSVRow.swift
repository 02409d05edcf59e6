/// A row of a table, whose fields are found by the names of their columns.
public struct CSVRow: Sendable {
    /// Where it begins, counted from 1 as an editor does.
    public let line: Int
    /// In the order of the columns.
    public let fields: [String]
    private let header: CSVHeader

    init(_ record: CSVRecord, header: CSVHeader) {
        (line, fields, self.header) = (record.line, record.fields, header)
    }

    /// The field as it stands there, which may be empty; nil where the table has no such column or nobody asked for it.
    public subscript(name: String) -> String? { header.place(of: name).map { fields[$0] } }

    /// The fields of `CSVHeader.unknown`.
    public var unknown: [String] { header.unknownFields(of: fields) }

    /// Whether all fields are empty, as in the rows that spreadsheets leave at the end.
    public var isBlank: Bool { fields.allSatisfy(\.isEmpty) }
}
