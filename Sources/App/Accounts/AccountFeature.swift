import HTMLTemplates

/// People: how they sign in, and how they like it.
struct AccountFeature: Feature {
    let pages: [any Page.Type] = [
        RegisterPage.self, LoginPage.self, AccountPage.self, ComfortPage.self, TimeZonePage.self, PasswordPage.self, EmailPage.self,
        ResetPage.self,
    ]
    let exports = [
        Export("account", .account { AccountDataQueries().account($0, in: $1) }),
        Export("ways-to-sign-in", .account { account, _ in AccountDataQueries().identities(of: account) }),
    ]

    let upkeep = [
        Upkeep("reset links", .server { try await $0.database.write(AccountQueries().forgetResetLinks(limit: 500)) })
    ]

    func add(to site: Site) {
        AccountRoutes().add(to: site)
        ComfortRoutes().add(to: site)
        TimeZoneRoutes().add(to: site)
        CredentialRoutes().add(to: site)
    }
}
