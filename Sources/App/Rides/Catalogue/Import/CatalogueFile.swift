import CSV
import FoundationEssentials
import Postgres
import SafeText

/// The parks and rides of an imported file, which is a CSV table or a JSON document. The values are checked by the same rules as in the
/// forms.
///
/// A row of a table is a ride with its park, or a park alone. A document has a list of parks, and each park has a list of rides. The import
/// changes only the facts that the file has.
struct CatalogueFile: Sendable {
    private(set) var problems = FileProblems()
    private(set) var zones: [String: FilePlace] = [:]
    var parks: [ParkRecord] = []
    var rides: [(record: RideRecord, at: FilePlace)] = []
    /// The names of parks for which the file gives no place (town). Each name has the position in the file where the name first occurs.
    var unplaced: [String: FilePlace] = [:]
    var moves: [CatalogueMove] = []
    private var seenParks: Set<ParkKey> = []
    private var seenRides: [RideKey: FilePlace] = [:]
    private var isTable = false
    private var tableColumns: [String]?
    private let timeZone: String
    private var entryCount = 0

    static let maxEntries = 50_000

    /// The headings of the columns of a table, each with the name of the form field that the column fills.
    typealias Column = (heading: String, field: String)
    static let parkColumns: [Column] = [("park", "name"), ("place", "place")] + ParkForm.facts.map { ($0.heading, $0.name) }
    static let rideColumns: [Column] = [("ride", "name")] + RideFacts.all.map { ($0.heading, $0.name) } + [("moved_from", "moved_from")]

    /// - Parameter timeZone: the time zone of parks for which the file gives no time zone.
    init(timeZone: String) { self.timeZone = timeZone }

    // MARK: Reading

    /// Reads a CSV table in chunks of bytes. `nextChunk` returns nil at the end of the file.
    mutating func readTable(_ nextChunk: () throws -> [UInt8]?) throws {
        isTable = true
        let optional = Self.parkColumns.map(\.heading).dropFirst() + Self.rideColumns.map(\.heading)
        var table = CSVTable(required: ["park"], optional: Array(optional), refusesOthers: true)
        do {
            while let chunk = try nextChunk() { try table.read(chunk) { row in try addRow(row) } }
            try table.finish { row in try addRow(row) }
        } catch let error as CSVError {
            problems.add(error.sentence, at: error.line)
        }
    }

    private mutating func addRow(_ row: Result<CSVRow, CSVError>) throws {
        switch row {
        case .failure(let error):
            try countEntry()
            problems.add(error.sentence, at: error.line)
        case .success(let row) where row.isBlank: try countEntry()
        case .success(let row):
            func form(_ columns: [Column]) -> Form {
                let known = columns.compactMap { column in row[column.heading].map { (column.field, CSVFormula.unguarded($0)) } }
                return Form(Dictionary(known) { $1 })
            }
            let (park, ride) = (form(Self.parkColumns), form(Self.rideColumns))
            func names(_ columns: [Column], _ prefix: String) -> [String] {
                columns.filter { row[$0.heading] != nil }.map { prefix + $0.field }
            }
            let columns = tableColumns ?? names(Self.parkColumns, "park ") + names(Self.rideColumns, "ride ")
            tableColumns = columns
            try add(park, ride["name"].isEmpty ? nil : ride, columns: columns, at: FilePlace(line: row.line))
        }
    }

