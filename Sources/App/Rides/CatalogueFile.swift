import CSV
import FoundationEssentials
import Postgres

/// Parks and rides as they stand in a file, checked as forms are. Of a table each row is a ride with its park, or a park alone; a document
/// has parks, and in each its rides. What the file does not have stays as it is.
struct CatalogueFile: Sendable {
    /// What is wrong, each with where it stands: "Line 7, height: …".
    private(set) var problems: [String] = []
    private(set) var problemCount = 0
    private(set) var parkCount = 0
    private(set) var rideCount = 0
    /// Names of time zones, with where they stood first.
    private(set) var zones: [String: String] = [:]
    /// What entries have of the forms' fields, each once: "park country".
    private var columnSets: [[String]] = []
    private var parks: [(columns: Int, record: ParkRecord)] = []
    private var rides: [(columns: Int, record: RideRecord)] = []
    /// Names of parks whose place is not said, with where they stood first.
    private var unplaced: [String: String] = [:]
    /// Where rides stood before, as far as the file says that.
    private(set) var moves: [CatalogueMove] = []
    /// Where each park and each ride stood first.
    private var parkPlaces: [String: String] = [:]
    private var ridePlaces: [String: String] = [:]
    private let timeZone: String

    private static let shownProblems = 50
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
        let optional = Self.parkColumns.map(\.key).dropFirst() + Self.rideColumns.map(\.key)
        var table = CSVTable(required: ["park"], optional: Array(optional))
        do {
            while let chunk = try chunks() { try table.read(chunk) { row in try take(row) } }
            try table.finish { row in try take(row) }
        } catch let error as CSVError {
            note(error.sentence)
        }
    }

    private mutating func take(_ row: Result<CSVRow, CSVError>) throws {
        switch row {
        case .failure(let error): note(error.sentence)
        case .success(let row) where row.isBlank: break
        case .success(let row):
            func form(_ columns: KeyValuePairs<String, String>) -> Form {
                let known = columns.compactMap { column in row[column.key].map { (column.value, CSVFormula.unguarded($0)) } }
                return Form(Dictionary(known) { $1 })
            }
            let (park, ride) = (form(Self.parkColumns), form(Self.rideColumns))
            // All rows have the same.
            if columnSets.isEmpty {
                columnSets = [
                    Self.parkColumns.filter { row[$0.key] != nil }.map { "park " + $0.value }
                        + Self.rideColumns.filter { row[$0.key] != nil }.map { "ride " + $0.value }
                ]
            }
            try add(park, ride["name"].isEmpty ? nil : ride, columns: 0, at: "Line \(row.line)")
        }
    }

    /// Reads a document: `{"parks": [{"name": …, "rides": [{"name": …}]}]}`.
    mutating func readDocument(_ data: Data) throws {
        let document: CatalogueDocument
        do {
            document = try JSONDecoder().decode(CatalogueDocument.self, from: data)
        } catch {
            return note("This is no catalogue: it has to be a JSON document with a list “parks”, each with a “name” and a list “rides”.")
        }
        for (number, park) in document.parks.enumerated() {
            let place = "Park \(number + 1)"
            let form = park.form
            let known = park.fields.keys.map { "park " + $0 }
            if park.rides.isEmpty { try add(form, nil, columns: set(of: known), at: place) }
            for (index, ride) in park.rides.enumerated() {
                let columns = set(of: known + ride.fields.keys.map { "ride " + $0 })
                try add(form, ride.form, columns: columns, at: "\(place), ride \(index + 1)")
            }
        }
    }

    private mutating func set(of columns: [String]) -> Int {
        let columns = columns.sorted()
        if let number = columnSets.firstIndex(of: columns) { return number }
        columnSets.append(columns)
        return columnSets.count - 1
    }

    private mutating func add(_ parkFields: Form, _ rideFields: Form?, columns: Int, at place: String) throws {
        guard parkCount + rideCount < Self.most else {
            throw Refusal(.contentTooLarge, "Those are more than \(Self.most) parks and rides.")
        }
        let zone = parkFields["time_zone"].isEmpty ? timeZone : parkFields["time_zone"]
        var parkFields = parkFields
        parkFields["time_zone"] = zone
        let park = ParkForm(parkFields, timeZone: zone)
        note(park.input.problems, at: place)
        let key = "\(park.name)\n\(park.place)"
        if parkPlaces[key] == nil {
            parkPlaces[key] = place
            if zones[zone] == nil { zones[zone] = place }
            parks.append((columns, ParkRecord(park)))
            parkCount += 1
            if !columnSets[columns].contains("park place"), unplaced[park.name] == nil { unplaced[park.name] = place }
        }
        guard let rideFields else { return }
        let ride = RideForm(rideFields)
        var problems = ride.input.problems
        if !rideFields["kind"].isEmpty, Ride.Kind(rawValue: rideFields["kind"]) == nil {
            problems["kind"] = "Use one of \(Ride.Kind.allCases.map(\.rawValue).joined(separator: ", "))."
        }
        if !rideFields["status"].isEmpty, Ride.Status(rawValue: rideFields["status"]) == nil {
            problems["status"] = "Use one of \(Ride.Status.allCases.map(\.rawValue).joined(separator: ", "))."
        }
        if let first = ridePlaces.updateValue(place, forKey: "\(key)\n\(ride.name)") {
            problems["name"] = "That ride stood there before: \(first)."
        }
        note(problems, at: place)
        rides.append((columns, RideRecord(ride, in: park)))
        rideCount += 1
        guard rideFields.value("moved_from") != nil else { return }
        moves.append(CatalogueMove(ride: ride.name, park: park.name, place: park.place, earlier: ride.input["moved_from"], line: place))
    }

    // MARK: What is wrong

    private mutating func note(_ problems: [String: String], at place: String) {
        for (field, words) in problems.sorted(by: { $0.key < $1.key }) { note("\(place), \(field.replacing("_", with: " ")): \(words)") }
    }

    mutating func note(_ problem: String) {
        problemCount += 1
        if problems.count < Self.shownProblems { problems.append(problem) }
    }

    // MARK: What is to be written

    private static let rowsAtOnce = 500

    /// Those parks whose place the file does not say.
    var unplacedParks: [String] { unplaced.keys.sorted() }

    /// A park whose place is not said is the one of its name that is there, if there is one alone.
    mutating func place(_ known: [ParkName]) {
        let places = Dictionary(grouping: known, by: \.name).mapValues { $0.map(\.place) }
        for (name, line) in unplaced.sorted(by: { $0.value < $1.value }) where (places[name]?.count ?? 0) > 1 {
            note("\(line): There are several parks of the name “\(name)”: write its place, too.")
        }
        func place(_ park: String, _ place: inout String) {
            if unplaced[park] != nil, let only = places[park]?.first { place = only }
        }
        for index in parks.indices { place(parks[index].record.name, &parks[index].record.place) }
        for index in rides.indices { place(rides[index].record.park, &rides[index].record.place) }
        for index in moves.indices { place(moves[index].park, &moves[index].place) }
    }

    func parkBatches() throws -> [CatalogueBatch] { try batches(parks) }
    func rideBatches() throws -> [CatalogueBatch] { try batches(rides) }

    /// Of entries that have the same fields.
    private func batches(_ entries: [(columns: Int, record: some Encodable)]) throws -> [CatalogueBatch] {
        let encoder = JSONEncoder()
        return try Dictionary(grouping: entries, by: \.columns).sorted { $0.key < $1.key }.flatMap { columns, entries in
            try stride(from: 0, to: entries.count, by: Self.rowsAtOnce).map { start in
                let some = entries[start..<min(start + Self.rowsAtOnce, entries.count)]
                let rows = try encoder.encode(some.map(\.record))
                return CatalogueBatch(rows: JSON(String(decoding: rows, as: UTF8.self)), columns: columnSets[columns])
            }
        }
    }
}

