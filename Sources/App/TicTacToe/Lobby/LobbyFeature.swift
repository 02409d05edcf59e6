import GameRules
import HTMLTemplates

extension ClubPart {
    static let play = ClubPart(
        name: "play", label: "Play", path: "/lobby", pathComponents: ["lobby", "challenges", "seeks", "games", "leaderboards"],
        icon: "play", purpose: "The lobby with its chat, and Tic Chat Toe with its leaderboard.", isHome: true)
}

struct LobbyFeature: Feature {
    private static let rowsPerStep = 500
    let part: ClubPart? = .play
    let pages: [any Page.Type] = [LobbyPage.self, ChallengePage.self, DeclinePage.self, LobbyLive.self, LobbyFrame.self]
    let rooms = [ChatRoomKind.lobby]
    let waiting = [WaitingKind.challenge]
    let notices = [NoticeKind.accepted]
    let exports = [Export("challenges") { LobbyDataQueries().challenges(of: $0, after: $1, limit: $2) }]
    let erasureSteps = [
        ErasureStep(deleting: "presence"),
        ErasureStep(deleting: "seeks"),
        ErasureStep("open challenges") { LobbyDataQueries().endChallenges(of: $0) },
        ErasureStep("words of challenges") { LobbyDataQueries().eraseChallengeTexts(of: $0) },
    ]
    let scheduledCleanups = [
        ScheduledCleanup("challenges", announcing: { [.lobby($0)] }) { _ in LobbyQueries().endExpired(limit: Self.rowsPerStep) },
        ScheduledCleanup("seeks", announcing: { [.lobby($0)] }) { _ in SeekQueries().deleteExpired(limit: Self.rowsPerStep) },
        ScheduledCleanup("presence") { _ in PresenceQueries().deleteOld(limit: Self.rowsPerStep) },
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
        PlayInvitationRoutes().add(to: site)
    }

    func createDemoData(in demo: DemoScene) async throws {
        try await demo.say(
            in: .lobby, (demo.carmen, "Evening all. Anyone for five in a row?"), (demo.ben, "After my chips! 🍟"),
            (demo.carmen, "The big board rules: https://en.wikipedia.org/wiki/Gomoku"))
    }
}
