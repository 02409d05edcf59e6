import HTMLTemplates

/// Tic Chat Toe: boards, the machine, and who plays best.
struct TicTacToeFeature: Feature {
    private static let (rows, gamesAtOnce) = (500, 50)
    let part: ClubPart? = .play
    let cards = [AnyHubCard(ResultsCard.self)]
    let pages: [any Page.Type] = [
        GamePage.self, GameLive.self, BoardFrame.self, ResignPage.self, NewGamePage.self,
    ]
    let profileSections = [
        AnyProfileSection(ProfileScores.self), AnyProfileSection(ProfileActivity.self), AnyProfileSection(ProfileGames.self),
    ]
    let leaderboards = [AnyLeaderboard(RatingLeaderboard.self)]
    /// A member's record and games, on their profile.
    static let played = PrivacyKind(name: "games", label: "Your record and your games", isRanked: true)
    let privacy = [played]
    let badges = [GameBadges.games]
    let rooms = [RoomKind.game]
    let waiting = [WaitingKind.turn]
    let exports = [
        Export("scores") { GameDataQueries().scores(of: $0, after: $1, limit: $2) },
        Export("games") { GameDataQueries().games(of: $0, after: $1, limit: $2) },
    ]
    let clearings = [
        Clearing("running games", .deed { try await Self.giveUp(gamesOf: $0, in: $1, $2) }),
        Clearing("scores") { GameDataQueries().clearScores(of: $0) },
    ]
    let upkeep = [
        Upkeep("games", announcing: { [.lobby($0)] }) { _ in
            GameQueries().abandoned(limit: Self.gamesAtOnce)
        } each: { game, club, services in
            try await GameEnding(services.database, services.announcer, in: club.id).abandon(game)
        },
        Upkeep("scores", announcing: { [.lobby($0)] }) { _ in ScoreQueries().endDays(limit: Self.rows) },
    ]

    func add(to site: Site) {
        GameRoutes().add(to: site)
        MachineRoutes().add(to: site)
    }

    func show(in demo: DemoScene) async throws { try await DemoGames(scene: demo).play() }

    /// Their games stay; those that run are given up.
    private static func giveUp(gamesOf member: ID<Member>, in club: ID<Club>, _ services: Services) async throws -> Int {
        let ending = GameEnding(services.database, services.announcer, in: club)
        var count = 0
        for _ in 0..<100 {
            let games = try await services.database.read(tenant: club.rawValue, GameQueries().running(of: member, limit: gamesAtOnce))
            guard !games.isEmpty else { break }
            for game in games { try await ending.giveUp(game.id, by: member) }
            count += games.count
        }
        return count
    }
}
