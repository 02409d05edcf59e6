import HTMLTemplates
import Hummingbird

/// The map of the site: one line a feature.
func siteRouter(_ services: Services) -> (router: Router<AppContext>, map: SiteMap, metrics: RequestMetrics) {
    let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
    let site = Site(router: router, services: services)
    let metrics = RequestMetrics()
    router.addMiddleware {
        Meter(metrics: metrics)
        RequestLog(logger: services.logger)
        ClientAddress(settings: services.settings)
        Gate(admission: services.admission, busy: services.busy)
        // The outer one for when sessions cannot be read, the inner one for pages that know who is asking.
        ProblemPages(services: services)
        SessionReader(services: services)
        ProblemPages(services: services)
        FormReader(services: services)
    }
    HealthRoutes().add(to: site)
    AssetRoutes().add(to: site)
    AccountRoutes().add(to: site)
    ComfortRoutes().add(to: site)
    ClubRoutes().add(to: site)
    InvitationRoutes().add(to: site)
    LobbyRoutes().add(to: site)
    ChallengeRoutes().add(to: site)
    SeekRoutes().add(to: site)
    GameRoutes().add(to: site)
    LeaderboardRoutes().add(to: site)
    MachineRoutes().add(to: site)
    MemberRoutes(sections: profileSections).add(to: site)
    FriendRoutes().add(to: site)
    MessageRoutes().add(to: site)
    NoticeRoutes().add(to: site)
    BlockRoutes().add(to: site)
    DepartureRoutes().add(to: site)
    ExportRoutes().add(to: site)
    PhotoRoutes().add(to: site)
    PhotoFileRoutes().add(to: site)
    ReportRoutes().add(to: site)
    site.map.refuseOthers(on: router)
    metrics.begin(site.map)
    return (router, site.map, metrics)
}

/// What the features add to a member's profile, from the top.
private let profileSections = [
    AnyProfileSection(ProfilePhotos.self), AnyProfileSection(ProfileFriends.self), AnyProfileSection(ProfileScores.self),
    AnyProfileSection(ProfileGames.self),
]

/// Throws `TemplateErrors` with every mistake in the templates below `root`.
public func checkSiteTemplates(root: String) throws {
    try TemplateStore(directory: root + "/Templates").check(sitePages)
}

/// Every page, so that all templates are checked at start.
let sitePages: [any Page.Type] = [
    ProblemPage.self, HomePage.self, RegisterPage.self, LoginPage.self, AccountPage.self, ComfortPage.self, NewClubPage.self, ClubPage.self,
    MembersPage.self, JoinPage.self, LobbyPage.self, ChallengePage.self, RefusalPage.self, LobbyLive.self, LobbyFrame.self, GamePage.self,
    GameLive.self, LikesPage.self, MemberFriendsPage.self, BlockPage.self, ProfilePhotos.self, ProfileFriends.self, ProfileScores.self,
    ProfileGames.self,
    BoardFrame.self, ResignPage.self, LeaderboardPage.self, NewGamePage.self, ChatLive.self, ChatFrame.self, OlderLinesPage.self,
    LinePage.self, RenewInvitationPage.self, ClubSettingsPage.self, PhotosPage.self, PhotoPage.self, PhotoDeletionPage.self,
    ProfilePage.self, ProfileFormPage.self, BlocksPage.self, FriendsPage.self, PhotoLive.self, InboxPage.self, InboxLive.self,
    MessageSearchPage.self, ConversationPage.self,
    ConversationLive.self, NoticesPage.self, NoticeLive.self, NoticeSettingsPage.self, PhotoReportPage.self,
    LeavePage.self, AccountDeletionPage.self,
    ReportsPage.self,
]
