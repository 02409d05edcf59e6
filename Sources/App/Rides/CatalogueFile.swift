import CSV
import FoundationEssentials
import Postgres
import SafeText

/// Parks and rides as they stand in a file, checked as forms are. Of a table each row is a ride with its park, or a park alone; a document
/// has parks, and in each its rides. What the file does not have stays as it is.
struct CatalogueFile: Sendable {
    private(set) var problems = FileProblems()
    /// Names of time zones, with where they stood first.
    private(set) var zones: [String: FilePlace] = [:]
    var parks: [ParkRecord] = []
    var rides: [(record: RideRecord, at: FilePlace)] = []
    /// Names of parks whose place is not said, with where they stood first.
    var unplaced: [String: FilePlace] = [:]
    /// Where rides stood before, as far as the file says that.
    var moves: [CatalogueMove] = []
    private var parkPlaces: Set<ParkKey> = []
    /// Where each ride stood first.
    private var ridePlaces: [RideKey: FilePlace] = [:]
    /// Tables name fields by their columns.
    private var isTable = false
    /// The fields that all rows of a table have.
    private var tableColumns: [String]?
    private let timeZone: String
    /// Lines, or entries of a document, so far.
    private var entryCount = 0

    static let most = 50_000

    /// The columns of a table, and the fields of the forms for parks and rides that they are.
    static let parkColumns: KeyValuePairs = [
        "park": "name", "park_former_names": "former_names", "place": "place", "country": "country", "latitude": "latitude",
        "longitude": "longitude", "time_zone": "time_zone", "park_opened": "opened", "closes_at": "closes_at",
    ]
    static let rideColumns: KeyValuePairs = [
        "ride": "name", "former_names": "former_names", "kind": "kind", "status": "status", "opened": "opened", "closed": "closed",
        "maker": "maker", "model": "model", "material": "material", "seating": "seating", "restraint": "restraint", "launch": "launch",
        "height": "height", "length": "length", "speed": "speed", "inversions": "inversions", "duration": "duration",
        "indoor": "is_indoor", "kiddie": "is_kiddie", "notes": "notes", "source": "source", "moved_from": "moved_from",
    ]

    /// - Parameter timeZone: of parks that say none.
    init(timeZone: String) { self.timeZone = timeZone }

    // MARK: Reading

    /// Reads a table's bytes, as `chunks` gives them; nil: that was all.
    mutating func readTable(_ chunks: () throws -> [UInt8]?) throws {
        isTable = true
        let optional = Self.parkColumns.map(\.key).dropFirst() + Self.rideColumns.map(\.key)
        var table = CSVTable(required: ["park"], optional: Array(optional), refusesOthers: true)
        do {
            while let chunk = try chunks() { try table.read(chunk) { row in try take(row) } }
            try table.finish { row in try take(row) }
        } catch let error as CSVError {
            problems.note(error.sentence, at: error.line)
        }
    }

    private mutating func take(_ row: Result<CSVRow, CSVError>) throws {
        switch row {
        case .failure(let error):
            try countEntry()
            problems.note(error.sentence, at: error.line)
        case .success(let row) where row.isBlank: try countEntry()
        case .success(let row):
            func form(_ columns: KeyValuePairs<String, String>) -> Form {
                let known = columns.compactMap { column in row[column.key].map { (column.value, CSVFormula.unguarded($0)) } }
                return Form(Dictionary(known) { $1 })
            }
            let (park, ride) = (form(Self.parkColumns), form(Self.rideColumns))
            let columns =
                tableColumns
                ?? Self.parkColumns.filter { row[$0.key] != nil }.map { "park " + $0.value }
                + Self.rideColumns.filter { row[$0.key] != nil }.map { "ride " + $0.value }
            tableColumns = columns
            try add(park, ride["name"].isEmpty ? nil : ride, columns: columns, at: FilePlace(line: row.line))
        }
    }

