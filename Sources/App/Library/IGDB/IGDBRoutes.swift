import HTMLTemplates
import HTTPTypes
import Hummingbird
import IGDB
import Postgres
import Web

struct IGDBRoutes {
    private let queries = IGDBQueries()

    func add(to site: Site) { site.memberGet("/c/:club/library/search/igdb", search) }

    private func search(_ visit: MemberVisit) async throws -> Response {
        let words = String(visit.query("q").map { Form(["q": $0]).line("q") }?.prefix(scalars: SearchPage.queryLimit) ?? "")
        let state = visit.services[IGDBState.self]
        guard state.client != nil, !words.isEmpty else {
            return visit.redirect(to: SearchPage.path(for: words, in: visit.club))
        }
        let key = Self.key(words)
        let account = visit.session.account
        return try await visit.answer {
            let (known, games) = try await visit.read(queries.search(key), queries.games(of: key, to: visit.me))
            guard known?.isAnswered != true else {
                if known?.isStale == true, visit.isLookedAt { state.refresh(key, for: account) }
                return try visit.page(IGDBPage(games, words: words, visit: visit))
            }
            // A browser that prefetches the link must not cause a search at IGDB.
            guard visit.isLookedAt else { return try visit.page(IGDBPage([], words: words, visit: visit)) }
            do {
                try await visit.services.admission.outside {
                    try await visit.whileConnected { try await state.ask(key, for: Requester(visit)) }
                }
            } catch let failure as IGDBFailure {
                throw Refusal(.serviceUnavailable, failure.sentence)
            }
            return try visit.page(IGDBPage(try await visit.read(queries.games(of: key, to: visit.me)), words: words, visit: visit))
        } refused: { refusal in
            try visit.page(IGDBPage([], words: words, problem: refusal.sentence, visit: visit))
        }
    }

    /// The key of a cached search. Searches that differ only in case have the same key.
    private static func key(_ words: String) -> String { words.lowercased().prefix(scalars: SearchPage.queryLimit) }
}

struct IGDBPage: Page {
    static let template = "library/igdb"
    var layout: Layout
    var clubName: String
    var words: String
    var back: String
    var found: FoundVideoGames
    var problem: String?

    init(_ games: [VideoGameEntry], words: String, problem: String? = nil, visit: MemberVisit) {
        (layout, clubName, self.words, self.problem) = (visit.layout, visit.club.name, words, problem)
        back = SearchPage.path(for: words, in: visit.club)
        found = FoundVideoGames(games, words: words, club: visit.club)
    }
}

extension MemberVisit {
    var hasIGDB: Bool { services[IGDBState.self].client != nil }
}