    /// Reads a JSON document: `{"parks": [{"name": …, "rides": [{"name": …}]}]}`.
    mutating func readDocument(_ data: Data) throws {
        let document: CatalogueDocument
        do {
            document = try UntrustedJSON.decode(CatalogueDocument.self, from: data)
        } catch {
            return problems.add(
                "This is no catalogue. It must be a JSON document with a list “parks”. Each park has a “name” and a list “rides”.", at: 0)
        }
        for (number, park) in document.parks.enumerated() {
            func place(_ more: String = "") -> FilePlace {
                FilePlace(number: parks.count + rides.count, label: "Park \(number + 1)\(more)")
            }
            let form = park.form
            let parkColumns = Self.parkColumns.map(\.field).filter { park.fields[$0] != nil }.map { "park " + $0 }
            if park.rides.isEmpty { try add(form, nil, columns: parkColumns, at: place()) }
            for (index, ride) in park.rides.enumerated() {
                let rideColumns = Self.rideColumns.map(\.field).filter { ride.fields[$0] != nil }.map { "ride " + $0 }
                try add(form, ride.form, columns: parkColumns + rideColumns, at: place(", ride \(index + 1)"))
            }
        }
    }

    /// Counts a line of a table, or a park or ride of a document. Lines, parks and rides with errors count, too, because they take as much
    /// time. Throws `Refusal` if the file has too many of them.
    private mutating func countEntry() throws {
        entryCount += 1
        guard entryCount <= Self.maxEntries else {
            throw Refusal(.contentTooLarge, "The file has more than \(Self.maxEntries) parks and rides.")
        }
    }

    /// - Parameter columns: the fields that the file has. Each field has the prefix "park " or "ride ", for example "park country".
    private mutating func add(_ parkFields: Form, _ rideFields: Form?, columns: [String], at place: FilePlace) throws {
        try countEntry()
        let hasZone = !parkFields["time_zone"].isEmpty
        let zone = hasZone ? parkFields["time_zone"] : timeZone
        var parkFields = parkFields
        parkFields["time_zone"] = zone
        let park = ParkForm(parkFields, timeZone: zone)
        addProblems(park.input.problems, at: place)
        // The database must not search for a name or place that is too long.
        guard park.input.problems["name"] == nil, park.input.problems["place"] == nil else { return }
        if seenParks.insert(ParkKey(name: park.name, place: park.place)).inserted {
            if zones[zone] == nil { zones[zone] = place }
            parks.append(ParkRecord(park, saysZone: hasZone, fields: Self.fields(of: "park ", in: columns)))
            if !columns.contains("park place"), unplaced[park.name] == nil { unplaced[park.name] = place }
        }
        guard let rideFields else { return }
        let ride = RideForm(rideFields)
        if !ride.name.isEmpty {
            let key = RideKey(park: park.name, place: park.place, ride: ride.name)
            if let first = seenRides[key] { return addProblems(["name": Self.repeatedRide(first)], ofRides: true, at: place) }
            seenRides[key] = place
        }
        var problems = ride.input.problems
        if !rideFields["kind"].isEmpty, Ride.Kind(rawValue: rideFields["kind"]) == nil {
            problems["kind"] = "Use one of \(Ride.Kind.allCases.map(\.rawValue).joined(separator: ", "))."
        }
        if !rideFields["status"].isEmpty, Ride.Status(rawValue: rideFields["status"]) == nil {
            problems["status"] = "Use one of \(Ride.Status.allCases.map(\.rawValue).joined(separator: ", "))."
        }
        addProblems(problems, ofRides: true, at: place)
        guard problems["name"] == nil else { return }
        rides.append((RideRecord(ride, in: park, fields: Self.fields(of: "ride ", in: columns)), place))
        guard rideFields.value("moved_from") != nil, problems["moved_from"] == nil else { return }
        moves.append(CatalogueMove(ride: ride.name, park: park.name, place: park.place, earlier: ride.input["moved_from"], line: place))
    }

