import HTMLTemplates
import Postgres

struct LibraryImportPage: Page {
    static let template = "library/import"
    var layout: Layout
    var library: String
    var action: String
    var file: String
    var waiting: WaitingEntry?
    var problems: [String]
    var moreProblems: String?
    var problem: String?
    var outcome: String?

    struct WaitingEntry: ViewModel {
        var name: String
        var path: String
    }

    init(_ waiting: PendingImport?, problem: String? = nil, visit: MemberVisit) {
        (layout, self.problem, problems) = (visit.layout, problem, [])
        library = visit.club.path + "/library"
        (action, file) = (library + "/import", library + "/file")
        self.waiting = waiting.map { WaitingEntry(name: $0.name, path: "\(action)/\($0.isRead ? "preview" : "columns")") }
    }

    init(_ problems: FileProblems, visit: MemberVisit) {
        self.init(nil, problem: "The file was not read. Correct these mistakes in it, then send it again.", visit: visit)
        self.problems = problems.sentences
        moreProblems = problems.more > 0 ? "And \(problems.more) more." : nil
    }

    /// - Parameter others: the number of games in the file that were on a list before.
    static func outcome(new: Int, others: Int, replaced: Bool) -> String {
        let games = new == 1 ? "1 game is on your lists now." : "\(new) games are on your lists now."
        guard others > 0 else { return games }
        let verb = replaced ? "now \(others == 1 ? "has" : "have") the values from the file" : "stayed as before"
        return "\(games) \(others) that \(others == 1 ? "was" : "were") already there \(verb)."
    }
}

struct ImportColumnsPage: Page {
    static let template = "library/import-columns"
    var layout: Layout
    var back: String
    var action: String
    var file: String
    var fields: [ColumnField]
    var scales: [Choice]
    var units: [Choice]
    var days: [Choice]
    var lists: [Choice]
    var headings: [String]
    var rows: [Row]
    var problem: String?

    struct ColumnField: ViewModel {
        var name: String
        var label: String
        var isRequired: Bool
        var columns: [Choice]
    }

    struct Row: ViewModel {
        var cells: [String]
    }

    private static let shownCellLength = 80

    init(_ file: PendingImport, _ lines: [PendingRow], problem: String?, visit: MemberVisit) {
        (layout, self.file, self.problem) = (visit.layout, file.name, problem)
        back = visit.club.path + "/library/import"
        action = back + "/columns"
        func short(_ text: String) -> String { text.count > Self.shownCellLength ? text.prefix(Self.shownCellLength) + "…" : text }
        let names = file.columns.enumerated().map { place, name in
            let name = short(Form(["name": name]).line("name"))
            return name.isEmpty ? "Column \(place + 1)" : name
        }
        (headings, rows) = (names, lines.map { Row(cells: $0.cells.map(short)) })
        let reading = file.reading
        fields = ImportColumn.allCases.map { column in
            let chosen = reading.columns[column.rawValue]
            let none = column == .name ? "Choose a column" : "Not in the file"
            let columns = names.enumerated().map { Choice(value: "\($0)", label: $1, isChosen: $0 == chosen) }
            return ColumnField(
                name: column.rawValue, label: column.label, isRequired: column == .name, columns: [Choice(value: "", label: none)] + columns
            )
        }
        scales = ImportReading.scales.map { Choice(value: "\($0)", label: "out of \($0)", isChosen: $0 == reading.scale) }
        units = ImportReading.Unit.allCases.map { Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == reading.unit) }
        days = ImportReading.DayOrder.allCases.map { Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == reading.days) }
        lists = Choice.lists(chosen: reading.otherwise)
    }
}

/// The page that shows which games of a file will be on which lists, and asks about lines whose game was not found.
struct ImportPreviewPage: Page {
    static let template = "library/import-preview"
    var layout: Layout
    var back: String
    var columns: String
    var action: String
    var linesAction: String
    var wordsAction: String
    var removal: String
    var file: String
    var totals: [Fact]
    var button: String?
    var mine: String?
    var problems: [String]
    var problemsHeading: String?
    var moreProblems: String?
    var words: [WordField]
    var hasWords: Bool
    /// True if the file has a name of a list that is not known, so that the member has to choose a list for it.
    var hasNewWords: Bool
    var unknown: [UnmatchedEntry] = []
    var unknownHeading: String?
    var known: [MatchedEntry] = []
    var pager = Pager()
    var problem: String?

