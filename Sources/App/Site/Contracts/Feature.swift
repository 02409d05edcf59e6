import HTMLTemplates
import Postgres

/// A part of the site: one folder, and one line in `features`. Each requirement of this protocol is something that the feature adds to the
/// rest of the site. By default, a feature adds nothing.
protocol Feature: Sendable {
    func add(to site: Site)
    /// Pages and fragments of the feature. The server checks their templates at start, and also the templates of cards and profile
    /// sections.
    var pages: [any Page.Type] { get }
    /// The club part that the feature is, or belongs to. Nil if the feature belongs to no part, so that no club can switch it off.
    var part: ClubPart? { get }
    var cards: [AnyHubCard] { get }
    /// Sections of every member's profile, from top to bottom.
    var profileSections: [AnyProfileSection] { get }
    var leaderboards: [AnyLeaderboard] { get }
    /// Numbers of a member for which badges are awarded.
    var badges: [BadgeSource] { get }
    /// Kinds of things that a photo can be tagged with.
    var photoTags: [PhotoTagKind] { get }
    /// Kinds of things for which each member chooses who sees them.
    var privacy: [PrivacyKind] { get }
    var rooms: [ChatRoomKind] { get }
    /// Kinds of things that wait for a member, such as a challenge or an unread message.
    var waiting: [WaitingKind] { get }
    var notices: [NoticeKind] { get }
    /// Files and folders in the archive of a member's own data.
    var exports: [Export] { get }
    /// Statements that copy data of an account into a club when the account joins the club. They run in the same transaction.
    var joinStatements: [@Sendable (ID<Account>, AppSettings) -> Query<Int>] { get }
    var erasureSteps: [ErasureStep] { get }
    /// Statements that end what two members share, such as an open challenge, when one of them blocks the other.
    var blockEffects: [BlockEffect] { get }
    /// Kinds of actions that browsers store without a connection, and send later.
    var offlineActions: [OfflineAction] { get }
    /// Comparisons of stored totals with the rows that they count.
    var checks: [ConsistencyCheck] { get }
    /// Cleanups that delete or end what is too old.
    var scheduledCleanups: [ScheduledCleanup] { get }
    /// Creates the feature's state in memory when the server starts. The state may also do background work. Nil if the feature needs
    /// neither.
    func state(_ services: Services) throws -> (any FeatureState)?
    /// Adds sample data to the demo club, which has just been created.
    func createDemoData(in demo: DemoScene) async throws
    /// Adds sample data that takes longer to make, while the server runs. Throws `Refusal` if a program is missing.
    func createMoreDemoData(in demo: DemoScene) async throws
}

extension Feature {
    var allPages: [any Page.Type] {
        let (cardPages, sectionPages) = (cards.map(\.page), profileSections.map(\.page))
        return pages + cardPages + sectionPages
    }

    func add(to site: Site) {}
    var pages: [any Page.Type] { [] }
    var part: ClubPart? { nil }
    var cards: [AnyHubCard] { [] }
    var profileSections: [AnyProfileSection] { [] }
    var leaderboards: [AnyLeaderboard] { [] }
    var badges: [BadgeSource] { [] }
    var photoTags: [PhotoTagKind] { [] }
    var privacy: [PrivacyKind] { [] }
    var rooms: [ChatRoomKind] { [] }
    var waiting: [WaitingKind] { [] }
    var notices: [NoticeKind] { [] }
    var exports: [Export] { [] }
    var joinStatements: [@Sendable (ID<Account>, AppSettings) -> Query<Int>] { [] }
    var erasureSteps: [ErasureStep] { [] }
    var blockEffects: [BlockEffect] { [] }
    var offlineActions: [OfflineAction] { [] }
    var checks: [ConsistencyCheck] { [] }
    var scheduledCleanups: [ScheduledCleanup] { [] }
    func state(_ services: Services) throws -> (any FeatureState)? { nil }
    func createDemoData(in demo: DemoScene) async throws {}
    func createMoreDemoData(in demo: DemoScene) async throws {}
}

/// A type-erased leaderboard: `AnyLeaderboard(RatingLeaderboard.self)`.
struct AnyLeaderboard: Sendable {
    let add: @Sendable (Site) -> Void
}
