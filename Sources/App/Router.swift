import HTMLTemplates
import Hummingbird

/// All features of the site. The order also decides the order of the sections on a member's profile, and the order of the navigation in
/// clubs whose admins have not chosen another.
let features: [any Feature] = [
    AccountFeature(), ProviderFeature(), ClubFeature(), LobbyFeature(), ChatFeature(), UploadFeature(), PhotoFeature(), MessageFeature(),
    MemberFeature(), FriendFeature(), TicTacToeFeature(), RideFeature(), RiddleFeature(), PracticeFeature(), WordleyFeature(),
    SlideItFeature(), LibraryFeature(), BadgeFeature(), NoticeFeature(), ReportFeature(), DepartureFeature(), ExportFeature(),
    OutboxFeature(), StorageFeature(),
]

extension ClubPart {
    static let all = features.compactMap(\.part).reduce(into: [ClubPart]()) { parts, part in
        if !parts.contains(where: { $0.name == part.name }) { parts.append(part) }
    }
}

extension PrivacyKind {
    static let all = features.flatMap(\.privacy)

    static func all(in club: Club) -> [PrivacyKind] { features.filter { club.parts.has($0.part) }.flatMap(\.privacy) }
}

extension ChatRoomKind {
    static let all = features.flatMap(\.rooms)
}

extension WaitingKind {
    static let all = features.flatMap(\.waiting).sorted { $0.rank < $1.rank }
}

extension NoticeKind {
    static let all = features.flatMap(\.notices)
    static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name.description, $0) })
}

func siteRouter(_ services: Services) -> (router: Router<AppContext>, map: SiteMap, metrics: RequestMetrics) {
    let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
    let site = Site(router: router, services: services)
    let metrics = RequestMetrics()
    router.addMiddleware {
        MetricsMiddleware(metrics: metrics)
        RequestLog(logger: services.logger)
        ClientAddress(settings: services.settings)
        SecretAddressPolicy()
        LoadShedding(admission: services.admission, busy: services.busy)
        // The outer `ProblemPages` answers if the session cannot be read. The inner `ProblemPages` renders pages for the signed-in account.
        ProblemPages(services: services)
        SessionReader(services: services)
        ProblemPages(services: services)
        FormReader(services: services)
        MethodNotAllowedHandler(map: site.map)
    }
    HealthRoutes().add(to: site)
    AssetRoutes().add(to: site)
    for feature in features {
        feature.add(to: site)
        for leaderboard in feature.leaderboards { leaderboard.add(site) }
    }
    site.map.redirectFormAddresses(on: site)
    metrics.registerRoutes(of: site.map)
    return (router, site.map, metrics)
}

/// Every page type of the site. The templates of all of them are checked when the server starts.
let sitePages: [any Page.Type] = [ProblemPage.self, ProblemFrame.self, LeaderboardPage.self] + features.flatMap(\.allPages)
