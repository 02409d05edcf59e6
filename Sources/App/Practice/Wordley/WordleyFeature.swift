import HTMLTemplates
import Postgres

/// Wordley: a game in which a member guesses a hidden word.
struct WordleyFeature: Feature {
    let part: ClubPart? = .practice
    let pages: [any Page.Type] = [WordleyPage.self, WordleyLive.self, ClubWordsPage.self]
    let exports = [
        Export(
            "wordley", of: "wordley_games",
            fields: [
                "day": "day", "level": "level", "word": "CASE WHEN state <> 'open' THEN answer END", "guesses": "guesses",
                "letters_as_help": "helped", "half_typed": "draft", "state": "state", "started_at": "started_at",
                "finished_at": "finished_at",
            ])
    ]
    let erasureSteps = [ErasureStep(deleting: "wordley_games", by: "id", atOnce: 1000)]

    func add(to site: Site) {
        WordleyRoutes().add(to: site)
        ClubWordRoutes().add(to: site)
    }

    func createDemoData(in demo: DemoScene) async throws { try await DemoWords(scene: demo).play() }
}
