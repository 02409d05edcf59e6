import CSV
import Postgres

/// What a column of a member's file of games may say.
enum ImportColumn: String, CaseIterable {
    case name, list, rating, hours, platform, started, finished, note, released

    var label: String {
        switch self {
        case .name: "What the game is called"
        case .list: "On which list it is"
        case .rating: "How good it is"
        case .hours: "How long it was played"
        case .platform: "Platform"
        case .started: "Begun"
        case .finished: "Finished"
        case .note: "What I say about it"
        case .released: "Year of its release"
        }
    }

    /// How files call it, in small letters without anything between them; the likelier first.
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

/// How a member's file of games is read: which column has what, and how it is written there.
struct ImportReading: Codable, Sendable {
    /// The most points that the file gives.
    static let scales = [5, 10, 20, 100]
    /// Bytes of a word for a list, and how many of them are remembered.
    private static let (longestWord, mostWords) = (400, 500)

    /// In what it says how long something was played, unless it writes 12:30 or 12h 30m.
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

    /// How it writes the 4th of March.
    enum DayOrder: String, Codable, CaseIterable {
        case monthFirst, dayFirst

        var label: String { self == .monthFirst ? "3/4/2026" : "4/3/2026" }
    }

    /// From 0, by the name of an `ImportColumn`.
    var columns: [String: Int] = [:]
    var scale = 10
    var unit = Unit.hours
    var days = DayOrder.monthFirst
    /// The list of whatever names none.
    var otherwise = LibraryEntry.State.wants.rawValue
    /// A list by what the file calls it, in small letters.
    var words: [String: String] = [:]

    /// As it looks.
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
        let most = cells(.rating, rows).compactMap { Double($0.replacing(",", with: ".")) }.max() ?? 0
        scale = most > 20 ? 100 : most > 10 ? 20 : most > 5 || most == 0 ? 10 : 5
        let numbers = (cells(.started, rows) + cells(.finished, rows)).compactMap { $0.split { !$0.isNumber }.first.flatMap { Int($0) } }
        if numbers.contains(where: { (13...31).contains($0) }) { days = .dayFirst }
    }

    /// As it was said in a form; nil: it does not say where the names are.
    mutating func take(_ form: Form, of count: Int) -> Bool {
        columns = [:]
        for column in ImportColumn.allCases {
            if let place = form.number(column.rawValue), (0..<count).contains(place) { columns[column.rawValue] = place }
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

    /// The list that the file calls so.
    func state(of words: String) -> LibraryEntry.State { said(by: words) ?? LibraryEntry.State(rawValue: otherwise) ?? .wants }

    /// Whether such words say a list, or its member has said which.
    func knows(_ words: String) -> Bool { said(by: words) != nil }

    private func said(by words: String) -> LibraryEntry.State? {
        let key = Self.key(of: words)
        return self.words[key].flatMap(LibraryEntry.State.init) ?? Self.state(called: Self.letters(key))
    }

    /// Remembers which list a word of the file means.
    mutating func note(_ word: String, means state: LibraryEntry.State) {
        let key = Self.key(of: word)
        guard key.utf8.count <= Self.longestWord, words.count < Self.mostWords || words[key] != nil else { return }
        words[key] = state.rawValue
    }

    /// As what a file calls a list is remembered: as a line, in small letters.
    static func key(of words: String) -> String { Form(["words": words]).line("words").lowercased() }

    private static func state(called letters: String) -> LibraryEntry.State? {
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

    /// A line as it is put on a list, checked as the form on a title's page is, and what of it is left out.
    func line(_ number: Int, _ cells: [String]) throws -> (line: ImportedLine, problems: [String]) {
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
        func note(_ column: ImportColumn, _ words: String) { problems.append("Line \(number), \(column.rawValue): \(words)") }
        if points == nil, !["", "0", "0.0", "-"].contains(given.line("rating")) {
            note(.rating, "“\(given.line("rating").prefix(40))” is not from 1 to \(scale), and is left out.")
        }
        guard let form = LibraryForm(Form(fields)) else { throw Problem.malformed("Choose one of the lists.") }
        var record = form.record
        for column in ImportColumn.allCases {
            guard let problem = form.input.problems[column.rawValue] else { continue }
            switch column {
            case .note:
                record.note = String(String.UnicodeScalarView(record.note.unicodeScalars.prefix(LibraryForm.noteLimit)))
                note(column, "It is longer than \(LibraryForm.noteLimit) characters, and only so many are taken.")
            case .platform:
                record.platform = ""
                note(column, "\(problem) It is left out.")
            default:
                if column == .finished { record.finished = nil }
                note(column, "“\(given.line(column.rawValue).prefix(40))” cannot be taken, and is left out.")
            }
        }
        var name = given.line("name")
        if name.isEmpty { note(.name, "There is none, so the line is left out.") }
        if name.utf16.count > ImportedLine.longestName {
            note(.name, "It is longer than \(ImportedLine.longestName) characters, so the line is left out.")
            name = ""
        }
        let year = ImportCell.year(in: given.line("released"))
        return (ImportedLine(line: number, name: name, year: year, entry: ImportedEntry(form.state, record)), problems)
    }
}

/// A line of a member's file, once it was read.
struct ImportedLine: Encodable, Sendable {
    var line: Int
    /// "": nothing can be made of it.
    var name: String
    var year: String?
    var entry: ImportedEntry

    static let longestName = 100
}

/// What a line says that its member has of a title.
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
