import GameRules
import HTMLTemplates
import Hummingbird
import Postgres

/// The page on which admins add words to Wordley. Added words are answers and are accepted as guesses. They are never the word of the day,
/// because a new word would change the word of the day for members who start later on that day.
struct ClubWordRoutes {
    private let queries = ClubWordQueries()
    static let maxWords = 500

    func add(to site: Site) {
        site.adminGet("/c/:club/practice/words") { visit in try await show(visit) }
        site.adminPost("/c/:club/practice/words", add)
        site.adminPost("/c/:club/practice/words/removal", remove)
    }

    private func show(
        _ visit: MemberVisit, text: String = "", problem: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let words = try await visit.read(queries.words())
        return try visit.page(ClubWordsPage(words, text: text, problem: problem, visit: visit), status: status)
    }

    private func add(_ visit: MemberVisit) async throws -> Response {
        try visit.spend(.practice)
        let text = visit.form.paragraph("words")
        let words = Set(text.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init))
        let lengths = WordleyLevel.lengths
        let bad = words.sorted().first { word in
            !lengths.contains(word.utf8.count) || !word.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        }
        let problem: String? =
            if words.isEmpty {
                "Write a word, or several."
            } else if let bad {
                "“\(bad.prefix(30))” cannot be used. A word has \(lengths.lowerBound) to \(lengths.upperBound) letters, from A to Z."
            } else {
                nil
            }
        if let problem { return try await show(visit, text: text, problem: problem, status: .unprocessableContent) }
        let (_, added) = try await visit.write(ClubDirectoryQueries().lockClub(), queries.add(words.sorted(), limit: Self.maxWords))
        guard added else {
            let problem = "A club can have at most \(Self.maxWords) words. Remove some first."
            return try await show(visit, text: text, problem: problem, status: .unprocessableContent)
        }
        return visit.redirect(to: ClubWordsPage.path(in: visit.club))
    }

    private func remove(_ visit: MemberVisit) async throws -> Response {
        try visit.spend(.practice)
        try await visit.write(queries.remove(visit.form["word"]))
        return visit.redirect(to: ClubWordsPage.path(in: visit.club))
    }
}
