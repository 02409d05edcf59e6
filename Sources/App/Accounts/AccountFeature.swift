import HTMLTemplates

/// People: how they sign in, and how they like it.
struct AccountFeature: Feature {
    let pages: [any Page.Type] = [RegisterPage.self, LoginPage.self, AccountPage.self, ComfortPage.self, TimeZonePage.self]
    let exports = [Export("account", .account { AccountDataQueries().account($0, in: $1) })]

    func add(to site: Site) {
        AccountRoutes().add(to: site)
        ComfortRoutes().add(to: site)
        TimeZoneRoutes().add(to: site)
    }
}
