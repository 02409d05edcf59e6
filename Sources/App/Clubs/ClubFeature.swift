import HTMLTemplates

/// Clubs, and how one comes into them.
struct ClubFeature: Feature {
    let pages: [any Page.Type] = [
        HomePage.self, NewClubPage.self, ClubPage.self, MembersPage.self, JoinPage.self, RenewInvitationPage.self, ClubSettingsPage.self,
    ]

    func add(to site: Site) {
        ClubRoutes().add(to: site)
        InvitationRoutes().add(to: site)
    }
}
