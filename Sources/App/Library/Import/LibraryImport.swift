import CSV
import Postgres

enum ImportColumn: String, CaseIterable {
    case name, list, rating, hours, platform, started, finished, note, released

    var label: String {
        switch self {
        case .name: "Name of the game"
        case .list: "List"
        case .rating: "Rating"
        case .hours: "Time played"
        case .platform: "Platform"
        case .started: "Started"
        case .finished: "Finished"
        case .note: "Note"
        case .released: "Release year"
        }
    }

    /// The usual headings of the column, in lower case and without spaces. The more likely headings come first.
    fileprivate var headings: [String] {
        switch self {
        case .name: ["name", "title", "game", "gametitle", "gamename", "videogame", "titlename"]
        case .list: ["list", "status", "playstatus", "completionstatus", "state", "shelf", "shelves", "listname", "progress"]
        case .rating: ["rating", "myrating", "userrating", "score", "userscore", "myscore", "stars"]
        case .hours:
            ["hours", "hoursplayed", "playtime", "timeplayed", "totalplaytime", "playtimehours", "playtimeminutes", "minutes", "time"]
        case .platform: ["platform", "platforms", "system", "console"]
        case .started: ["started", "startdate", "datestarted", "startedat", "startedon", "begun"]
        case .finished:
            [
                "finished", "finishdate", "datefinished", "completiondate", "datecompleted", "completedat", "completedon", "completed",
                "finishedon",
                "enddate",
            ]
        case .note: ["note", "notes", "review", "myreview", "reviewtext", "comment", "comments"]
        case .released: ["released", "releaseyear", "releasedate", "year", "firstrelease"]
        }
    }
}

/// How to read a member's file of video games: the kinds of its columns, and the formats of its values.
struct ImportReading: Codable, Sendable {
    /// The scales for ratings that a file can have. Each number is the best possible rating.
    static let scales = [5, 10, 20, 100]
    /// The largest size of one name of a list in bytes, and the largest number of such names that are stored. So a hostile file does not
    /// fill the database.
    private static let (maxWordBytes, maxWords) = (400, 500)

    /// The unit of a time played that is a plain number, and not 12:30 or 12h 30m.
    enum Unit: String, Codable, CaseIterable {
        case hours, minutes, seconds

        var label: String {
            switch self {
            case .hours: "Hours"
            case .minutes: "Minutes"
            case .seconds: "Seconds"
            }
        }

        var perHour: Double {
            switch self {
            case .hours: 1
            case .minutes: 60
            case .seconds: 3600
            }
        }
    }

    enum DayOrder: String, Codable, CaseIterable {
        case monthFirst, dayFirst

        var label: String { self == .monthFirst ? "3/4/2026" : "4/3/2026" }
    }

    /// The index of each column in the file, by the name of an `ImportColumn`.
    var columns: [String: Int] = [:]
    var scale = 10
    var unit = Unit.hours
    var days = DayOrder.monthFirst
    /// The list for games without a list in the file.
    var otherwise = LibraryEntry.State.wants.rawValue
    /// The list that the member has chosen for each name of a list in the file. The names are in lower case.
    var words: [String: String] = [:]

    init(guessedFrom header: [String], _ rows: [CSVRecord]) {
        let names = header.map(Self.letters)
        var taken: Set<Int> = []
        for column in ImportColumn.allCases {
            for heading in column.headings {
                guard let place = names.indices.first(where: { names[$0] == heading && !taken.contains($0) }) else { continue }
                taken.insert(place)
                columns[column.rawValue] = place
                break
            }
        }
        if let place = columns[ImportColumn.hours.rawValue] {
            unit = names[place].contains("minutes") ? .minutes : names[place].contains("seconds") ? .seconds : .hours
        }
        let best = cells(.rating, rows).compactMap { Double($0.replacing(",", with: ".")) }.max() ?? 0
        scale = best > 20 ? 100 : best > 10 ? 20 : best > 5 || best == 0 ? 10 : 5
        let numbers = (cells(.started, rows) + cells(.finished, rows)).compactMap { $0.split { !$0.isNumber }.first.flatMap { Int($0) } }
        if numbers.contains(where: { (13...31).contains($0) }) { days = .dayFirst }
    }

    /// Applies the choices of a form. Returns false if no column was chosen for the names of the games.
    mutating func update(from form: Form, columnCount: Int) -> Bool {
        columns = [:]
        for column in ImportColumn.allCases {
            if let place = form.number(column.rawValue), (0..<columnCount).contains(place) { columns[column.rawValue] = place }
        }
        scale = form.number("scale").flatMap { Self.scales.contains($0) ? $0 : nil } ?? scale
        (unit, days) = (Unit(rawValue: form["unit"]) ?? unit, DayOrder(rawValue: form["days"]) ?? days)
        otherwise = LibraryEntry.State(rawValue: form["otherwise"])?.rawValue ?? otherwise
        return columns[ImportColumn.name.rawValue] != nil
    }

    private func cells(_ column: ImportColumn, _ rows: [CSVRecord]) -> [String] {
        columns[column.rawValue].map { place in rows.map { $0.fields[place] } } ?? []
    }

    private static func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