    struct Fact: ViewModel {
        var label: String
        var value: String
    }

    struct WordField: ViewModel {
        var word: String
        var label: String
        var name: String
        var lists: [Choice]
    }

    init(_ file: PendingImport, _ totals: ImportTotals, _ words: [String], problem: String?, visit: MemberVisit) {
        (layout, self.file, self.problem, problems) = (visit.layout, file.name, problem, file.problems)
        back = visit.club.path + "/library/import"
        (columns, action, linesAction) = (back + "/columns", back + "/entries", back + "/lines")
        (wordsAction, removal) = (back + "/words", back + "/removal")
        self.totals = [
            Fact(label: "Lines", value: "\(totals.lines)"), Fact(label: "Games found", value: "\(totals.known)"),
            Fact(label: "Not found", value: "\(totals.unknown)"), Fact(label: "Left out", value: "\(totals.leftOut)"),
        ]
        if totals.repeated > 0 { self.totals.insert(Fact(label: "Repeated", value: "\(totals.repeated)"), at: 2) }
        button = totals.known == 0 ? nil : totals.known == 1 ? "Add 1 game to my lists" : "Add \(totals.known) games to my lists"
        let listed = totals.alreadyListed
        mine = listed == 0 ? nil : listed == 1 ? "1 of them is already on a list" : "\(listed) of them are already on a list"
        let count = file.problemCount
        problemsHeading = count == 0 ? nil : count == 1 ? "1 thing cannot be read" : "\(count) things cannot be read"
        moreProblems = count > problems.count ? "And \(count - problems.count) more." : nil
        self.words = words.enumerated().map { place, word in
            WordField(
                word: word, label: word.count > 60 ? word.prefix(60) + "…" : word, name: "word-\(place)",
                lists: Choice.lists(chosen: file.reading.state(of: word).rawValue))
        }
        hasWords = !words.isEmpty
        hasNewWords = words.contains { !file.reading.recognizes($0) }
        unknownHeading =
            totals.unknown == 0 ? nil : totals.unknown == 1 ? "1 game was not found" : "\(totals.unknown) games were not found"
    }
}

struct UnmatchedEntry: ViewModel {
    var line: Int
    var called: String
    var choices: [Choice]

    /// - Parameter lines: rows ordered by line. A line has one row for each similar game.
    static func grouped(_ lines: [UnmatchedRow]) -> [UnmatchedEntry] {
        var entries: [UnmatchedEntry] = []
        for line in lines {
            if entries.last?.line != line.line { entries.append(UnmatchedEntry(line: line.line, called: line.called, choices: [])) }
            guard let game = line.game, let name = line.name else { continue }
            entries[entries.count - 1].choices.append(
                Choice(value: game.description, label: name, detail: VideoGameRow.details(line.released, line.platforms ?? [])))
        }
        return entries
    }
}

struct MatchedEntry: ViewModel {
    var name: String
    var path: String
    var cover: VideoGameCover
    var words: String
    var called: String?
    var already: String?
    /// A sentence about an earlier line with the same game. Nil if there is none.
    var counting: String?

    init(_ line: MatchedRow, club: Club) {
        (name, path) = (line.name, VideoGame.path(of: line.game, in: club))
        cover = VideoGameCover(line.game, line.name, version: line.cover, in: club)
        let (entry, list) = (line.entry, LibraryEntry.State(rawValue: line.entry.state) ?? .wants)
        let hours = entry.minutes.map { $0 == 60 ? "1 hour" : "\(LibraryForm.hours($0)) hours" }
        let parts = [list.heading, entry.rating.map { "\($0) of 10" }, hours, entry.platform, entry.started.map { "from \($0)" }]
        words = (parts + [entry.finished.map { "finished \($0)" }, entry.note]).compactMap(\.self).filter { !$0.isEmpty }.joined(
            separator: " · ")
        called = line.called == line.name ? nil : line.called
        already = line.currentList.map { "Already on “\($0.heading)”" }
        counting = line.firstLine.map { "Line \($0) has the same game and is used. This line is left out." }
    }
}

extension Choice {
    fileprivate static func lists(chosen: String) -> [Choice] {
        LibraryEntry.State.allCases.map { Choice(value: $0.rawValue, label: $0.heading, isChosen: $0.rawValue == chosen) }
    }
}
