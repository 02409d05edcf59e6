import HTMLTemplates
import Postgres

/// What members have earned by what they did, as stamps. What earns them, the features say (`Feature.badges`).
struct BadgeFeature: Feature {
    let pages: [any Page.Type] = [BadgesPage.self]
    let profileSections = [AnyProfileSection(ProfileBadges.self)]
    /// Which badges a member has.
    static let earned = PrivacyKind(name: "badges", label: "Your badges")
    let privacy = [earned]
    let exports = [Export("badges") { BadgeQueries().all(of: $0, after: $1, limit: $2) }]
    let clearings = [
        Clearing("badges", .few { BadgeQueries().clear(of: $0) }),
        Clearing("badge dues", .few { BadgeQueries().clearDues(of: $0) }),
    ]
    let checks = BadgeChecks.all
    /// What has changed for many at once is seen to little by little.
    let upkeep = [
        Upkeep("badges") { _ in
            BadgeQueries().due(limit: Self.membersAtOnce)
        } each: { member, club, services in
            try await BadgeReplay(services.database).settle(member, in: club.id)
            return true
        }
    ]
    private static let membersAtOnce = 300

    func add(to site: Site) { BadgeRoutes().add(to: site) }

    func show(in demo: DemoScene) async throws { try await settle(in: demo) }
    func showMore(in demo: DemoScene) async throws { try await settle(in: demo) }

    private func settle(in demo: DemoScene) async throws {
        for member in [demo.ana, demo.ben, demo.carmen] { try await BadgeReplay(demo.services.database).settle(member, in: demo.club) }
    }
}
