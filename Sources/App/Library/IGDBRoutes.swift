import HTMLTemplates
import HTTPTypes
import Hummingbird
import IGDB
import Postgres
import Web

/// More of what is called so, from IGDB.
struct IGDBRoutes {
    private let queries = IGDBQueries()

    func add(to site: Site) { site.memberGet("/c/:club/library/search/igdb", search) }

    private func search(_ visit: MemberVisit) async throws -> Response {
        let words = String(visit.query("q").map { Form(["q": $0]).line("q") }?.prefix(scalars: SearchPage.longest) ?? "")
        let state = visit.services[IGDBState.self]
        guard state.client != nil, !words.isEmpty else {
            return visit.redirect(to: SearchPage.path(for: words, in: visit.club))
        }
        let key = Self.key(words)
        let account = visit.session.account
        return try await visit.answer {
            let (known, titles) = try await visit.read(queries.search(key), queries.titles(of: key, to: visit.me))
            guard known?.isAnswered != true else {
                if known?.isStale == true, visit.isLookedAt { state.refresh(key, for: account) }
                return try visit.page(IGDBPage(titles, words: words, visit: visit))
            }
            // A browser that fetches what may be wanted asks nobody else for it.
            guard visit.isLookedAt else { return try visit.page(IGDBPage([], words: words, visit: visit)) }
            do {
                try await visit.services.admission.outside {
                    try await visit.whileConnected { try await state.ask(key, for: Holder(visit)) }
                }
            } catch let failure as IGDBFailure {
                throw Refusal(.serviceUnavailable, failure.sentence)
            }
            return try visit.page(IGDBPage(try await visit.read(queries.titles(of: key, to: visit.me)), words: words, visit: visit))
        } refused: { refusal in
            try visit.page(IGDBPage([], words: words, problem: refusal.sentence, visit: visit))
        }
    }

    /// What is searched, without what makes no difference there: case, and blanks.
    private static func key(_ words: String) -> String { words.lowercased().prefix(scalars: SearchPage.longest) }
}

/// What IGDB has found.
struct IGDBPage: Page {
    static let template = "library/igdb"
    var layout: Layout
    var clubName: String
    var words: String
    /// Where one looks for it in the catalogue of this site.
    var back: String
    var found: FoundTitles
    var problem: String?

    init(_ titles: [TitleEntry], words: String, problem: String? = nil, visit: MemberVisit) {
        (layout, clubName, self.words, self.problem) = (visit.layout, visit.club.name, words, problem)
        back = SearchPage.path(for: words, in: visit.club)
        found = FoundTitles(titles, words: words, club: visit.club)
    }
}

extension MemberVisit {
    /// Whether IGDB may be asked for more.
    var hasIGDB: Bool { services[IGDBState.self].client != nil }
}
