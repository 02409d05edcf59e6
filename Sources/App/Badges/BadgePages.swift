import Calendar
import HTMLTemplates
import Postgres

extension BadgeSource {
    /// Those that a visitor sees of somebody: of the parts that the club has.
    static func shown(in context: ProfileContext) -> [BadgeSource] {
        features.filter { context.club.parts.has($0.part) }.flatMap(\.badges).filter { $0.privacy.map(context.shows) ?? true }
    }
}

/// A badge as a stamp.
struct BadgeView: ViewModel {
    var title: String
    /// "10 different rides"
    var reason: String
    var icon: String
    /// As it stands on the stamp: "10", or "1k".
    var number: String
    /// From 1, the easiest, to 4.
    var tier: String
    /// nil: not yet.
    var earned: String?
    /// "3 of 12 members have it"
    var rarity: String?
    /// How far one is; nil: it is earned.
    var progress: BadgeBar?

    init(at index: Int, of measure: BadgeMeasure) {
        let badge = measure.badges[index]
        title = badge.title
        reason = measure.words(badge.goal)
        icon = measure.icon
        number = badge.goal >= 1000 && badge.goal.isMultiple(of: 1000) ? "\(badge.goal / 1000)k" : "\(badge.goal)"
        tier = "\(1 + index * 4 / max(4, measure.badges.count))"
    }

    /// nil: there is no such badge any more, or it is not shown.
    init?(_ held: HeldBadge, among measures: [BadgeMeasure], members: Int) {
        guard let measure = measures.first(where: { $0.name.description == held.measure }),
            let index = measure.badges.firstIndex(where: { $0.goal == held.goal })
        else { return nil }
        self.init(at: index, of: measure)
        earned = held.earnedOn.words
        rarity = held.holders.map { $0 == 1 ? "Nobody else has it" : "\($0) of \(max(members, $0)) members have it" }
    }
}

extension BadgeView {
    /// The next one of each measure, the nearest first.
    static func next(_ progress: [BadgeProgress], among measures: [BadgeMeasure]) -> [BadgeView] {
        let values = Dictionary(uniqueKeysWithValues: progress.map { ($0.measure, max($0.value, 0)) })
        return measures.compactMap { measure -> (share: Double, view: BadgeView)? in
            let value = values[measure.name.description] ?? 0
            guard let index = measure.badges.firstIndex(where: { $0.goal > value }) else { return nil }
            let goal = measure.badges[index].goal
            var view = BadgeView(at: index, of: measure)
            view.progress = BadgeBar(value, of: goal)
            return (Double(value) / Double(goal), view)
        }.sorted { $0.share > $1.share }.map(\.view)
    }
}

struct BadgeBar: ViewModel {
    var value: String
    var goal: String
    /// "7 of 10"
    var words: String

    init(_ value: Int, of goal: Int) { (self.value, self.goal, words) = ("\(value)", "\(goal)", "\(value) of \(goal)") }
}

/// All badges of a member; of one's own, the next ones, too.
struct BadgesPage: Page {
    static let template = "badges/badges"
    var layout: Layout
    var person: Person
    var profile: String
    var isMe: Bool
    /// "7 badges"; nil: none.
    var count: String?
    /// The latest first.
    var badges: [BadgeView]
    /// Those next to be earned, the nearest first; of one's own alone.
    var next: [BadgeView]
    var later: [BadgeView]
    private static let soon = 6

    static func path(of handle: String, in club: Club) -> String { "\(club.path)/members/\(handle)/badges" }

    init(_ held: [HeldBadge], _ progress: [BadgeProgress], members: Int, in context: ProfileContext) {
        layout = context.visit.layout
        person = context.profile.person.person(in: context.club)
        profile = "\(context.club.path)/members/\(context.profile.person.handle)"
        isMe = context.isMe
        let measures = BadgeSource.shown(in: context).flatMap(\.measures)
        badges = held.compactMap { BadgeView($0, among: measures, members: members) }
        count = badges.isEmpty ? nil : badges.count == 1 ? "1 badge" : "\(badges.count) badges"
        let missing = context.isMe ? BadgeView.next(progress, among: measures) : []
        (next, later) = (Array(missing.prefix(Self.soon)), Array(missing.dropFirst(Self.soon)))
    }
}

/// The latest badges of a member, on their profile.
struct ProfileBadges: ProfileSection {
    static let template = "badges/profile"
    var layout: Layout
    var person: Person
    var badges: [BadgeView]
    var words: String
    var path: String
    private static let shown = 6

    static func query(of member: ID<Member>, for visit: MemberVisit) -> Query<[HeldBadge]> { BadgeQueries().badges(of: member) }

    init?(_ held: [HeldBadge], in context: ProfileContext) {
        guard context.shows(BadgeFeature.earned) else { return nil }
        let measures = BadgeSource.shown(in: context).flatMap(\.measures)
        let views = held.compactMap { BadgeView($0, among: measures, members: 0) }
        guard !views.isEmpty || context.isMe else { return nil }
        layout = context.visit.layout
        person = context.profile.person.person(in: context.club)
        badges = Array(views.prefix(Self.shown))
        words = views.isEmpty ? "None yet" : views.count == 1 ? "1 badge" : "\(views.count) badges"
        path = BadgesPage.path(of: context.profile.person.handle, in: context.club)
    }
}
