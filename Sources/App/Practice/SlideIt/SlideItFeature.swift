import HTMLTemplates
import Postgres

struct SlideItFeature: Feature {
    let part: ClubPart? = .practice
    let pages: [any Page.Type] = [SlideItPage.self, SlideItLive.self]
    let exports = [
        Export(
            "slideit", of: "slideit_games",
            fields: [
                "level": "level", "size": "size", "shuffle": "shuffle", "moves": "moves", "hints": "hints", "tile_style": "tile_style",
                "photo": "photo_id", "state": "state", "started_at": "started_at", "finished_at": "finished_at",
            ])
    ]
    let offlineActions = [SlideItRoutes.offlineMoves]
    let erasureSteps = [ErasureStep(deleting: "slideit_games", by: "id", atOnce: 1000)]

    func add(to site: Site) { SlideItRoutes().add(to: site) }

    func createDemoData(in demo: DemoScene) async throws { try await DemoSlides(scene: demo).play() }
}
