import Postgres

/// A fact about a park, a ride or a similar subject, such as the height of a ride. Each fact is declared once, in `RideFacts.all`,
/// `ParkForm.facts` or `VideoGameFacts.all`. The statements, files and corrections are derived from this declaration, and so is the field
/// of the form, if the fact is typed. The page and the form of a park show further facts only if they name them.
struct Fact<Subject: Sendable>: Sendable {
    /// The place of the fact in the subject, and the kind of field in which it is typed.
    enum Value: Sendable {
        typealias Path<Stored> = any WritableKeyPath<Subject, Stored> & Sendable

        case line(Path<String>)
        /// A text of several lines, of at most `limit` UTF-16 code units.
        case paragraph(Path<String>, limit: Int = FactInput.paragraphLimit)
        case choice(Path<String>)
        /// Texts that are separated by semicolons.
        case list(Path<[String]>)
        /// A date that may lack its day or month (ISO 8601).
        case date(Path<String?>)
        case time(Path<String?>)
        /// A number that is stored multiplied by `scale`. The bounds are multiplied, too.
        case number(Path<Int?>, scale: FactScale, in: ClosedRange<Int>)
        /// A latitude or longitude. The bounds are whole degrees.
        case degrees(Path<Double?>, in: ClosedRange<Int>)
        case flag(Path<Bool>)
        /// True if the box is checked, and otherwise unknown. A file can also say that it is false.
        case knownFlag(Path<Bool?>)
    }

    /// The name of the field in forms, in corrections and in JSON files, such as "is_indoor".
    let name: String
    /// The heading of the column in CSV files, such as "indoor".
    let heading: String
    let label: String
    private let hint: String?
    /// The unit of a number, such as "metres".
    private let unit: String?
    let value: Value
    /// The column in the database, such as `height_cm`.
    let column: SQL
    private let columnKey: FactKey
    let quotedName: SQL
    private let display: (@Sendable (Subject) -> String?)?

    /// - Parameters:
    ///   - column: the column in the database, if its name is not the name of the field.
    ///   - heading: the heading in CSV files, if it is not the name of the field.
    ///   - display: returns the text that pages show, or nil if they do not show the fact. Without it, they show the text of the field.
    init(
        _ name: StaticString, _ label: String, _ value: Value, unit: String? = nil, hint: String? = nil, column: StaticString? = nil,
        heading: String? = nil, display: (@Sendable (Subject) -> String?)? = nil
    ) {
        (self.name, self.label, self.value, self.unit, self.display) = ("\(name)", label, value, unit, display)
        self.hint = hint ?? unit.map { "In \($0)." }
        self.heading = heading ?? "\(name)"
        self.column = SQL(stringLiteral: column ?? name)
        columnKey = FactKey(stringValue: "\(column ?? name)")
        quotedName = "'\(SQL(stringLiteral: name))'"
    }

    /// The label with the unit, such as "Height in metres".
    var labelWithUnit: String { unit.map { "\(label) in \($0)" } ?? label }

    /// Whether the fact is typed in a field of one line, which `FactInput` reads.
    var isTyped: Bool {
        switch value {
        case .paragraph, .choice, .flag, .knownFlag: false
        case .line, .list, .date, .time, .number, .degrees: true
        }
    }

    // MARK: Forms

    /// Reads the fact from a form. Problems are added to `input`.
    func read(_ form: Form, _ input: inout FactInput, into subject: inout Subject) {
        switch value {
        case .line(let path): subject[keyPath: path] = input[name]
        case .paragraph(let path, let limit):
            subject[keyPath: path] = form.paragraph(name)
            if subject[keyPath: path].utf16.count > limit { input.problems[name] = "Use at most \(limit.grouped) characters." }
        case .choice(let path): subject[keyPath: path] = form[name]
        case .list(let path): subject[keyPath: path] = input.list(name)
        case .date(let path): subject[keyPath: path] = input.date(name)
        case .time(let path): subject[keyPath: path] = input.time(name)
        case .number(let path, let scale, let bounds):
            subject[keyPath: path] = input.number(name, scale: Double(scale.rawValue), in: bounds)
        case .degrees(let path, let bounds):
            let millionths = bounds.lowerBound * 1_000_000...bounds.upperBound * 1_000_000
            subject[keyPath: path] = input.number(name, scale: 1e6, in: millionths).map { Double($0) / 1e6 }
        case .flag(let path): subject[keyPath: path] = form[name] == "1"
        case .knownFlag(let path): subject[keyPath: path] = form[name] == "1" ? true : nil
        }
    }

    func text(of subject: Subject) -> String {
        switch value {
        case .line(let path), .paragraph(let path, _), .choice(let path): subject[keyPath: path]
        case .list(let path): subject[keyPath: path].joined(separator: "; ")
        case .date(let path), .time(let path): subject[keyPath: path] ?? ""
        case .number(let path, let scale, _): subject[keyPath: path].map { FactInput.text($0, by: scale.rawValue) } ?? ""
        case .degrees(let path, _): subject[keyPath: path].map { "\($0)" } ?? ""
        case .flag(let path): subject[keyPath: path] ? "1" : ""
        case .knownFlag(let path): subject[keyPath: path].map { $0 ? "1" : "0" } ?? ""
        }
    }

