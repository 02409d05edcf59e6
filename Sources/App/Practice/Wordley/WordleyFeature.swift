import HTMLTemplates
import Postgres

/// Wordley: a game in which a member guesses a hidden word.
struct WordleyFeature: Feature {
    let part: ClubPart? = .practice
    let pages: [any Page.Type] = [WordleyPage.self, WordleyLive.self, ClubWordsPage.self]
    let exports = [Export("wordley") { WordleyQueries().export(of: $0, after: $1, limit: $2) }]
    let erasureSteps = [ErasureStep("wordley games", .rows(atOnce: 1000) { WordleyQueries().clear(of: $0, limit: $1) })]

    func add(to site: Site) {
        WordleyRoutes().add(to: site)
        ClubWordRoutes().add(to: site)
    }

    func show(in demo: DemoScene) async throws { try await DemoWords(scene: demo).play() }
}
