import CSV
import FoundationEssentials
import Postgres
import SafeText

/// Titles as they stand in a file of the operator's, a table or a JSON document, checked as the form for a title is.
struct TitleFile: Sendable {
    private(set) var titles: [SharedTitleFacts] = []
    private(set) var problems = FileProblems()
    /// Where each stood first.
    private var places: [String: FilePlace] = [:]

    static let most = 1_000_000
    /// A table's columns; a document's fields are called so, too. Lists have semicolons between their parts, or are lists.
    static let columns = [
        "name", "other_names", "description", "released", "platforms", "genres", "alone", "together", "against", "hours", "links", "source",
        "popularity",
    ]

    /// Reads a table's bytes, as `chunks` gives them; nil: that was all.
    mutating func readTable(_ chunks: () throws -> [UInt8]?) throws {
        var table = CSVTable(required: ["name"], optional: Array(Self.columns.dropFirst()), refusesOthers: true)
        do {
            while let chunk = try chunks() { try table.read(chunk) { try take($0) } }
            try table.finish { try take($0) }
        } catch let error as CSVError {
            problems.note(error.sentence, at: error.line)
        }
    }

    private mutating func take(_ row: Result<CSVRow, CSVError>) throws {
        switch row {
        case .failure(let error): problems.note(error.sentence, at: error.line)
        case .success(let row) where row.isBlank: break
        case .success(let row):
            let known = Self.columns.compactMap { column in row[column].map { (column, CSVFormula.unguarded($0)) } }
            try add(Form(Dictionary(known) { $1 }), at: FilePlace(line: row.line))
        }
    }

    /// Reads a document: a list of objects, `[{"name": "Pier Party", "platforms": ["PC"]}]`.
    mutating func readDocument(_ data: Data) throws {
        guard let entries = try? UntrustedJSON.decode([[String: Loose]].self, from: data) else {
            return problems.note("This is no list of titles: it has to be a JSON list of objects, each with a “name”.", at: 0)
        }
        for (number, entry) in entries.enumerated() {
            let place = FilePlace(number: number, words: "Title \(number + 1)")
            for field in entry.keys.sorted() where !Self.columns.contains(field) {
                problems.note("\(place.words): Nobody knows the field \(field.prefix(40)).", at: number)
            }
            try add(Form(entry.mapValues(\.text)), at: place)
        }
    }

    /// A text, a number, a yes or no, or a list of texts.
    private struct Loose: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            // Most are texts, and each attempt that fails takes long.
            if let value = try? container.decode(String.self) {
                text = value
            } else if container.decodeNil() {
                text = ""
            } else if let value = try? container.decode(Double.self) {
                text = value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
            } else if let value = try? container.decode(Bool.self) {
                text = value ? "yes" : "no"
            } else {
                text = try container.decode([String].self).joined(separator: "; ")
            }
        }
    }

    private mutating func add(_ fields: Form, at place: FilePlace) throws {
        guard titles.count < Self.most else { return problems.note("Those are more than \(Self.most) titles.", at: place.number) }
        var form = TitleForm(fields)
        let minutes = form.input.minutes(of: fields)
        let popularity = form.input.popularity(of: fields)
        let links = fields.line("links").split(separator: ";").map { $0.trimmingPrefix(" ").description }.filter { !$0.isEmpty }
        if links.contains(where: { TitleLink(web: $0) == nil || $0.utf8.count > 300 }) || links.count > 20 {
            form.input.problems["links"] = "Use at most 20 addresses like https://games.example/pier-party."
        }
        switch fields.line("alone").lowercased() {
        case "": form.facts.modes.isAlone = nil
        case "yes", "true", "1": form.facts.modes.isAlone = true
        case "no", "false", "0": form.facts.modes.isAlone = false
        default: form.input.problems["alone"] = "Write yes or no, or leave it empty."
        }
        let key = form.name + "\n" + (form.facts.released ?? "")
        if let first = places[key] { form.input.problems["name"] = "It stood there before: \(first.words)." }
        places[key] = place
        for (field, problem) in form.input.problems.sorted(by: { $0.key < $1.key }) {
            problems.note("\(place.words), \(field): \(problem)", at: place.number)
        }
        titles.append(SharedTitleFacts(form.name, form.facts, minutes: minutes, links: links, popularity: popularity ?? 0))
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

/// A title that is everybody's, as it is written down.
struct SharedTitleFacts: Encodable, Sendable {
    var name: String
    var otherNames: [String]
    var description: String
    var released: String?
    var platforms: [String]
    var genres: [String]
    var alone: Bool?
    var together: Int?
    var against: Int?
    var minutes: Int?
    var links: [String]
    var source: String
    var popularity: Int

    init(_ name: String, _ facts: TitleFacts, minutes: Int?, links: [String] = [], popularity: Int) {
        (self.name, otherNames, description, released) = (name, facts.otherNames, facts.description, facts.released)
        (platforms, genres) = (facts.platforms, facts.genres)
        (alone, together, against) = (facts.modes.isAlone, facts.modes.together, facts.modes.against)
        (self.minutes, self.links, source, self.popularity) = (minutes, links, facts.source, popularity)
    }
}

/// Reads an operator's file of titles into the catalogue of all clubs.
public struct TitleImport: Sendable {
    private let database: Database
    private static let atOnce = 500

    public init(_ database: Database) { self.database = database }

    /// What is wrong with a file, of which nothing was stored.
    public struct Problems: Error, Sendable {
        public var sentences: [String]
        /// So many are not among the sentences.
        public var more: Int
    }

    /// Titles that are there already, by their name and their release, are changed to what the file says. Throws `Problems`, `DatabaseError`,
    /// and what `chunks` throws.
    /// - Parameter chunks: of the file, one after the other; nil: that was all.
    public func run(isDocument: Bool, _ chunks: () throws -> [UInt8]?) async throws -> (added: Int, changed: Int) {
        var file = TitleFile()
        if isDocument {
            var data = Data()
            while let chunk = try chunks() { data.append(contentsOf: chunk) }
            try file.readDocument(data)
        } else {
            try file.readTable(chunks)
        }
        if file.problems.count == 0, file.titles.isEmpty { throw Problems(sentences: ["There is no title in it."], more: 0) }
        guard file.problems.count == 0 else { throw Problems(sentences: file.problems.sentences, more: file.problems.more) }
        var (added, changed) = (0, 0)
        for start in stride(from: 0, to: file.titles.count, by: Self.atOnce) {
            let some = Array(file.titles[start..<min(start + Self.atOnce, file.titles.count)])
            let new = try await database.write(tenant: 0, TitleQueries().putForAll(try JSON(encoding: some)))
            (added, changed) = (added + new, changed + some.count - new)
        }
        return (added, changed)
    }
}
