import HTMLTemplates
import Postgres

extension ClubPart {
    static let library = ClubPart(
        name: "library", label: "Library", path: "/library", pathComponents: ["library"], icon: "library",
        purpose: "GameOn: video games that members play, want to play, and have finished.")
}

/// GameOn: a catalogue of video games, and the lists of the members.
struct LibraryFeature: Feature {
    let part: ClubPart? = .library
    let cards = [AnyHubCard(LibraryCard.self)]
    let pages: [any Page.Type] = [
        SearchPage.self, FoundLive.self, VideoGamePage.self, VideoGameFormPage.self, LibraryPage.self, ListOrderPage.self,
        ListOrderLive.self, ShelfPage.self, ShelfFormPage.self, TogetherPage.self, PlayerRequestsLive.self, EveningsPage.self,
        PlanPage.self, EveningPage.self, EveningLive.self, PlayersPage.self, SharedGamesPage.self, PlatformNamesPage.self,
        IGDBPage.self, LibraryMonthPage.self, LibraryImportPage.self, ImportColumnsPage.self, ImportPreviewPage.self,
    ]
    let profileSections = [AnyProfileSection(ProfileLibrary.self)]
    let rooms = [ChatRoomKind.videoGame]
    let leaderboards = [AnyLeaderboard(LibraryLeaderboard.self)]
    let badges = [LibraryBadges.games]
    let notices = NoticeKind.ofEvenings
    let scheduledCleanups = [
        ScheduledCleanup.evenings,
        ScheduledCleanup("files of video games") { _ in LibraryImportQueries().deleteOld() },
        ScheduledCleanup("searches at IGDB", .server { try await $0.database.write(IGDBQueries().deleteOldSearches(limit: 500)) }),
        ScheduledCleanup("search times at IGDB", .server { try await $0.database.write(IGDBQueries().deleteOldSearchTimes(limit: 500)) }),
    ]
    let privacy = LibraryEntry.State.allCases.map(\.privacy) + [LibraryActivity.privacy]
    let exports = [
        Export("video-games") { LibraryQueries().all(of: $0, after: $1, limit: $2) },
        Export("video-game-shelves") { ShelfQueries().all(of: $0, after: $1, limit: $2) },
        Export("names-on-platforms", of: "platform_names", fields: ["platform": "platform", "name": "name", "audience": "audience"]),
        Export("evenings-of-games") { EveningQueries().all(of: $0, after: $1, limit: $2) },
        Export("added-video-games") { VideoGameQueries().additions(of: $0, after: $1, limit: $2) },
    ]
    let erasureSteps = [
        ErasureStep(deleting: "shelves"),
        ErasureStep(deleting: "library_entries", by: "video_game_id", atOnce: 1000),
        ErasureStep(deleting: "library_totals"),
        ErasureStep(deleting: "library_leaderboard_totals"),
        ErasureStep("files of video games") { LibraryImportQueries().remove(of: $0) },
        ErasureStep(deleting: "platform_names"),
        ErasureStep("planned evenings", .rows(atOnce: 1000) { EveningQueries().eraseHosted(by: $0, limit: $1) }),
        ErasureStep(deleting: "evening_guests", by: "evening_id", atOnce: 1000),
        ErasureStep(deleting: "player_requests"),
        ErasureStep("authors of video games") { VideoGameQueries().eraseAdditions(of: $0) },
    ]
    let checks = [
        ConsistencyCheck("library totals", .all(LibraryChecks.lists)),
        ConsistencyCheck("video game totals", .all(LibraryChecks.games)),
        ConsistencyCheck("library leaderboard totals", .all(LibraryChecks.leaderboardTotals)),
    ]

    func add(to site: Site) {
        LibraryRoutes().add(to: site)
        VideoGameRoutes().add(to: site)
        VideoGameChatRoutes().add(to: site)
        CoverRoutes().add(to: site)
        ShelfRoutes().add(to: site)
        ListOrderRoutes().add(to: site)
        TogetherRoutes().add(to: site)
        PlayerRequestRoutes().add(to: site)
        EveningRoutes().add(to: site)
        PlayerRoutes().add(to: site)
        IGDBRoutes().add(to: site)
        VideoGameSharingRoutes().add(to: site)
        VideoGameMergeRoutes().add(to: site)
        LibraryImportRoutes().add(to: site)
        LibraryMonthRoutes().add(to: site)
    }

    func state(_ services: Services) -> (any FeatureState)? { IGDBState(services) }

    func createDemoData(in demo: DemoScene) async throws { try await DemoVideoGames(scene: demo).show() }

    func createMoreDemoData(in demo: DemoScene) async throws { try await DemoVideoGames(scene: demo).draw() }
}
