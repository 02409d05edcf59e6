/// The columns of a table. Upper and lower case in their names, and white space around them, make no difference.
public struct CSVHeader: Sendable {
    /// The indices of the columns that the caller asked for. Each column has two keys: its name in the caller's spelling, and its name in
    /// lower case.
    private let places: [String: Int]
    private let unknownPlaces: [(name: String, place: Int)]
    let count: Int

    /// Throws `CSVError`: `missingColumns` if a required column is missing, or `repeatedColumn` if a name occurs twice.
    init(_ record: CSVRecord, required: [String], optional: [String]) throws(CSVError) {
        let wanted = Dictionary((required + optional).map { ($0.comparedBytes, $0) }) { first, _ in first }
        var places: [String: Int] = [:]
        var unknown: [(name: String, place: Int)] = []
        for (place, field) in record.fields.enumerated() {
            guard let name = wanted[field.comparedBytes] else {
                unknown.append((field.trimmed, place))
                continue
            }
            guard places[name] == nil else { throw CSVError(line: record.line, fault: .repeatedColumn(name)) }
            places[name] = place
        }
        let missing = required.filter { places[$0] == nil }
        guard missing.isEmpty else { throw CSVError(line: record.line, fault: .missingColumns(missing)) }
        self.places = places.merging(places.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        (unknownPlaces, count) = (unknown, record.fields.count)
    }

    /// The names of the columns that the caller did not ask for, in the order of the file. A column without a name is called "column 7",
    /// for example.
    public var unknown: [String] { unknownPlaces.map { $0.name.isEmpty ? "column \($0.place + 1)" : $0.name } }

    /// The names of the columns that the caller did not ask for, except columns without a name.
    var unknownNames: [String] { unknownPlaces.map(\.name).filter { !$0.isEmpty } }

    /// Whether the table has this column. The caller must have asked for it.
    public func has(_ name: String) -> Bool { place(of: name) != nil }

    func place(of name: String) -> Int? { places[name] ?? places[name.lowercased()] }

    func unknownFields(of fields: [String]) -> [String] { unknownPlaces.map { fields[$0.place] } }
}

extension String {
    /// The text without white space at both ends. The text is examined scalar by scalar. A `Character` could consist of thousands of
    /// combining marks, and would take long.
    fileprivate var trimmed: String {
        let scalars = unicodeScalars.drop(while: \.properties.isWhitespace)
        let end = scalars.lastIndex { !$0.properties.isWhitespace }
        return end.map { String(scalars[...$0]) } ?? ""
    }

    /// The name in lower case as bytes, for comparison. Comparing strings could take long, because equal strings can consist of different
    /// scalars.
    fileprivate var comparedBytes: [UInt8] { Array(trimmed.lowercased().utf8) }
}
