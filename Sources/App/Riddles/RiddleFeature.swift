import HTMLTemplates
import Postgres

extension ClubPart {
    /// Emoji Charades.
    static let riddles = ClubPart(
        name: "riddles", label: "Riddles", path: "/riddles", folders: ["riddles"], icon: "riddle",
        purpose: "Emoji Charades: riddles made of emoji, sent to one another or to all, and one by EmoJim every day.", waiting: .riddle,
        countWord: "for you")
}

/// Emoji Charades: riddles made of emoji, answered and judged.
struct RiddleFeature: Feature {
    let part: ClubPart? = .riddles
    let cards = [AnyHubCard(RiddlesCard.self)]
    let pages: [any Page.Type] = [
        RiddlesPage.self, WaitingRiddlesLive.self, RiddleFormPage.self, RiddlePage.self, RiddleLive.self, DisputePage.self,
        LinkedRiddlePage.self, HowPage.self,
    ]
    let profileSections = [AnyProfileSection(ProfileRiddles.self)]
    let leaderboards = [AnyLeaderboard(RiddleLeaderboard.self)]
    /// What a member has made of riddles.
    static let solved = PrivacyKind(name: "riddles", label: "Your riddle scores", isRanked: true)
    let privacy = [solved]
    let badges = [RiddleBadges.riddles]
    let rooms = [RoomKind.riddle]
    let waiting = [WaitingKind.riddle]
    let notices = NoticeKind.ofRiddles
    let exports = RiddleData.exports
    let clearings = RiddleData.clearings
    let blockEffects = [BlockEffect { RiddleQueries().end(between: $0, and: $1) }]
    let checks = RiddleChecks.all
    let upkeep = [
        Upkeep("riddle verdicts") { _ in
            AnswerQueries().due(limit: 200)
        } each: { riddle, club, services in
            try await RiddleEnding(services, in: club.id).judgeDue(riddle)
        },
        Upkeep("riddle disputes") { _ in
            DisputeQueries().due(limit: 200)
        } each: { riddle, club, services in
            try await RiddleEnding(services, in: club.id).settleDue(riddle)
        },
    ]

    func add(to site: Site) {
        RiddleRoutes().add(to: site)
        AnswerRoutes().add(to: site)
        DisputeRoutes().add(to: site)
        RiddleLinkRoutes().add(to: site)
        EmojiDataRoutes().add(to: site)
    }

    func show(in demo: DemoScene) async throws { try await DemoRiddles(scene: demo).play() }
}