    /// Reads a document: `{"parks": [{"name": …, "rides": [{"name": …}]}]}`.
    mutating func readDocument(_ data: Data) throws {
        let document: CatalogueDocument
        do {
            document = try UntrustedJSON.decode(CatalogueDocument.self, from: data)
        } catch {
            return problems.note(
                "This is no catalogue: it has to be a JSON document with a list “parks”, each with a “name” and a list “rides”.", at: 0)
        }
        for (number, park) in document.parks.enumerated() {
            func place(_ more: String = "") -> FilePlace {
                FilePlace(number: parks.count + rides.count, words: "Park \(number + 1)\(more)")
            }
            let form = park.form
            let parkColumns = Self.parkColumns.map(\.value).filter { park.fields[$0] != nil }.map { "park " + $0 }
            if park.rides.isEmpty { try add(form, nil, columns: parkColumns, at: place()) }
            for (index, ride) in park.rides.enumerated() {
                let rideColumns = Self.rideColumns.map(\.value).filter { ride.fields[$0] != nil }.map { "ride " + $0 }
                try add(form, ride.form, columns: parkColumns + rideColumns, at: place(", ride \(index + 1)"))
            }
        }
    }

    /// Counts a line, or an entry of a document. Wrong ones count, too: each costs as much. Throws `Refusal` beyond the limit.
    private mutating func countEntry() throws {
        entryCount += 1
        guard entryCount <= Self.most else { throw Refusal(.contentTooLarge, "Those are more than \(Self.most) parks and rides.") }
    }

    /// - Parameter columns: the fields that the file has of the park and the ride: "park country".
    private mutating func add(_ parkFields: Form, _ rideFields: Form?, columns: [String], at place: FilePlace) throws {
        try countEntry()
        let hasZone = !parkFields["time_zone"].isEmpty
        let zone = hasZone ? parkFields["time_zone"] : timeZone
        var parkFields = parkFields
        parkFields["time_zone"] = zone
        let park = ParkForm(parkFields, timeZone: zone)
        note(park.input.problems, at: place)
        // A text that is too long for a name is not looked for.
        guard park.input.problems["name"] == nil, park.input.problems["place"] == nil else { return }
        if parkPlaces.insert(ParkKey(name: park.name, place: park.place)).inserted {
            if zones[zone] == nil { zones[zone] = place }
            parks.append(ParkRecord(park, saysZone: hasZone, columns: columns.filter { $0.hasPrefix("park ") }))
            if !columns.contains("park place"), unplaced[park.name] == nil { unplaced[park.name] = place }
        }
        guard let rideFields else { return }
        let ride = RideForm(rideFields)
        if !ride.name.isEmpty {
            let key = RideKey(park: park.name, place: park.place, ride: ride.name)
            if let first = ridePlaces[key] { return note(["name": Self.stoodBefore(first)], ofRides: true, at: place) }
            ridePlaces[key] = place
        }
        var problems = ride.input.problems
        if !rideFields["kind"].isEmpty, Ride.Kind(rawValue: rideFields["kind"]) == nil {
            problems["kind"] = "Use one of \(Ride.Kind.allCases.map(\.rawValue).joined(separator: ", "))."
        }
        if !rideFields["status"].isEmpty, Ride.Status(rawValue: rideFields["status"]) == nil {
            problems["status"] = "Use one of \(Ride.Status.allCases.map(\.rawValue).joined(separator: ", "))."
        }
        note(problems, ofRides: true, at: place)
        guard problems["name"] == nil else { return }
        rides.append((RideRecord(ride, in: park, columns: columns.filter { $0.hasPrefix("ride ") }), place))
        guard rideFields.value("moved_from") != nil, problems["moved_from"] == nil else { return }
        moves.append(CatalogueMove(ride: ride.name, park: park.name, place: park.place, earlier: ride.input["moved_from"], line: place))
    }

    // MARK: What is wrong

    static func stoodBefore(_ first: FilePlace) -> String { "That ride stood there before: \(first.words)." }

    /// By the forms' fields.
    mutating func note(_ problems: [String: String], ofRides: Bool = false, at place: FilePlace) {
        let columns = ofRides ? Self.rideColumns : Self.parkColumns
        for (field, words) in problems.sorted(by: { $0.key < $1.key }) {
            let name = isTable ? columns.first { $0.value == field }?.key ?? field : field
            self.problems.note("\(place.words), \(name.replacing("_", with: " ")): \(words)", at: place.number)
        }
    }

    mutating func note(_ words: String, at place: FilePlace) { problems.note("\(place.words): \(words)", at: place.number) }

