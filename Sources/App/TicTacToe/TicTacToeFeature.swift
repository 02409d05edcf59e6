import HTMLTemplates

/// Tic Chat Toe: games between members, games against the machine, and ratings.
struct TicTacToeFeature: Feature {
    private static let (rows, gamesAtOnce) = (500, 50)
    let part: ClubPart? = .play
    let cards = [AnyHubCard(ResultsCard.self)]
    let pages: [any Page.Type] = [
        GamePage.self, GameLive.self, BoardFrame.self, ResignPage.self, NewGamePage.self,
    ]
    let profileSections = [
        AnyProfileSection(ProfileRatings.self), AnyProfileSection(ProfileActivity.self), AnyProfileSection(ProfileGames.self),
    ]
    let leaderboards = [AnyLeaderboard(RatingLeaderboard.self)]
    static let played = PrivacyKind(name: "games", label: "Your record and your games", isRanked: true)
    let privacy = [played]
    let badges = [GameBadges.games]
    let rooms = [ChatRoomKind.game]
    let waiting = [WaitingKind.turn]
    let exports = [
        Export("ratings") { GameDataQueries().ratings(of: $0, after: $1, limit: $2) },
        Export("games") { GameDataQueries().games(of: $0, after: $1, limit: $2) },
    ]
    let erasureSteps = [
        ErasureStep("running games", .action { try await Self.endGames(ofLeaving: $0, in: $1, $2) }),
        ErasureStep(deleting: "ratings"),
    ]
    let scheduledCleanups = [
        ScheduledCleanup("overdue games", announcing: { [.lobby($0)] }) { _ in
            GameQueries().overdue(limit: Self.gamesAtOnce)
        } each: { game, club, services in
            try await GameStore(services.database, services.announcer, in: club.id).endOverdue(game)
        },
        ScheduledCleanup("rating days", announcing: { [.lobby($0)] }) { _ in RatingQueries().deleteOldDays(limit: Self.rows) },
    ]

    func add(to site: Site) {
        GameRoutes().add(to: site)
        MachineRoutes().add(to: site)
    }

    func createDemoData(in demo: DemoScene) async throws { try await DemoGames(scene: demo).play() }

    /// Ends the running games of a member who leaves the club. Finished games are kept. Returns the number of games that were
    /// running.
    private static func endGames(ofLeaving member: ID<Member>, in club: ID<Club>, _ services: Services) async throws -> Int {
        let store = GameStore(services.database, services.announcer, in: club)
        var count = 0
        for _ in 0..<100 {
            let games = try await services.database.read(tenant: club.rawValue, GameQueries().running(of: member, limit: gamesAtOnce))
            guard !games.isEmpty else { break }
            for game in games { try await store.end(game.id, ofLeaving: member) }
            count += games.count
        }
        return count
    }
}
