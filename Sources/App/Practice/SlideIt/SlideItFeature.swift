import HTMLTemplates
import Postgres

struct SlideItFeature: Feature {
    let part: ClubPart? = .practice
    let pages: [any Page.Type] = [SlideItPage.self, SlideItLive.self]
    let exports = [Export("slideit") { SlideItQueries().export(of: $0, after: $1, limit: $2) }]
    let offlineActions = [SlideItRoutes.offlineMoves]
    let erasureSteps = [ErasureStep("slideit games", .rows(atOnce: 1000) { SlideItQueries().clear(of: $0, limit: $1) })]

    func add(to site: Site) { SlideItRoutes().add(to: site) }

    func show(in demo: DemoScene) async throws { try await DemoSlides(scene: demo).play() }
}
