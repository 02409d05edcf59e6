import HTMLTemplates
import Postgres

extension ClubPart {
    static let practice = ClubPart(
        name: "practice", label: "Practice", path: "/practice", pathComponents: ["practice"], icon: "practice",
        purpose: "Plasticiti: a word game and a sliding puzzle to practise with. Made for stroke survivors, and good for anyone.")
}

/// Plasticiti, the practice part of a club: its home page, levels, history, tasks and sharing. Wordley and SlideIt are separate features.
struct PracticeFeature: Feature {
    let part: ClubPart? = .practice
    let cards = [AnyHubCard(PracticeCard.self)]
    let pages: [any Page.Type] = [
        PracticePage.self, PracticeHistoryPage.self, PracticeSettingsPage.self, TasksPage.self, TasksLive.self, TaskFormPage.self,
        PracticeBadgesPage.self, ResetPracticePage.self, SharingPage.self, SharedPracticePage.self,
    ]
    let profileSections = [AnyProfileSection(ProfilePractice.self)]
    let leaderboards = [AnyLeaderboard(PracticeLeaderboard.self)]
    /// The privacy setting for practice. A new member's practice is visible only to that member, because of the default of the column
    /// `members.for_me`.
    static let practised = PrivacyKind(name: "practice", label: "How you practise")
    let privacy = [practised]
    let badges = [PracticeBadges.practice]
    let scheduledCleanups = [
        ScheduledCleanup("practice scores") { _ in PracticeQueries().deleteResetResults(limit: 500) },
        ScheduledCleanup("practice links") { _ in PracticeSharingQueries().deleteExpired(limit: 500) },
    ]
    let waiting = [WaitingKind.task]
    let exports = PracticeData.exports
    let erasureSteps = PracticeData.erasureSteps
    let checks = PracticeChecks.all

    func add(to site: Site) {
        PracticeRoutes().add(to: site)
        TaskRoutes().add(to: site)
        SharingRoutes().add(to: site)
    }

    func createDemoData(in demo: DemoScene) async throws { try await DemoPractice(scene: demo).play() }
}
