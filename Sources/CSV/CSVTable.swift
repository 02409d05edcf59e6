/// Reads a table while its chunks arrive. The first record contains the names of the columns.
public struct CSVTable: Sendable {
    /// The columns. Nil until the first record has been read.
    public private(set) var header: CSVHeader?
    private var reader: CSVReader
    private let names: Names

    /// Creates a table. Upper and lower case in the names of columns, and white space around them, make no difference. The file may have
    /// other columns too (see `CSVHeader.unknown`), unless `refusesOthers` is true. Empty columns without a name are always allowed,
    /// because a delimiter at the end of each line makes such a column.
    public init(
        required: [String], optional: [String] = [], refusesOthers: Bool = false, delimiter: CSVReader.Delimiter = .detected,
        limits: CSVReader.Limits = CSVReader.Limits()
    ) {
        names = (required, optional, refusesOthers)
        reader = CSVReader(delimiter: delimiter, limits: limits)
    }

    /// Reads the next chunk, and calls `handle` with each row that ends in it. If a row has a mistake, `handle` gets the error, and reading
    /// continues. Throws `CSVError` if reading cannot continue, or the error of `handle`.
    public mutating func read(_ chunk: some Collection<UInt8>, _ handle: (Result<CSVRow, CSVError>) throws -> Void) throws {
        try reader.read(chunk) { [names] in try Self.take($0, &header, names, handle) }
    }

    /// Ends the table. Call this after the last chunk, because the last row may have no line break. Throws `CSVError` with `noHeader` if
    /// the file is empty.
    public mutating func finish(_ handle: (Result<CSVRow, CSVError>) throws -> Void) throws {
        try reader.finish { [names] in try Self.take($0, &header, names, handle) }
        guard header != nil else { throw CSVError(line: 1, fault: .noHeader) }
    }

    private typealias Names = (required: [String], optional: [String], refusesOthers: Bool)

    private static func take(
        _ record: CSVRecord, _ header: inout CSVHeader?, _ names: Names, _ handle: (Result<CSVRow, CSVError>) throws -> Void
    ) throws {
        guard let known = header else {
            let named = try CSVHeader(record, required: names.required, optional: names.optional)
            if names.refusesOthers, !named.unknownNames.isEmpty {
                throw CSVError(line: record.line, fault: .unknownColumns(named.unknownNames, known: names.required + names.optional))
            }
            return header = named
        }
        guard record.fields.count == known.count else {
            let fault = CSVError.Fault.wrongFieldCount(record.fields.count, expected: known.count)
            return try handle(.failure(CSVError(line: record.line, fault: fault)))
        }
        let row = CSVRow(record, header: known)
        if names.refusesOthers, !row.unknown.allSatisfy(\.isEmpty) {
            return try handle(.failure(CSVError(line: record.line, fault: .textWithoutColumn)))
        }
        try handle(.success(row))
    }
}
