import HTMLTemplates
import Postgres

/// Signing in with a provider (OpenID Connect).
struct ProviderFeature: Feature {
    let pages: [any Page.Type] = [WelcomePage.self, LinkPage.self]
    let upkeep = [
        Upkeep("sign-in attempts", .server { try await $0.database.write(ProviderQueries().forgetAttempts(limit: 500)) }),
        Upkeep("pending identities", .server { try await $0.database.write(ProviderQueries().forgetPending(limit: 500)) }),
    ]

    func add(to site: Site) {
        ProviderRoutes().add(to: site)
        WelcomeRoutes().add(to: site)
        WayRoutes().add(to: site)
    }
}
