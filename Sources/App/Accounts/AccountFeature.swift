import HTMLTemplates
import Postgres

struct AccountFeature: Feature {
    let pages: [any Page.Type] = [
        RegisterPage.self, LoginPage.self, AccountPage.self, DisplayPreferencesPage.self, TimeZonePage.self, PasswordPage.self,
        EmailPage.self, ResetPage.self, AccountPicturePage.self, ConfirmPasswordPage.self, SecondFactorPage.self,
        SecondFactorSetupPage.self, SecondFactorStepPage.self, RecoveryCodesPage.self, SignInCodePage.self,
    ]
    let exports = [
        Export("account", .account { AccountDataQueries().account($0, in: $1) }),
        Export("sign-in-methods", .account { account, _ in AccountDataQueries().identities(of: account) }),
        Export("picture", .accountFile { AccountPictureQueries().file(of: $0) }),
    ]
    let joinStatements: [@Sendable (ID<Account>, AppSettings) -> Query<Int>] = [
        { AccountPictureQueries().insertMemberPhoto(of: $0, clubBytes: $1.clubPhotoMegabytes << 20) }
    ]

    let scheduledCleanups = [
        ScheduledCleanup("reset links", .server { try await $0.database.write(AccountQueries().deleteExpiredResetLinks(limit: 500)) }),
        ScheduledCleanup(
            "pending sign-ins", .server { try await $0.database.write(SecondFactorQueries().deleteExpiredSignIns(limit: 500)) }),
        ScheduledCleanup(
            "unproven second factors", .server { try await $0.database.write(SecondFactorQueries().deleteExpiredUnconfirmed(limit: 500)) }),
    ]

    func add(to site: Site) {
        RegistrationRoutes().add(to: site)
        AccountRoutes().add(to: site)
        SignInCodeRoutes().add(to: site)
        SecondFactorRoutes().add(to: site)
        DisplayPreferencesRoutes().add(to: site)
        TimeZoneRoutes().add(to: site)
        CredentialRoutes().add(to: site)
        AccountPictureRoutes().add(to: site)
    }
}
