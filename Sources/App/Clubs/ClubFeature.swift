import HTMLTemplates

struct ClubFeature: Feature {
    let pages: [any Page.Type] = [
        HomePage.self, NewClubPage.self, ClubPage.self, MembersPage.self, InvitationPage.self, RenewInvitationPage.self,
        ClubSettingsPage.self,
        ClubPartsPage.self,
    ]
    let cards = [AnyHubCard(NewMembersCard.self)]

    func add(to site: Site) {
        ClubRoutes().add(to: site)
        ClubPartRoutes().add(to: site)
        InvitationRoutes().add(to: site)
    }
}