    // MARK: What is to be written

    private static let rowsAtOnce = 500

    func parkBatches() throws -> [JSON] { try batches(parks) }
    func rideBatches() throws -> [JSON] { try batches(rides.map(\.record)) }
    /// Those that say no time zone.
    func zonelessBatches() throws -> [JSON] { try batches(parks.filter { !$0.saysZone }) }

    private func batches(_ records: [some Encodable]) throws -> [JSON] {
        let encoder = JSONEncoder()
        return try stride(from: 0, to: records.count, by: Self.rowsAtOnce).map { start in
            let rows = try encoder.encode(Array(records[start..<min(start + Self.rowsAtOnce, records.count)]))
            return JSON(String(decoding: rows, as: UTF8.self))
        }
    }
}

/// A catalogue as a document.
private struct CatalogueDocument: Decodable {
    var parks: [Entry]

    /// A park, or a ride: what is known of it, as a form would have it.
    struct Entry: Decodable {
        var fields: [String: String] = [:]
        var rides: [Entry] = []
        var form: Form { Form(fields) }

        /// Other fields are not read.
        private static let known = Set((CatalogueFile.parkColumns.map(\.value) + CatalogueFile.rideColumns.map(\.value)))

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            for key in container.allKeys {
                if key.stringValue == "rides" {
                    rides = try container.decode([Entry].self, forKey: key)
                } else if Self.known.contains(key.stringValue) {
                    fields[key.stringValue] = try container.decode(Scalar.self, forKey: key).text
                }
            }
        }
    }

    struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// A text, a number, a yes or no, nothing, or several texts.
    struct Scalar: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            // Most are texts, and each attempt that fails takes long.
            if let value = try? container.decode(String.self) {
                text = value
            } else if container.decodeNil() {
                text = ""
            } else if let number = try? container.decode(Double.self) {
                text = number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
            } else if let flag = try? container.decode(Bool.self) {
                text = flag ? "1" : ""
            } else {
                text = try container.decode([String].self).joined(separator: "; ")
            }
        }
    }
}

/// A row of `parks` in a batch.
struct ParkRecord: Encodable, Sendable {
    var name: String
    var place: String
    var country: String
    var timeZone: String
    var formerNames: [String]
    var latitude: Double?
    var longitude: Double?
    var opened: String?
    var closesAt: String?
    /// Whether the file says the time zone.
    var saysZone: Bool
    /// The fields that the file has: "park country".
    var columns: [String]

    init(_ park: ParkForm, saysZone: Bool, columns: [String]) {
        (self.saysZone, self.columns) = (saysZone, columns)
        (name, place, country, timeZone, formerNames) = (park.name, park.place, park.country, park.timeZone, park.formerNames)
        (latitude, longitude, opened, closesAt) = (park.latitude, park.longitude, park.opened, park.closesAt)
    }
}

/// A row of `rides` in a batch.
struct RideRecord: Encodable, Sendable {
    var park: String
    var place: String
    var name: String
    var formerNames: [String]
    var kind: String
    var status: String
    var opened: String?
    var closed: String?
    var maker: String
    var model: String
    var material: String
    var seating: String
    var restraint: String
    var launch: String
    var height: Int?
    var length: Int?
    var speed: Int?
    var inversions: Int?
    var duration: Int?
    var isIndoor: Bool
    var isKiddie: Bool
    var notes: String
    var source: String
    /// The fields that the file has: "ride kind".
    var columns: [String]

    init(_ ride: RideForm, in park: ParkForm, columns: [String]) {
        self.columns = columns
        let facts = ride.facts
        (self.park, place, name, kind, status) = (park.name, park.place, ride.name, facts.kind.rawValue, facts.status.rawValue)
        (maker, model, material, seating) = (facts.maker, facts.model, facts.material, facts.seating)
        (restraint, launch, notes, source) = (facts.restraint, facts.launch, facts.notes, facts.source)
        (formerNames, opened, closed) = (facts.formerNames, facts.opened, facts.closed)
        (height, length, speed) = (facts.height, facts.length, facts.speed)
        (inversions, duration, isIndoor, isKiddie) = (facts.inversions, facts.duration, facts.isIndoor, facts.isKiddie)
    }
}
