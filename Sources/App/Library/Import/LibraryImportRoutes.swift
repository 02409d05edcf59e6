import CSV
import FoundationEssentials
import Hummingbird
import Postgres
import Web

/// Imports a member's file of video games, such as an export of a similar site.
///
/// The member uploads the file, confirms the columns, checks the preview and adds the games to the lists. Until then the lines wait in the
/// database, see `LibraryImportQueries`.
struct LibraryImportRoutes {
    private let queries = LibraryImportQueries()
    private static let path = "/library/import"
    private static let limits = UploadForm.Limits(fileBytes: 5 << 20, files: 1)
    private static let (linesAtOnce, addedAtOnce) = (1000, 500)
    private static let (shownLines, shownMatched, shownUnmatched, suggestions, shownWords) = (5, 30, 10, 4, 30)

    func add(to site: Site) {
        site.memberGet("/c/:club/library/import") { visit in
            try visit.page(LibraryImportPage(try await visit.read(queries.file(of: visit.me)), visit: visit))
        }
        site.memberUpload("/c/:club/library/import", receive)
        site.memberGet("/c/:club/library/import/columns") { visit in try await columns(visit) }
        site.memberPost("/c/:club/library/import/columns", read)
        site.memberGet("/c/:club/library/import/preview") { visit in
            try visit.spend(.games)
            return try await preview(visit)
        }
        site.memberPost("/c/:club/library/import/words", on: Self.path + "/preview", readWords)
        site.memberPost("/c/:club/library/import/lines", on: Self.path + "/preview", match)
        site.memberPost("/c/:club/library/import/entries", on: Self.path + "/preview", addToLists)
        site.memberPost("/c/:club/library/import/removal", on: Self.path + "/preview") { visit in
            _ = try await visit.write(queries.remove(of: visit.me))
            return visit.redirect(to: visit.club.path + Self.path)
        }
    }

    // MARK: The file

    private func receive(_ visit: MemberVisit) async throws -> Response {
        try await visit.answer {
            try await Upload.receiveImport(visit, within: Self.limits) { upload in
                try visit.spend(.libraryFile)
                guard let file = upload.files.first else { throw Refusal(.unprocessableContent, "Choose a file.") }
                try file.check()
                let path = "\(upload.folder)/\(file.name)"
                let (records, problems) = try await ImportLane.compute { try Self.parse(path) }
                guard problems.count == 0 else {
                    return try visit.page(LibraryImportPage(problems, visit: visit), status: .unprocessableContent)
                }
                guard let header = records.first, records.count > 1 else {
                    throw Refusal(.unprocessableContent, "The file has only its first line, which names the columns.")
                }
                let name = Form(["file": file.originalName]).line("file")
                let (reading, batches) = try await ImportLane.compute { try Self.batches(header, Array(records.dropFirst())) }
                try await visit.writeWithMemberLock(
                    and: [queries.saveFile(name, header.fields, reading, by: visit.me)]
                        + batches.map { queries.saveLines($0, by: visit.me) })
                return visit.redirect(to: visit.club.path + Self.path + "/columns")
            }
        } refused: { refusal in
            let waiting = try await visit.read(queries.file(of: visit.me))
            return try visit.page(LibraryImportPage(waiting, problem: refusal.sentence, visit: visit))
        }
    }

    private static func batches(_ header: CSVRecord, _ lines: [CSVRecord]) throws -> (reading: JSON, lines: [JSON]) {
        let batches = try stride(from: 0, to: lines.count, by: linesAtOnce).map { start in
            try JSON(encoding: lines[start..<min(start + linesAtOnce, lines.count)].map { Cells(line: $0.line, cells: $0.fields) })
        }
        return (try JSON(encoding: ImportReading(guessedFrom: header.fields, lines)), batches)
    }

    private struct Cells: Encodable {
        var line: Int
        var cells: [String]
    }

