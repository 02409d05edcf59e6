import HTMLTemplates
import Postgres

/// Signing in with a provider (OpenID Connect), and the picture that an account brings into the clubs that it joins.
struct ProviderFeature: Feature {
    let pages: [any Page.Type] = [WelcomePage.self, LinkPage.self, AccountPicturePage.self]
    let exports = [Export("picture", .accountFile { AccountPictureQueries().file(of: $0) })]
    let joinings: [@Sendable (ID<Account>, AppSettings) -> Query<Int>] = [
        { AccountPictureQueries().hang($0, clubBytes: $1.clubPhotoMegabytes << 20) }
    ]
    let upkeep = [
        Upkeep("sign-in attempts", .server { try await $0.database.write(ProviderQueries().forgetAttempts(limit: 500)) }),
        Upkeep("pending identities", .server { try await $0.database.write(ProviderQueries().forgetPending(limit: 500)) }),
    ]

    func add(to site: Site) {
        ProviderRoutes().add(to: site)
        WelcomeRoutes().add(to: site)
        WayRoutes().add(to: site)
        AccountPictureRoutes().add(to: site)
    }
}
