import HTMLTemplates
import Postgres

/// People: how they sign in, how they like it, and the picture that they bring into the clubs that they join.
struct AccountFeature: Feature {
    let pages: [any Page.Type] = [
        RegisterPage.self, LoginPage.self, AccountPage.self, ComfortPage.self, TimeZonePage.self, PasswordPage.self, EmailPage.self,
        ResetPage.self, AccountPicturePage.self, AccessStepPage.self, SecondFactorPage.self, SecondFactorSetupPage.self,
        SecondFactorStepPage.self, RecoveryCodesPage.self, SignInCodePage.self,
    ]
    let exports = [
        Export("account", .account { AccountDataQueries().account($0, in: $1) }),
        Export("ways-to-sign-in", .account { account, _ in AccountDataQueries().identities(of: account) }),
        Export("picture", .accountFile { AccountPictureQueries().file(of: $0) }),
    ]
    let joinings: [@Sendable (ID<Account>, AppSettings) -> Query<Int>] = [
        { AccountPictureQueries().hang($0, clubBytes: $1.clubPhotoMegabytes << 20) }
    ]

    let upkeep = [
        Upkeep("reset links", .server { try await $0.database.write(AccountQueries().forgetResetLinks(limit: 500)) }),
        Upkeep("pending sign-ins", .server { try await $0.database.write(SecondFactorQueries().forgetSignIns(limit: 500)) }),
        Upkeep("unproven second factors", .server { try await $0.database.write(SecondFactorQueries().forgetUnproven(limit: 500)) }),
    ]

    func add(to site: Site) {
        RegistrationRoutes().add(to: site)
        AccountRoutes().add(to: site)
        SignInCodeRoutes().add(to: site)
        SecondFactorRoutes().add(to: site)
        ComfortRoutes().add(to: site)
        TimeZoneRoutes().add(to: site)
        CredentialRoutes().add(to: site)
        AccountPictureRoutes().add(to: site)
    }
}