    /// The records of a file and its errors. The first record names the columns. Throws `Refusal` if there are too many lines.
    private static func parse(_ path: String) throws -> ([CSVRecord], FileProblems) {
        var (records, problems, lines) = ([CSVRecord](), FileProblems(), 0)
        var reader = CSVReader(delimiter: .detected, limits: CSVReader.Limits(fields: 100))
        func take(_ record: CSVRecord) throws {
            guard !record.fields.allSatisfy(\.isEmpty) else { return }
            // Lines with errors count for the limit, because they take as long to read.
            lines += 1
            guard lines <= LibraryImportQueries.lineLimit + 1 else {
                throw Refusal(.contentTooLarge, "The file has more than \(LibraryImportQueries.lineLimit) lines. Send it in parts.")
            }
            if let header = records.first, record.fields.count != header.fields.count {
                let fault = CSVError.Fault.wrongFieldCount(record.fields.count, expected: header.fields.count)
                problems.add(CSVError(line: record.line, fault: fault).sentence, at: record.line)
            } else {
                records.append(CSVRecord(line: record.line, fields: record.fields.map(ImportCell.bounded)))
            }
        }
        do {
            try reader.read(try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe), take)
            try reader.finish(take)
        } catch let error as CSVError {
            problems.add(error.sentence, at: error.line)
        }
        return (records, problems)
    }

    // MARK: The columns

    private func columns(_ visit: MemberVisit, problem: Refusal? = nil) async throws -> Response {
        let (file, lines) = try await visit.read(
            queries.file(of: visit.me), queries.lines(of: visit.me, after: 0, limit: Self.shownLines))
        guard let file else { return visit.redirect(to: visit.club.path + Self.path) }
        return try visit.page(ImportColumnsPage(file, lines, problem: problem?.sentence, visit: visit))
    }

    private func read(_ visit: MemberVisit) async throws -> Response {
        try await visit.answer {
            try visit.spend(.libraryReading)
            guard let file = try await visit.read(queries.file(of: visit.me)) else { throw Problem.notFound }
            var reading = file.reading
            guard reading.update(from: visit.form, columnCount: file.columns.count) else {
                throw Refusal(.unprocessableContent, "Choose the column with the names of the games.")
            }
            let name = ImportColumn.name.rawValue
            let resetsChoices = !file.isRead || reading.columns[name] != file.reading.columns[name]
            try await read(file, as: reading, resetsChoices: resetsChoices, visit)
            return visit.redirect(to: visit.club.path + Self.path + "/preview")
        } refused: { refusal in
            try await columns(visit, problem: refusal)
        }
    }

    private func readWords(_ visit: MemberVisit) async throws -> Response {
        try await visit.answer {
            try visit.spend(.libraryReading)
            guard let file = try await visit.read(queries.file(of: visit.me)) else { throw Problem.notFound }
            var reading = file.reading
            for (word, state) in zip(visit.form.values("word"), visit.form.values("state")).prefix(Self.shownWords) {
                if let state = LibraryEntry.State(rawValue: state) { reading.remember(word, means: state) }
            }
            try await read(file, as: reading, resetsChoices: false, visit)
            return visit.redirect(to: visit.club.path + Self.path + "/preview")
        } refused: { refusal in
            try await preview(visit, problem: refusal)
        }
    }

    private func read(_ file: PendingImport, as reading: ImportReading, resetsChoices: Bool, _ visit: MemberVisit) async throws {
        try await visit.services.admission.outside {
            try await visit.services.imports.work(for: Requester(visit)) {
                try await readLines(of: file, as: reading, resetsChoices: resetsChoices, visit)
            }
        }
    }

    private func readLines(
        of file: PendingImport, as reading: ImportReading, resetsChoices: Bool, _ visit: MemberVisit
    ) async throws {
        var (problems, last) = (FileProblems(), 0)
        var work: [Query<Int>] = []
        while true {
            let lines = try await visit.read(queries.lines(of: visit.me, after: last, limit: Self.linesAtOnce))
            let (read, sentences) = try await ImportLane.compute {
                let read = try lines.map { try reading.line($0.line, $0.cells) }
                return (try JSON(encoding: read.map(\.line)), read.flatMap { line, sentences in sentences.map { ($0, line.line) } })
            }
            for (sentence, line) in sentences { problems.add(sentence, at: line) }
            work.append(queries.saveValues(read, resetsChoices: resetsChoices, by: visit.me))
            guard lines.count == Self.linesAtOnce, let end = lines.last else { break }
            last = end.line
        }
        work.append(
            queries.saveReading(try JSON(encoding: reading), problems: problems.sentences, count: problems.count, by: visit.me))
        try await visit.write(and: work)
    }

    // MARK: The preview

    private func preview(_ visit: MemberVisit, problem: Refusal? = nil) async throws -> Response {
        let after = max(0, visit.query("after").flatMap { Int($0) } ?? 0)
        let (file, totals, matched, unmatched, words) = try await visit.read(
            queries.file(of: visit.me), queries.totals(of: visit.me),
            queries.matchedLines(of: visit.me, after: after, limit: Self.shownMatched + 1),
            queries.unmatchedLines(of: visit.me, limit: Self.shownUnmatched, suggestions: Self.suggestions),
            queries.listNames(of: visit.me, limit: Self.shownWords))
        guard let file, file.isRead else { return visit.redirect(to: visit.club.path + Self.path) }
        var page = ImportPreviewPage(file, totals, words, problem: problem?.sentence, visit: visit)
        page.unknown = UnmatchedEntry.grouped(unmatched)
        page.known = matched.prefix(Self.shownMatched).map { MatchedEntry($0, club: visit.club) }
        let here = visit.club.path + Self.path + "/preview"
        page.pager = Pager(
            first: after == 0 ? nil : here,
            next: matched.count > Self.shownMatched ? "\(here)?after=\(matched[Self.shownMatched - 1].line)" : nil)
        return try visit.page(page)
    }

    private func match(_ visit: MemberVisit) async throws -> Response {
        try await visit.answer {
            try visit.spend(.libraryReading)
            var matched: (lines: [Int], games: [ID<VideoGame>]) = ([], [])
            var renamed: (lines: [Int], names: [String]) = ([], [])
            var new: (lines: [Int], names: [String]) = ([], [])
            var leftOut: [Int] = []
            for line in visit.form.values("line").prefix(Self.shownUnmatched).compactMap({ Int($0) }) {
                let name = visit.form.line("name-\(line)")
                switch visit.form["is-\(line)"] {
                case "other":
                    guard (1...ImportedRow.maxNameLength).contains(name.utf16.count) else {
                        throw Refusal(
                            .unprocessableContent, "Write the name of the game in at most \(ImportedRow.maxNameLength) characters.")
                    }
                    renamed.lines.append(line)
                    renamed.names.append(name)
                case "new":
                    new.lines.append(line)
                    new.names.append(visit.form.line("called-\(line)"))
                case "out": leftOut.append(line)
                case let text:
                    guard let game = ID<VideoGame>(text) else { continue }
                    matched.lines.append(line)
                    matched.games.append(game)
                }
            }
            guard new.names.allSatisfy({ (1...ImportedRow.maxNameLength).contains($0.utf16.count) }) else {
                throw Problem.malformed("Load the page again.")
            }
            guard try await visit.writeWithMemberLock(queries.createGames(for: new.lines, names: new.names, by: visit.me)) else {
                throw Refusal(.unprocessableContent, "You can add at most \(VideoGameQueries.maxAddedPerMember) games to the club.")
            }
            _ = try await visit.write(
                queries.match(matched.lines, as: matched.games, by: visit.me), queries.leaveOut(leftOut, by: visit.me),
                queries.rename(renamed.lines, to: renamed.names, by: visit.me))
            return visit.redirect(to: visit.club.path + Self.path + "/preview")
        } refused: { refusal in
            try await preview(visit, problem: refusal)
        }
    }

    /// Adds the games in batches, each in its own transaction, so that locks are short. If a batch is refused, its lines stay stored.
    private func addToLists(_ visit: MemberVisit) async throws -> Response {
        try await visit.answer {
            try visit.spend(.libraryFile)
            let replaces = visit.form["mine"] == "replace"
            var (new, others) = (0, 0)
            while true {
                let (_, count, _, _) = try await visit.write(
                    ClubDirectoryQueries().lock(visit.me),
                    queries.addToLists(replacing: replaces, limit: Self.addedAtOnce, by: visit.me),
                    queries.clearNews(visit.me), LibraryBadges.games.award(to: [visit.me]))
                guard count.hasRoom else {
                    let before = new == 0 ? "" : "\(new) games were added. "
                    throw Refusal(
                        .unprocessableContent, "\(before)Your lists can have at most \(LibraryQueries.gameLimit) games.")
                }
                (new, others) = (new + count.new, others + count.others)
                guard count.lines == Self.addedAtOnce else { break }
            }
            let (_, file) = try await visit.write(queries.deleteIfDone(of: visit.me), queries.file(of: visit.me))
            var page = LibraryImportPage(file, visit: visit)
            page.outcome = LibraryImportPage.outcome(new: new, others: others, replaced: replaces)
            return try visit.page(page)
        } refused: { refusal in
            try await preview(visit, problem: refusal)
        }
    }
}

extension RateLimiter.Limit {
    static let libraryFile = RateLimiter.Limit(name: "library file", burst: 10, secondsPerToken: 60)
    static let libraryReading = RateLimiter.Limit(name: "library reading", burst: 60, secondsPerToken: 5)
}
