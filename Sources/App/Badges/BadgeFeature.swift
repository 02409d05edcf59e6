import HTMLTemplates
import Postgres

/// The badges of members, which pages show as stamps. Each feature defines its badges in `Feature.badges`.
struct BadgeFeature: Feature {
    let pages: [any Page.Type] = [BadgesPage.self]
    let profileSections = [AnyProfileSection(ProfileBadges.self)]
    static let earned = PrivacyKind(name: "badges", label: "Your badges")
    let privacy = [earned]
    let exports = [Export("badges") { BadgeQueries().all(of: $0, after: $1, limit: $2) }]
    let erasureSteps = [
        ErasureStep(deleting: "badges"),
        ErasureStep(deleting: "badge_recalculations"),
    ]
    let checks = BadgeChecks.all
    /// Recalculates the badges of the members in the table `badge_recalculations`, in small steps. A change for many members adds them to
    /// this table.
    let scheduledCleanups = [
        ScheduledCleanup("badges") { _ in
            BadgeQueries().membersToRecalculate(limit: Self.membersAtOnce)
        } each: { member, club, services in
            try await BadgeRecalculation(services.database).recalculate(member, in: club.id)
            return true
        }
    ]
    private static let membersAtOnce = 300

    func add(to site: Site) { BadgeRoutes().add(to: site) }

    func createDemoData(in demo: DemoScene) async throws { try await recalculate(in: demo) }
    func createMoreDemoData(in demo: DemoScene) async throws { try await recalculate(in: demo) }

    private func recalculate(in demo: DemoScene) async throws {
        let recalculation = BadgeRecalculation(demo.services.database)
        for member in [demo.ana, demo.ben, demo.carmen] { try await recalculation.recalculate(member, in: demo.club) }
    }
}