    private static func fields(of prefix: String, in columns: [String]) -> [String] {
        columns.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    // MARK: Problems

    static func repeatedRide(_ first: FilePlace) -> String { "The same ride is already in the file: \(first.label)." }

    mutating func addProblems(_ problems: [String: String], ofRides: Bool = false, at place: FilePlace) {
        let columns = ofRides ? Self.rideColumns : Self.parkColumns
        for (field, problem) in problems.sorted(by: { $0.key < $1.key }) {
            let name = isTable ? columns.first { $0.field == field }?.heading ?? field : field
            self.problems.add("\(place.label), \(name.replacing("_", with: " ")): \(problem)", at: place.number)
        }
    }

    mutating func addProblem(_ problem: String, at place: FilePlace) { problems.add("\(place.label): \(problem)", at: place.number) }

    // MARK: Batches for the database

    private static let batchSize = 500

    func parkBatches() throws -> [JSON] { try batches(parks) }
    func rideBatches() throws -> [JSON] { try batches(rides.map(\.record)) }
    func zonelessBatches() throws -> [JSON] { try batches(parks.filter { !$0.saysZone }) }

    private func batches(_ records: [some Encodable]) throws -> [JSON] {
        let encoder = JSONEncoder()
        return try stride(from: 0, to: records.count, by: Self.batchSize).map { start in
            let rows = try encoder.encode(Array(records[start..<min(start + Self.batchSize, records.count)]))
            return JSON(String(decoding: rows, as: UTF8.self))
        }
    }
}

private struct CatalogueDocument: Decodable {
    var parks: [Entry]

    struct Entry: Decodable {
        var fields: [String: String] = [:]
        var rides: [Entry] = []
        var form: Form { Form(fields) }

        /// The names of the fields that are read. Other fields of the document are ignored.
        private static let known = Set((CatalogueFile.parkColumns.map(\.field) + CatalogueFile.rideColumns.map(\.field)))

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: FactKey.self)
            for key in container.allKeys {
                if key.stringValue == "rides" {
                    rides = try container.decode([Entry].self, forKey: key)
                } else if Self.known.contains(key.stringValue) {
                    fields[key.stringValue] = try container.decode(JSONFieldValue.self, forKey: key).text(yes: "1", no: "")
                }
            }
        }
    }
}

/// A park of the file, as `CatalogueQueries` expects it.
struct ParkRecord: Encodable, Sendable {
    private var park: ParkForm
    var saysZone: Bool
    var fields: [String]

    init(_ park: ParkForm, saysZone: Bool, fields: [String]) {
        (self.park, self.saysZone) = (park, saysZone)
        // `input` has the typed texts, which are no longer needed and take much memory.
        self.park.input = FactInput()
        // A latitude never changes without its longitude.
        self.fields = fields.filter { $0 != "longitude" } + (fields.contains("latitude") ? ["longitude"] : [])
    }

    var name: String {
        get { park.name }
        set { park.name = newValue }
    }

    var place: String {
        get { park.place }
        set { park.place = newValue }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FactKey.self)
        try container.encode(park.name, forKey: FactKey(stringValue: "name"))
        try container.encode(park.place, forKey: FactKey(stringValue: "place"))
        try container.encode(fields, forKey: FactKey(stringValue: "fields"))
        for fact in ParkForm.facts { try fact.encode(park, into: &container) }
    }
}

/// A ride of the file, as `CatalogueQueries` expects it.
struct RideRecord: Encodable, Sendable {
    var park: String
    var place: String
    var name: String
    var facts: RideFacts
    var fields: [String]

    init(_ ride: RideForm, in park: ParkForm, fields: [String]) {
        (self.park, place, name, facts, self.fields) = (park.name, park.place, ride.name, ride.facts, fields)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FactKey.self)
        try container.encode(park, forKey: FactKey(stringValue: "park"))
        try container.encode(place, forKey: FactKey(stringValue: "place"))
        try container.encode(name, forKey: FactKey(stringValue: "name"))
        try container.encode(fields, forKey: FactKey(stringValue: "fields"))
        try facts.encode(into: &container)
    }
}

extension RideFacts: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FactKey.self)
        try encode(into: &container)
    }

    fileprivate func encode(into container: inout KeyedEncodingContainer<FactKey>) throws {
        for fact in Self.all { try fact.encode(self, into: &container) }
    }
}
