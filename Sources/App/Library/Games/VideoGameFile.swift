import CSV
import FoundationEssentials
import SafeText

/// Video games from a CSV or JSON file of the operator. They are checked by the same rules as the form for a game.
struct VideoGameFile: Sendable {
    private(set) var games: [CatalogueVideoGame] = []
    private(set) var problems = FileProblems()
    /// For each name with a release date, the first place in the file that has both.
    private var firstPlaces: [String: FilePlace] = [:]

    static let gameLimit = 1_000_000
    /// The names of the columns of a CSV file, and of the fields of a JSON object. A list is separated by semicolons, or is a JSON list.
    static let columns = ["name"] + VideoGameFacts.ofForm.map(\.heading) + ["hours", "links", "popularity"]

    /// - Parameter chunks: returns the next bytes of the file, and nil at its end.
    mutating func readTable(_ chunks: () throws -> [UInt8]?) throws {
        var table = CSVTable(required: ["name"], optional: Array(Self.columns.dropFirst()), refusesOthers: true)
        do {
            while let chunk = try chunks() { try table.read(chunk) { try addRow($0) } }
            try table.finish { try addRow($0) }
        } catch let error as CSVError {
            problems.add(error.sentence, at: error.line)
        }
    }

    private mutating func addRow(_ row: Result<CSVRow, CSVError>) throws {
        switch row {
        case .failure(let error): problems.add(error.sentence, at: error.line)
        case .success(let row) where row.isBlank: break
        case .success(let row):
            let fields = Self.columns.compactMap { column in row[column].map { (column, CSVFormula.unguarded($0)) } }
            try addGame(Form(Dictionary(fields) { $1 }), at: FilePlace(line: row.line))
        }
    }

    /// Reads a JSON list of objects, for example `[{"name": "Pier Party", "platforms": ["PC"]}]`.
    mutating func readDocument(_ data: Data) throws {
        guard let entries = try? UntrustedJSON.decode([[String: JSONFieldValue]].self, from: data) else {
            return problems.add("The file must be a JSON list of objects, each with a “name”.", at: 0)
        }
        for (number, entry) in entries.enumerated() {
            let place = FilePlace(number: number, label: "Game \(number + 1)")
            for field in entry.keys.sorted() where !Self.columns.contains(field) {
                problems.add("\(place.label): There is no field \(field.prefix(40)).", at: number)
            }
            try addGame(Form(entry.mapValues { $0.text(yes: "yes", no: "no") }), at: place)
        }
    }

    private mutating func addGame(_ fields: Form, at place: FilePlace) throws {
        guard games.count < Self.gameLimit else {
            return problems.add("A file can have at most \(Self.gameLimit) games.", at: place.number)
        }
        var form = VideoGameForm(fields)
        form.facts.minutes = form.input.minutes(of: fields)
        let popularity = form.input.popularity(of: fields)
        form.facts.links = fields.line("links").split(separator: ";").map { $0.trimmingPrefix(" ").description }.filter { !$0.isEmpty }
        if form.facts.links.contains(where: { VideoGameLink(web: $0) == nil || $0.utf8.count > 300 }) || form.facts.links.count > 20 {
            form.input.problems["links"] = "Use at most 20 addresses like https://games.example/pier-party."
        }
        switch fields.line("alone").lowercased() {
        case "": form.facts.modes.isAlone = nil
        case "yes", "true", "1": form.facts.modes.isAlone = true
        case "no", "false", "0": form.facts.modes.isAlone = false
        default: form.input.problems["alone"] = "Write yes or no, or leave it empty."
        }
        let key = form.name + "\n" + (form.facts.released ?? "")
        if let first = firstPlaces[key] { form.input.problems["name"] = "The same game is already in the file: \(first.label)." }
        firstPlaces[key] = place
        for (field, problem) in form.input.problems.sorted(by: { $0.key < $1.key }) {
            problems.add("\(place.label), \(field): \(problem)", at: place.number)
        }
        games.append(CatalogueVideoGame(name: form.name, facts: form.facts, popularity: popularity ?? 0))
    }
}

extension FactInput {
    fileprivate mutating func minutes(of fields: Form) -> Int? {
        texts["hours"] = fields.line("hours")
        return number("hours", scale: 10, in: 1...100_000).map { $0 * 6 }
    }

    fileprivate mutating func popularity(of fields: Form) -> Int? {
        texts["popularity"] = fields.line("popularity")
        return number("popularity", scale: 1, in: 0...999_999_999)
    }
}

/// A video game of the catalogue that all clubs share, as `VideoGameQueries.upsertShared` expects it.
struct CatalogueVideoGame: Encodable, Sendable {
    var name: String
    var facts: VideoGameFacts
    var popularity: Int

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FactKey.self)
        try container.encode(name, forKey: FactKey(stringValue: "name"))
        try container.encode(popularity, forKey: FactKey(stringValue: "popularity"))
        for fact in VideoGameFacts.all { try fact.encode(facts, into: &container) }
    }
}

extension VideoGameFacts: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FactKey.self)
        for fact in Self.all { try fact.encode(self, into: &container) }
    }
}