    /// The text that pages show. Nil if the subject has no such fact.
    func displayText(of subject: Subject) -> String? {
        let text = display.map { $0(subject) } ?? text(of: subject)
        return text?.isEmpty == true ? nil : text
    }

    func field(_ input: FactInput) -> FactField { input.field(name, label, hint: hint, mode: mode) }

    private var mode: String {
        switch value {
        case .number(_, scale: .one, _): "numeric"
        case .number, .degrees: "decimal"
        default: "text"
        }
    }

    // MARK: Database

    func decode(_ row: inout Row, into subject: inout Subject) throws {
        switch value {
        case .line(let path), .paragraph(let path, _), .choice(let path): subject[keyPath: path] = try row.next()
        case .list(let path): subject[keyPath: path] = try row.next()
        case .date(let path), .time(let path): subject[keyPath: path] = try row.next()
        case .number(let path, _, _): subject[keyPath: path] = try row.next()
        case .degrees(let path, _): subject[keyPath: path] = try row.next()
        case .flag(let path): subject[keyPath: path] = try row.next()
        case .knownFlag(let path): subject[keyPath: path] = try row.next()
        }
    }

    var type: SQL {
        switch value {
        case .line, .paragraph, .choice, .date: "text"
        case .list: "text[]"
        case .time: "time"
        case .number: "integer"
        case .degrees: "double precision"
        case .flag, .knownFlag: "boolean"
        }
    }

    /// SQL for the same text as `text(of:)`, from a row of the table.
    func text(in row: SQL) -> SQL {
        let stored: SQL = "\(row).\(column)"
        return switch value {
        case .line, .paragraph, .choice: stored
        case .list: "array_to_string(\(stored), '; ')"
        case .date: "coalesce(\(stored), '')"
        case .time: "coalesce(to_char(\(stored), 'HH24:MI'), '')"
        case .number(_, let scale, _): "coalesce(trim_scale(\(stored)::numeric / \(scale.sql))::text, '')"
        // Like a `Double` in Swift, with ".0" after whole numbers.
        case .degrees: "coalesce(\(stored)::text || CASE WHEN \(stored) = trunc(\(stored)) THEN '.0' ELSE '' END, '')"
        case .flag: "CASE WHEN \(stored) THEN '1' ELSE '' END"
        case .knownFlag: "CASE WHEN \(stored) THEN '1' WHEN NOT \(stored) THEN '0' ELSE '' END"
        }
    }

    /// Encodes the fact for `jsonb_to_record`, under the name of its column.
    func encode(_ subject: Subject, into container: inout KeyedEncodingContainer<FactKey>) throws {
        let key = columnKey
        switch value {
        case .line(let path), .paragraph(let path, _), .choice(let path): try container.encode(subject[keyPath: path], forKey: key)
        case .list(let path): try container.encode(subject[keyPath: path], forKey: key)
        case .date(let path), .time(let path): try container.encode(subject[keyPath: path], forKey: key)
        case .number(let path, _, _): try container.encode(subject[keyPath: path], forKey: key)
        case .degrees(let path, _): try container.encode(subject[keyPath: path], forKey: key)
        case .flag(let path): try container.encode(subject[keyPath: path], forKey: key)
        case .knownFlag(let path): try container.encode(subject[keyPath: path], forKey: key)
        }
    }
}

/// The factor by which the number in the form is multiplied before it is stored.
enum FactScale: Int {
    case one = 1
    case hundred = 100
    case thousand = 1000

    var sql: SQL {
        switch self {
        case .one: "1"
        case .hundred: "100"
        case .thousand: "1000"
        }
    }
}

/// The name of a column as the key of a JSON object.
struct FactKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

enum FactColumns {
    /// The names of the columns, separated by commas. If `row` is given, it stands before each name: `r.maker, r.model`.
    static func names<Subject>(of facts: [Fact<Subject>], in row: SQL? = nil) -> SQL {
        facts.map { fact -> SQL in row.map { "\($0).\(fact.column)" } ?? fact.column }.joined(by: ", ")
    }

    /// The columns with their types, for `jsonb_to_record`.
    static func definitions<Subject>(of facts: [Fact<Subject>]) -> SQL {
        facts.map { fact -> SQL in "\(fact.column) \(fact.type)" }.joined(by: ", ")
    }

    /// The values of the columns after an import. `g` is the given row, and `o` is the old row, if there is one. A value comes from `g` if
    /// there is no old row, or if the list `g.fields` names the fact. Otherwise the value comes from `o`.
    static func newValues<Subject>(of facts: [Fact<Subject>]) -> SQL {
        facts.map { fact -> SQL in
            "CASE WHEN o.id IS NULL OR \(fact.quotedName) = ANY (g.fields) THEN g.\(fact.column) ELSE o.\(fact.column) END"
        }.joined(by: ", ")
    }
}
