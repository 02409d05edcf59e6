/// Which columns a table has, in names that are compared without case and without blanks around them.
public struct CSVHeader: Sendable {
    /// Where each known name stands, by the spelling of the caller and in small letters.
    private let places: [String: Int]
    private let unknownPlaces: [(name: String, place: Int)]
    let count: Int

    /// Throws `missingColumns` or `repeatedColumn`.
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

    /// The names of the columns that nobody asked for, trimmed, in their order; of those without a name "column 7".
    public var unknown: [String] { unknownPlaces.map { $0.name.isEmpty ? "column \($0.place + 1)" : $0.name } }

    /// Of those, the names that are some.
    var unknownNames: [String] { unknownPlaces.map(\.name).filter { !$0.isEmpty } }

    /// Whether the table has this column, which was asked for.
    public func has(_ name: String) -> Bool { place(of: name) != nil }

    func place(of name: String) -> Int? { places[name] ?? places[name.lowercased()] }

    func unknownFields(of fields: [String]) -> [String] { unknownPlaces.map { fields[$0.place] } }
}

extension String {
    /// Without blanks at both ends. By scalars: one may be followed by many thousands of combining marks.
    fileprivate var trimmed: String {
        let scalars = unicodeScalars.drop(while: \.properties.isWhitespace)
        let end = scalars.lastIndex { !$0.properties.isWhitespace }
        return end.map { String(scalars[...$0]) } ?? ""
    }

    /// As bytes, since texts are equal in many spellings, the finding of which takes long for hostile ones.
    fileprivate var comparedBytes: [UInt8] { Array(trimmed.lowercased().utf8) }
}
