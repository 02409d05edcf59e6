import HTMLTemplates
import Postgres

extension ClubPart {
    /// GameOn.
    static let library = ClubPart(
        name: "library", label: "Library", path: "/library", folders: ["library"], icon: "library",
        purpose: "GameOn: video games that members play, want to play, and have finished.")
}

/// GameOn: a catalogue of video games, and what members have of it.
struct LibraryFeature: Feature {
    let part: ClubPart? = .library
    let cards = [AnyHubCard(LibraryCard.self)]
    let pages: [any Page.Type] = [
        SearchPage.self, FoundLive.self, TitlePage.self, TitleFormPage.self, LibraryPage.self, OrderPage.self, OrderLive.self,
        ShelfPage.self, ShelfFormPage.self, TogetherPage.self, SeekersLive.self, EveningsPage.self,
        PlanPage.self, EveningPage.self, EveningLive.self, PlayersPage.self, CommonPage.self, NamesPage.self,
        IGDBPage.self, LibraryMonthPage.self, LibraryImportPage.self, ImportColumnsPage.self, ImportPreviewPage.self,
    ]
    let profileSections = [AnyProfileSection(ProfileLibrary.self)]
    let rooms = [RoomKind.title]
    let leaderboards = [AnyLeaderboard(LibraryLeaderboard.self)]
    let badges = [LibraryBadges.titles]
    let notices = NoticeKind.ofEvenings
    let upkeep = [
        Upkeep.evenings,
        Upkeep("files of video games") { _ in LibraryImportQueries().forget() },
        Upkeep("searches at IGDB", .server { try await $0.database.write(IGDBQueries().forgetSearches(limit: 500)) }),
        Upkeep("askers at IGDB", .server { try await $0.database.write(IGDBQueries().forgetAskers(limit: 500)) }),
    ]
    let privacy = LibraryEntry.State.allCases.map(\.privacy) + [LibraryNews.privacy]
    let exports = [
        Export("video-games") { LibraryQueries().all(of: $0, after: $1, limit: $2) },
        Export("video-game-shelves") { ShelfQueries().all(of: $0, after: $1, limit: $2) },
        Export("names-on-platforms") { PlayerQueries().all(of: $0, after: $1, limit: $2) },
        Export("evenings-of-games") { EveningQueries().all(of: $0, after: $1, limit: $2) },
        Export("video-games-written-down") { TitleQueries().additions(of: $0, after: $1, limit: $2) },
    ]
    let clearings = [
        Clearing("video game shelves") { ShelfQueries().clear(of: $0) },
        Clearing("video games", .rows(atOnce: 1000) { LibraryQueries().clear(of: $0, limit: $1) }),
        Clearing("video game totals") { LibraryQueries().clearTotals(of: $0) },
        Clearing("video game scores") { LibraryQueries().clearScores(of: $0) },
        Clearing("files of video games") { LibraryImportQueries().remove(of: $0) },
        Clearing("names on platforms") { PlayerQueries().clear(of: $0) },
        Clearing("evenings planned", .rows(atOnce: 1000) { EveningQueries().clearHosted(by: $0, limit: $1) }),
        Clearing("evenings of games", .rows(atOnce: 1000) { EveningQueries().clear(of: $0, limit: $1) }),
        Clearing("looking for players") { TitleSeekQueries().stop($0) },
        Clearing("video games written down") { TitleQueries().clearAdditions(of: $0) },
    ]
    let checks = [
        Check("library totals", .all(LibraryChecks.lists)), Check("title totals", .all(LibraryChecks.titles)),
        Check("library scores", .all(LibraryChecks.scores)),
    ]

    func add(to site: Site) {
        LibraryRoutes().add(to: site)
        TitleRoutes().add(to: site)
        TitleTalkRoutes().add(to: site)
        CoverRoutes().add(to: site)
        ShelfRoutes().add(to: site)
        OrderRoutes().add(to: site)
        TogetherRoutes().add(to: site)
        TitleSeekRoutes().add(to: site)
        EveningRoutes().add(to: site)
        PlayerRoutes().add(to: site)
        IGDBRoutes().add(to: site)
        TitleMessageRoutes().add(to: site)
        TitleMergeRoutes().add(to: site)
        LibraryImportRoutes().add(to: site)
        LibraryMonthRoutes().add(to: site)
    }

    func state(_ services: Services) -> (any FeatureState)? { IGDBState(services) }

    func show(in demo: DemoScene) async throws { try await DemoTitles(scene: demo).show() }

    func showMore(in demo: DemoScene) async throws { try await DemoTitles(scene: demo).draw() }
}

/// What is kept in sums, counted anew.
enum LibraryChecks {
    static let lists: SQL = """
        SELECT 'member ' || coalesce(t.member_id, e.member_id) || ', ' || coalesce(t.state, e.state)
        FROM (SELECT * FROM library_totals WHERE titles > 0) t FULL JOIN (
            SELECT club_id, member_id, state, count(*) AS titles FROM library_entries GROUP BY club_id, member_id, state
        ) e ON e.club_id = t.club_id AND e.member_id = t.member_id AND e.state = t.state
        WHERE t.titles IS DISTINCT FROM e.titles LIMIT 100
        """

    static let scores: SQL = """
        SELECT 'member ' || coalesce(t.member_id, e.member_id) || ', ' || coalesce(t.measure, e.measure)
        FROM (SELECT * FROM library_scores WHERE amount > 0) t FULL JOIN (
            SELECT club_id, member_id, 'finished' AS measure, finished_in(l) AS year, count(*) AS amount FROM library_entries l
                WHERE state = 'finished' GROUP BY 1, 2, 4
            UNION ALL SELECT club_id, member_id, 'reviews', 0, count(*) FROM library_entries
                WHERE state = 'finished' AND note <> '' GROUP BY 1, 2
            UNION ALL SELECT club_id, member_id, 'shelves', 0, count(*) FROM shelves WHERE audience = 'club' GROUP BY 1, 2
        ) e ON e.club_id = t.club_id AND e.member_id = t.member_id AND e.measure = t.measure AND e.year = t.year
        WHERE t.amount IS DISTINCT FROM e.amount LIMIT 100
        """

    static let titles: SQL = """
        SELECT 'title ' || coalesce(t.title_id, e.title_id) FROM (SELECT * FROM title_totals WHERE members > 0) t FULL JOIN (
            SELECT club_id, title_id, count(*) AS members, count(rating) AS ratings, coalesce(sum(rating), 0) AS rated
            FROM library_entries GROUP BY club_id, title_id
        ) e ON e.club_id = t.club_id AND e.title_id = t.title_id
        WHERE (t.members, t.ratings, t.rated) IS DISTINCT FROM (e.members, e.ratings, e.rated) LIMIT 100
        """
}
