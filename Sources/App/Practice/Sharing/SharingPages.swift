import FoundationEssentials
import HTMLTemplates
import Postgres

struct LinkForm: Sendable {
    var label = ""
    var parts: [PracticeLink.Part] = [.wordley, .slideit]
    var labelProblem: String?
    var partsProblem: String?

    var isValid: Bool { labelProblem == nil && partsProblem == nil }
}

struct SharingPage: Page {
    static let template = "practice/sharing"
    var layout: Layout
    var clubName: String
    var home: String
    var action: String
    var audiences: [Choice]
    var isRanked: Bool
    var leaderboard: String
    var newLink: String?
    var createLinkAction: String
    var label: String
    var labelProblem: String?
    var partsProblem: String?
    var problems: [FieldProblem]
    var parts: [Choice]
    var links: [LinkRow]
    var hasLinks: Bool

    init(
        _ audience: Audience, _ settings: PracticeSettings, _ links: [PracticeLink], newLink: String?, form: LinkForm, visit: MemberVisit
    ) {
        (layout, clubName) = (visit.layout, visit.club.name)
        home = visit.club.path + "/practice"
        (action, createLinkAction, leaderboard) = (home + "/sharing", home + "/links", visit.club.path + PracticeLeaderboard.path)
        audiences = Audience.allCases.reversed().map { Choice(value: $0.rawValue, label: Self.label(of: $0), isChosen: $0 == audience) }
        isRanked = settings.isRanked
        self.newLink = newLink
        label = String(form.label.prefix(200))
        (labelProblem, partsProblem) = (form.labelProblem, form.partsProblem)
        problems = FieldProblem.list(["label": labelProblem, "parts": partsProblem])
        parts = PracticeLink.Part.allCases.map { Choice(value: $0.rawValue, label: $0.label, isChosen: form.parts.contains($0)) }
        self.links = links.map { LinkRow($0, club: visit.club) }
        hasLinks = !links.isEmpty
    }

    private static func label(of audience: Audience) -> String {
        switch audience {
        case .me: "Only me"
        case .friends: "My friends"
        case .club: "Everybody in the club"
        }
    }
}

struct LinkRow: ViewModel {
    var label: String
    /// The shared parts of the practice, for example "Wordley, SlideIt".
    var parts: String
    var endsAt: Moment
    /// The last time that somebody opened the link. Nil if nobody has opened the link.
    var seenAt: Moment?
    var removal: String

    init(_ link: PracticeLink, club: Club) {
        label = link.label
        parts = link.parts.map(\.label).joined(separator: ", ")
        (endsAt, seenAt) = (Moment(link.endsAt), link.seenAt.map(Moment.init))
        removal = "\(club.path)/practice/links/\(link.id)/removal"
    }
}

/// The page that shows a member's practice to visitors with a link. The page names neither the club nor any other member.
struct SharedPracticePage: Page {
    static let template = "practice/shared"
    static let gameLimit = 30
    var layout: Layout
    var name: String
    var endsAt: Moment
    var history: PracticeHistory
    var isEmpty: Bool
    var week: [TaskDay]
    var hasWeek: Bool

    init(
        _ owner: LinkOwner, _ link: PracticeLink, _ results: [PracticeResult], _ totals: [PracticeTotal],
        _ played: [PlayedGames], week: [TaskDay], visit: Visit
    ) {
        let parts = Set(link.parts)
        layout = Layout(plain: visit.services.assets.addresses)
        layout.features = visit.services.assets.addresses.features
        (name, endsAt) = (owner.name, Moment(link.endsAt))
        let games = PracticeGame.allCases.filter { parts.contains($0 == .wordley ? .wordley : .slideit) }
        history = PracticeHistory(
            games.isEmpty ? [] : results, totals, played, of: games, showsTaps: parts.contains(.taps))
        isEmpty = history.isEmpty && week.isEmpty
        self.week = week
        hasWeek = !week.isEmpty
    }

    static func filter(_ parts: Set<PracticeLink.Part>) -> PracticeFilter {
        switch (parts.contains(.wordley), parts.contains(.slideit)) {
        case (true, false): PracticeFilter(game: .wordley)
        case (false, true): PracticeFilter(game: .slideit)
        default: .all
        }
    }
}
