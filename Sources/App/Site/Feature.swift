import HTMLTemplates
import Postgres

/// A part of the site: one folder, and one line in `features`. What the rest must know of it, it says here; whatever it does not say, it has
/// not.
protocol Feature: Sendable {
    /// Adds the addresses that it answers.
    func add(to site: Site)
    /// Its pages and fragments, whose templates are checked at start, as are those of its cards and sections.
    var pages: [any Page.Type] { get }
    /// The part of a club that it is, or belongs to; nil: it is always there.
    var part: ClubPart? { get }
    /// What it adds to the club's page.
    var cards: [AnyHubCard] { get }
    /// What it adds to every member's profile, from the top.
    var profileSections: [AnyProfileSection] { get }
    /// Who is ranked by what.
    var leaderboards: [AnyLeaderboard] { get }
    /// What is earned by what members do with it.
    var badges: [BadgeSource] { get }
    /// What of it photos may be of.
    var photoTags: [PhotoTagKind] { get }
    /// What of it members show to whom they like.
    var privacy: [PrivacyKind] { get }
    /// The kinds of rooms in which something is said about what it has.
    var rooms: [RoomKind] { get }
    /// What of it waits for a member until they come.
    var waiting: [WaitingKind] { get }
    /// What of it others did is told of.
    var notices: [NoticeKind] { get }
    /// What of one's own it adds to the copy of everything.
    var exports: [Export] { get }
    /// What of an account it brings along into a club that the account joins, in the same transaction.
    var joinings: [@Sendable (ID<Account>, AppSettings) -> Query<Int>] { get }
    /// What of a former member's it clears.
    var clearings: [Clearing] { get }
    /// What of it ends between two when one blocks the other.
    var blockEffects: [BlockEffect] { get }
    /// What of it browsers keep while they have no line, and send later.
    var keptActs: [KeptAct] { get }
    /// What it keeps in sums, counted anew.
    var checks: [Check] { get }
    /// What it ends or deletes with time.
    var upkeep: [Upkeep] { get }
    /// What it keeps in memory, and does beside the pages, as long as the server runs.
    func state(_ services: Services) throws -> (any FeatureState)?
    /// Shows itself in the demo club, which has just been made.
    func show(in demo: DemoScene) async throws
    /// Shows what takes longer, while the server runs. Throws `Refusal` where a program is missing.
    func showMore(in demo: DemoScene) async throws
}

extension Feature {
    /// With cards and sections.
    var allPages: [any Page.Type] {
        let (ofCards, ofSections) = (cards.map(\.page), profileSections.map(\.page))
        return pages + ofCards + ofSections
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
    var rooms: [RoomKind] { [] }
    var waiting: [WaitingKind] { [] }
    var notices: [NoticeKind] { [] }
    var exports: [Export] { [] }
    var joinings: [@Sendable (ID<Account>, AppSettings) -> Query<Int>] { [] }
    var clearings: [Clearing] { [] }
    var blockEffects: [BlockEffect] { [] }
    var keptActs: [KeptAct] { [] }
    var checks: [Check] { [] }
    var upkeep: [Upkeep] { [] }
    func state(_ services: Services) throws -> (any FeatureState)? { nil }
    func show(in demo: DemoScene) async throws {}
    func showMore(in demo: DemoScene) async throws {}
}

/// Any feature's leaderboard: `AnyLeaderboard(RatingLeaderboard.self)`.
struct AnyLeaderboard: Sendable {
    /// Adds the addresses that it answers.
    let add: @Sendable (Site) -> Void
}
