import GameRules
import HTMLTemplates
import Hummingbird
import Postgres

/// Words that a club's admins add to those that Wordley asks, and that may be guessed there. The word of the day is none of them, as it is
/// to be the same for all who began on that day.
struct ClubWordRoutes {
    private let queries = ClubWordQueries()
    /// How many a club may have.
    static let most = 500

    func add(to site: Site) {
        site.memberGet("/c/:club/practice/words") { visit in try await show(visit) }
        site.memberPost("/c/:club/practice/words", add)
        site.memberPost("/c/:club/practice/words/removal", remove)
    }

    private func show(
        _ visit: MemberVisit, text: String = "", problem: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try visit.adminOnly()
        let words = try await visit.read(queries.words())
        return try visit.page(ClubWordsPage(words, text: text, problem: problem, visit: visit), status: status)
    }

    /// All of them, or none.
    private func add(_ visit: MemberVisit) async throws -> Response {
        try visit.adminOnly()
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
                "“\(bad.prefix(30))” does not fit. A word has \(lengths.lowerBound) to \(lengths.upperBound) letters, from A to Z."
            } else {
                nil
            }
        if let problem { return try await show(visit, text: text, problem: problem, status: .unprocessableContent) }
        let (_, added) = try await visit.write(DirectoryQueries().lockClub(), queries.add(words.sorted(), upTo: Self.most))
        guard added else {
            return try await show(visit, text: text, problem: "\(Self.most) words fit. Remove some first.", status: .unprocessableContent)
        }
        return visit.redirect(to: ClubWordsPage.path(in: visit.club))
    }

    private func remove(_ visit: MemberVisit) async throws -> Response {
        try visit.adminOnly()
        try visit.spend(.practice)
        try await visit.write(queries.remove(visit.form["word"]))
        return visit.redirect(to: ClubWordsPage.path(in: visit.club))
    }
}

struct ClubWordQueries {
    func words() -> Query<[String]> { .all("SELECT word FROM wordley_words ORDER BY word") }

    func words(letters: Int) -> Query<[String]> {
        .all("SELECT word FROM wordley_words WHERE length(word) = $1 ORDER BY word", letters)
    }

    func has(_ word: String) -> Query<Bool> { .one("SELECT EXISTS (SELECT FROM wordley_words WHERE word = $1)", word) }

    /// Whether they fit.
    func add(_ words: [String], upTo most: Int) -> Query<Bool> {
        .one(
            """
            WITH fresh AS (
                SELECT w.word FROM unnest($1::text[]) w (word) WHERE NOT EXISTS (SELECT FROM wordley_words o WHERE o.word = w.word)
            ), fit AS (
                SELECT (SELECT count(*) FROM fresh) + (SELECT count(*) FROM wordley_words) <= $2 AS fits
            ), added AS (
                INSERT INTO wordley_words (club_id, word) SELECT current_setting('app.club_id')::bigint, f.word FROM fresh f, fit
                WHERE fit.fits ON CONFLICT DO NOTHING
            )
            SELECT fits FROM fit
            """, words, most)
    }

    func remove(_ word: String) -> Query<Int> { .change("DELETE FROM wordley_words WHERE word = $1", word) }
}

/// Where admins add words, and take them away.
struct ClubWordsPage: Page {
    static let template = "wordley/words"
    var layout: Layout
    var clubName: String
    var settings: String
    var action: String
    var removal: String
    var text: String
    var problem: String?
    var problems: [FieldProblem]
    var words: [String]
    var hasWords: Bool

    static func path(in club: Club) -> String { club.path + "/practice/words" }

    init(_ words: [String], text: String, problem: String?, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        settings = visit.club.path + "/practice/settings"
        action = Self.path(in: visit.club)
        removal = action + "/removal"
        self.text = String(text.prefix(5000))
        self.problem = problem
        problems = FieldProblem.list(["words": problem])
        (self.words, hasWords) = (words, !words.isEmpty)
    }
}
