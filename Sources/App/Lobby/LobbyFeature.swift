import GameRules
import HTMLTemplates

extension ClubPart {
    /// Where members meet: the lobby with its chat, and the boards.
    static let play = ClubPart(
        name: "play", label: "Play", path: "/lobby", folders: ["lobby", "challenges", "seeks", "games", "leaderboards"], icon: "play",
        purpose: "The lobby with its chat, and Tic Chat Toe with its leaderboard.", isHome: true)
}

/// The lobby: who is here, and who would play.
struct LobbyFeature: Feature {
    private static let rows = 500
    let part: ClubPart? = .play
    let pages: [any Page.Type] = [LobbyPage.self, ChallengePage.self, RefusalPage.self, LobbyLive.self, LobbyFrame.self]
    let rooms = [RoomKind.lobby]
    let waiting = [WaitingKind.challenge]
    let notices = [NoticeKind.accepted]
    let exports = [Export("challenges") { LobbyDataQueries().challenges(of: $0, after: $1, limit: $2) }]
    let clearings = [
        Clearing("presence") { LobbyDataQueries().clearPresence(of: $0) },
        Clearing("seeks") { LobbyDataQueries().clearSeeks(of: $0) },
        Clearing("open challenges") { LobbyDataQueries().endChallenges(of: $0) },
        Clearing("words of challenges") { LobbyDataQueries().clearWords(of: $0) },
    ]
    let upkeep = [
        Upkeep("challenges", announcing: { [.lobby($0)] }) { _ in LobbyQueries().endExpired(limit: Self.rows) },
        Upkeep("seeks", announcing: { [.lobby($0)] }) { _ in SeekQueries().endExpired(limit: Self.rows) },
        Upkeep("presence") { _ in PresenceQueries().forget(limit: Self.rows) },
    ]
    let blockEffects = [
        BlockEffect(after: TicTacToe.Variant.allCases.map { SeekQueries().lock($0) }) {
            LobbyQueries().endChallenges(between: $0, and: $1)
        }
    ]

    func add(to site: Site) {
        LobbyRoutes().add(to: site)
        ChallengeRoutes().add(to: site)
        SeekRoutes().add(to: site)
    }

    func show(in demo: DemoScene) async throws {
        try await demo.say(
            in: .lobby, (demo.carmen, "Evening all. Anyone for five in a row?"), (demo.ben, "After my chips! 🍟"),
            (demo.carmen, "The big board rules: https://en.wikipedia.org/wiki/Gomoku"))
    }
}