/// Some parks or rides, and what of the forms' fields they have.
struct CatalogueBatch: Sendable {
    var rows: JSON
    var columns: [String]
}

/// A catalogue as a document.
private struct CatalogueDocument: Decodable {
    var parks: [Entry]

    /// A park, or a ride: what is known of it, as a form would have it.
    struct Entry: Decodable {
        var fields: [String: String] = [:]
        var rides: [Entry] = []
        var form: Form { Form(fields) }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            for key in container.allKeys {
                if key.stringValue == "rides" {
                    rides = try container.decode([Entry].self, forKey: key)
                } else {
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
            if container.decodeNil() {
                text = ""
            } else if let flag = try? container.decode(Bool.self) {
                text = flag ? "1" : ""
            } else if let number = try? container.decode(Double.self) {
                text = number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
            } else if let texts = try? container.decode([String].self) {
                text = texts.joined(separator: "; ")
            } else {
                text = try container.decode(String.self)
            }
        }
    }
}

/// A row of `parks` in a batch.
private struct ParkRecord: Encodable, Sendable {
    var name: String
    var place: String
    var country: String
    var timeZone: String
    var formerNames: [String]
    var latitude: Double?
    var longitude: Double?
    var opened: String?
    var closesAt: String?

    init(_ park: ParkForm) {
        (name, place, country, timeZone, formerNames) = (park.name, park.place, park.country, park.timeZone, park.formerNames)
        (latitude, longitude, opened, closesAt) = (park.latitude, park.longitude, park.opened, park.closesAt)
    }
}

/// A row of `rides` in a batch.
private struct RideRecord: Encodable, Sendable {
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

    init(_ ride: RideForm, in park: ParkForm) {
        let facts = ride.facts
        (self.park, place, name, kind, status) = (park.name, park.place, ride.name, facts.kind.rawValue, facts.status.rawValue)
        (maker, model, material, seating) = (facts.maker, facts.model, facts.material, facts.seating)
        (restraint, launch, notes, source) = (facts.restraint, facts.launch, facts.notes, facts.source)
        (formerNames, opened, closed) = (facts.formerNames, facts.opened, facts.closed)
        (height, length, speed) = (facts.height, facts.length, facts.speed)
        (inversions, duration, isIndoor, isKiddie) = (facts.inversions, facts.duration, facts.isIndoor, facts.isKiddie)
    }
}