    // MARK: Lists

    func state(of words: String) -> LibraryEntry.State { recognizedState(of: words) ?? LibraryEntry.State(rawValue: otherwise) ?? .wants }

    /// Whether a name of a list in the file is known: it is a usual name, or the member has chosen a list for it.
    func recognizes(_ words: String) -> Bool { recognizedState(of: words) != nil }

    private func recognizedState(of words: String) -> LibraryEntry.State? {
        let key = Self.key(of: words)
        return self.words[key].flatMap(LibraryEntry.State.init) ?? Self.state(named: Self.letters(key))
    }

    /// Saves which list a name in the file means. A name that exceeds the limits is ignored.
    mutating func remember(_ word: String, means state: LibraryEntry.State) {
        let key = Self.key(of: word)
        guard key.utf8.count <= Self.maxWordBytes, words.count < Self.maxWords || words[key] != nil else { return }
        words[key] = state.rawValue
    }

    /// The key in `words` for a name of a list: a single line in lower case.
    static func key(of words: String) -> String { Form(["words": words]).line("words").lowercased() }

    private static func state(named letters: String) -> LibraryEntry.State? {
        switch letters {
        case "plays", "iplay", "playing", "currentlyplaying", "nowplaying", "current", "inprogress", "ongoing": .plays
        case "wants", "iwanttoplay", "wanttoplay", "plantoplay", "wishlist", "wishlisted", "backlog", "unplayed", "notstarted", "notplayed",
            "toplay", "queued", "upnext":
            .wants
        case "again", "iplayagain", "replaying", "replay": .again
        case "finished", "completed", "complete", "beaten", "beat", "played", "mastered", "done", "100": .finished
        case "aside", "putaside", "dropped", "abandoned", "retired", "shelved", "onhold", "paused", "quit", "stalled": .aside
        default: nil
        }
    }

    // MARK: A line

    /// Reads the cells of a line by the rules of the form on a game's page. Values that cannot be read are left out, and reported in
    /// `problems`.
    func line(_ number: Int, _ cells: [String]) throws -> (line: ImportedRow, problems: [String]) {
        var texts: [String: String] = [:]
        for column in ImportColumn.allCases {
            guard let place = columns[column.rawValue], place < cells.count else { continue }
            texts[column.rawValue] = CSVFormula.unguarded(ImportCell.bounded(cells[place]))
        }
        let given = Form(texts)
        var fields = texts
        fields["state"] = state(of: given["list"]).rawValue
        fields["hours"] = ImportCell.hours(given.line("hours"), in: unit)
        for name in ["started", "finished"] { fields[name] = ImportCell.day(given.line(name), in: days) }
        let points = ImportCell.rating(given.line("rating"), of: scale)
        fields["rating"] = points.map(String.init)
        var problems: [String] = []
        func addProblem(_ column: ImportColumn, _ words: String) { problems.append("Line \(number), \(column.rawValue): \(words)") }
        if points == nil, !["", "0", "0.0", "-"].contains(given.line("rating")) {
            addProblem(.rating, "“\(given.line("rating").prefix(40))” is not a number from 1 to \(scale). It is left out.")
        }
        guard let form = LibraryForm(Form(fields)) else { throw Problem.malformed("Choose one of the lists.") }
        var record = form.record
        for column in ImportColumn.allCases {
            guard let problem = form.input.problems[column.rawValue] else { continue }
            switch column {
            case .note:
                record.note = String(String.UnicodeScalarView(record.note.unicodeScalars.prefix(LibraryForm.noteLimit)))
                let limit = LibraryForm.noteLimit
                addProblem(column, "It is longer than \(limit) characters. Only the first \(limit) are kept.")
            case .platform:
                record.platform = ""
                addProblem(column, "\(problem) It is left out.")
            default:
                if column == .finished { record.finished = nil }
                addProblem(column, "“\(given.line(column.rawValue).prefix(40))” cannot be used. It is left out.")
            }
        }
        var name = given.line("name")
        if name.isEmpty { addProblem(.name, "The name is missing. The line is left out.") }
        if name.utf16.count > ImportedRow.maxNameLength {
            addProblem(.name, "It is longer than \(ImportedRow.maxNameLength) characters, so the line is left out.")
            name = ""
        }
        let year = ImportCell.year(in: given.line("released"))
        return (ImportedRow(line: number, name: name, year: year, entry: ImportedEntry(form.state, record)), problems)
    }
}

struct ImportedRow: Encodable, Sendable {
    var line: Int
    /// The name of the game. Empty if the line is left out.
    var name: String
    var year: String?
    var entry: ImportedEntry

    /// The largest length of a name. It counts UTF-16 code units, as `maxlength` in HTML does.
    static let maxNameLength = 100
}

struct ImportedEntry: Codable, Sendable {
    var state: String
    var rating: Int?
    var minutes: Int?
    var platform: String
    var note: String
    var started: String?
    var finished: String?

    init(_ state: LibraryEntry.State, _ record: LibraryRecord) {
        (self.state, rating, minutes, platform, note) = (state.rawValue, record.rating, record.minutes, record.platform, record.note)
        (started, finished) = (record.started?.description, record.finished?.description)
    }
}
