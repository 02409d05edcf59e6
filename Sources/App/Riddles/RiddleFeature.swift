import HTMLTemplates
import Postgres

extension ClubPart {
    static let riddles = ClubPart(
        name: "riddles", label: "Riddles", path: "/riddles", pathComponents: ["riddles"], icon: "riddle",
        purpose: "Emoji Charades: members send each other riddles made of emoji. EmoJim has a new riddle every day.", waiting: .riddle,
        countWord: "for you")
}

/// Emoji Charades: members send riddles made of emoji, and other members answer them.
struct RiddleFeature: Feature {
    let part: ClubPart? = .riddles
    let cards = [AnyHubCard(RiddlesCard.self)]
    let pages: [any Page.Type] = [
        RiddlesPage.self, WaitingRiddlesLive.self, RiddleFormPage.self, RiddlePage.self, RiddleLive.self, DisputePage.self,
        LinkedRiddlePage.self, RiddleRulesPage.self,
    ]
    let profileSections = [AnyProfileSection(ProfileRiddles.self)]
    let leaderboards = [AnyLeaderboard(RiddleLeaderboard.self)]
    static let solved = PrivacyKind(name: "riddles", label: "Your riddle scores", isRanked: true)
    let privacy = [solved]
    let badges = [RiddleBadges.riddles]
    let rooms = [ChatRoomKind.riddle]
    let waiting = [WaitingKind.riddle]
    let notices = NoticeKind.ofRiddles
    let exports = RiddleData.exports
    let erasureSteps = RiddleData.erasureSteps
    let blockEffects = [BlockEffect { RiddleQueries().endUnfinished(between: $0, and: $1) }]
    let checks = RiddleChecks.all
    let scheduledCleanups = [
        ScheduledCleanup("riddle verdicts") { _ in
            AnswerQueries().overdue(limit: 200)
        } each: { riddle, club, services in
            try await VerdictDeadlines(services, in: club.id).judgeOverdue(riddle)
        },
        ScheduledCleanup("riddle disputes") { _ in
            DisputeQueries().overdue(limit: 200)
        } each: { riddle, club, services in
            try await VerdictDeadlines(services, in: club.id).decideOverdueDisputes(riddle)
        },
    ]

    func add(to site: Site) {
        RiddleRoutes().add(to: site)
        AnswerRoutes().add(to: site)
        DisputeRoutes().add(to: site)
        RiddleLinkRoutes().add(to: site)
        EmojiDataRoutes().add(to: site)
    }

    func createDemoData(in demo: DemoScene) async throws { try await DemoRiddles(scene: demo).play() }
}
