import HTMLTemplates
import Postgres

extension ClubPart {
    /// Plasticiti.
    static let practice = ClubPart(
        name: "practice", label: "Practice", path: "/practice", folders: ["practice"], icon: "practice",
        purpose: "Plasticiti: a word game and a sliding puzzle to practise with. Made for stroke survivors, and good for anyone.")
}

/// Plasticiti: its home, its levels, what was played, and what is to be done. The games themselves are features of their own.
struct PracticeFeature: Feature {
    let part: ClubPart? = .practice
    let cards = [AnyHubCard(PracticeCard.self)]
    let pages: [any Page.Type] = [
        PracticePage.self, PracticeHistoryPage.self, PracticeSettingsPage.self, TasksPage.self, TasksLive.self, TaskFormPage.self,
        TrophiesPage.self, ResetPracticePage.self, SharingPage.self, SharedPracticePage.self,
    ]
    let profileSections = [AnyProfileSection(ProfilePractice.self)]
    let leaderboards = [AnyLeaderboard(PracticeLeaderboard.self)]
    /// How a member practises: nobody else's, unless they show it.
    static let practised = PrivacyKind(name: "practice", label: "How you practise")
    let privacy = [practised]
    let badges = [PracticeTrophies.practice]
    let upkeep = [
        Upkeep("practice scores") { _ in PracticeQueries().forgetReset(limit: 500) },
        Upkeep("practice links") { _ in PracticeSharingQueries().forget(limit: 500) },
    ]
    let waiting = [WaitingKind.task]
    let exports = PracticeData.exports
    let clearings = PracticeData.clearings
    let checks = PracticeData.checks

    func add(to site: Site) {
        PracticeRoutes().add(to: site)
        TaskRoutes().add(to: site)
        SharingRoutes().add(to: site)
    }

    func show(in demo: DemoScene) async throws { try await DemoPractice(scene: demo).play() }
}
