import HTMLTemplates
import Postgres

extension ClubPart {
    static let library = ClubPart(
        name: "library", label: "Library", path: "/library", folders: ["library"], icon: "library",
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
        ScheduledCleanup("askers at IGDB", .server { try await $0.database.write(IGDBQueries().deleteOldSearchTimes(limit: 500)) }),
    ]
    let privacy = LibraryEntry.State.allCases.map(\.privacy) + [LibraryActivity.privacy]
    let exports = [
        Export("video-games") { LibraryQueries().all(of: $0, after: $1, limit: $2) },
        Export("video-game-shelves") { ShelfQueries().all(of: $0, after: $1, limit: $2) },
        Export("names-on-platforms") { PlayerQueries().all(of: $0, after: $1, limit: $2) },
        Export("evenings-of-games") { EveningQueries().all(of: $0, after: $1, limit: $2) },
        Export("video-games-written-down") { VideoGameQueries().additions(of: $0, after: $1, limit: $2) },
    ]
    let erasureSteps = [
        ErasureStep("video game shelves") { ShelfQueries().clear(of: $0) },
        ErasureStep("video games", .rows(atOnce: 1000) { LibraryQueries().clear(of: $0, limit: $1) }),
        ErasureStep("video game totals") { LibraryQueries().clearTotals(of: $0) },
        ErasureStep("video game scores") { LibraryQueries().clearScores(of: $0) },
        ErasureStep("files of video games") { LibraryImportQueries().remove(of: $0) },
        ErasureStep("names on platforms") { PlayerQueries().clear(of: $0) },
        ErasureStep("evenings planned", .rows(atOnce: 1000) { EveningQueries().clearHosted(by: $0, limit: $1) }),
        ErasureStep("evenings of games", .rows(atOnce: 1000) { EveningQueries().clear(of: $0, limit: $1) }),
        ErasureStep("looking for players") { PlayerRequestQueries().delete(of: $0) },
        ErasureStep("video games written down") { VideoGameQueries().clearAdditions(of: $0) },
    ]
    let checks = [
        ConsistencyCheck("library totals", .all(LibraryChecks.lists)), ConsistencyCheck("title totals", .all(LibraryChecks.games)),
        ConsistencyCheck("library scores", .all(LibraryChecks.scores)),
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

    func show(in demo: DemoScene) async throws { try await DemoVideoGames(scene: demo).show() }

    func showMore(in demo: DemoScene) async throws { try await DemoVideoGames(scene: demo).draw() }
}

/// SQL that returns differences between the stored totals and the rows that these totals count.
enum LibraryChecks {
    static let lists: SQL = """
        SELECT 'member ' || coalesce(t.member_id, e.member_id) || ', ' || coalesce(t.state, e.state)
        FROM (SELECT * FROM library_totals WHERE video_games > 0) t FULL JOIN (
            SELECT club_id, member_id, state, count(*) AS video_games FROM library_entries GROUP BY club_id, member_id, state
        ) e ON e.club_id = t.club_id AND e.member_id = t.member_id AND e.state = t.state
        WHERE t.video_games IS DISTINCT FROM e.video_games LIMIT 100
        """

    static let scores: SQL = """
        SELECT 'member ' || coalesce(t.member_id, e.member_id) || ', ' || coalesce(t.measure, e.measure)
        FROM (SELECT * FROM library_rankings WHERE amount > 0) t FULL JOIN (
            SELECT club_id, member_id, 'finished' AS measure, finished_in(l) AS year, count(*) AS amount FROM library_entries l
                WHERE state = 'finished' GROUP BY 1, 2, 4
            UNION ALL SELECT club_id, member_id, 'reviews', 0, count(*) FROM library_entries
                WHERE state = 'finished' AND note <> '' GROUP BY 1, 2
            UNION ALL SELECT club_id, member_id, 'shelves', 0, count(*) FROM shelves WHERE audience = 'club' GROUP BY 1, 2
        ) e ON e.club_id = t.club_id AND e.member_id = t.member_id AND e.measure = t.measure AND e.year = t.year
        WHERE t.amount IS DISTINCT FROM e.amount LIMIT 100
        """

    static let games: SQL = """
        SELECT 'title ' || coalesce(t.video_game_id, e.video_game_id) FROM (SELECT * FROM video_game_totals WHERE members > 0) t FULL JOIN (
            SELECT club_id, video_game_id, count(*) AS members, count(rating) AS ratings, coalesce(sum(rating), 0) AS rated
            FROM library_entries GROUP BY club_id, video_game_id
        ) e ON e.club_id = t.club_id AND e.video_game_id = t.video_game_id
        WHERE (t.members, t.ratings, t.rated) IS DISTINCT FROM (e.members, e.ratings, e.rated) LIMIT 100
        """
}
