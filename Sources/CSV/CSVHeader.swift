/// The columns of a table. Names are compared without case and without white space around them.
public struct CSVHeader: Sendable {
    /// The index of each known column, by the caller's spelling and by the name in lower case.
    private let places: [String: Int]
    private let unknownPlaces: [(name: String, place: Int)]
    let count: Int

    /// Throws `CSVError` with `missingColumns` or `repeatedColumn`.
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

    /// The names of the columns that the caller did not ask for, trimmed, in their order. A column without a name is called "column 7".
    public var unknown: [String] { unknownPlaces.map { $0.name.isEmpty ? "column \($0.place + 1)" : $0.name } }

    /// The names of unknown columns that have a name.
    var unknownNames: [String] { unknownPlaces.map(\.name).filter { !$0.isEmpty } }

    /// Whether the table has this column, for which the caller has asked.
    public func has(_ name: String) -> Bool { place(of: name) != nil }

    func place(of name: String) -> Int? { places[name] ?? places[name.lowercased()] }

    func unknownFields(of fields: [String]) -> [String] { unknownPlaces.map { fields[$0.place] } }
}

extension String {
    /// The text without white space at both ends. It is compared by scalars, as thousands of combining marks can follow one of them.
    fileprivate var trimmed: String {
        let scalars = unicodeScalars.drop(while: \.properties.isWhitespace)
        let end = scalars.lastIndex { !$0.properties.isWhitespace }
        return end.map { String(scalars[...$0]) } ?? ""
    }

    /// The name in lower case as bytes. Comparing strings takes long for hostile text, as equal strings can consist of different scalars.
    fileprivate var comparedBytes: [UInt8] { Array(trimmed.lowercased().utf8) }
}
