import HTMLTemplates
import Postgres

struct ProviderFeature: Feature {
    let pages: [any Page.Type] = [WelcomePage.self, LinkPage.self]
    let scheduledCleanups = [
        ScheduledCleanup("sign-in attempts", .server { try await $0.database.write(ProviderQueries().deleteExpiredAttempts(limit: 500)) }),
        ScheduledCleanup("pending identities", .server { try await $0.database.write(ProviderQueries().deleteExpiredPending(limit: 500)) }),
    ]

    func add(to site: Site) {
        ProviderRoutes().add(to: site)
        WelcomeRoutes().add(to: site)
        SignInMethodRoutes().add(to: site)
    }
}
