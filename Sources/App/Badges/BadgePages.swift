import Calendar
import HTMLTemplates
import Postgres

extension BadgeSource {
    /// Returns the badge sources that a profile shows to the visitor. Leaves out the sources of parts that the club has switched off.
    static func shown(in context: ProfileContext) -> [BadgeSource] {
        features.filter { context.club.parts.has($0.part) }.flatMap(\.badges).filter { $0.privacy.map(context.shows) ?? true }
    }
}

struct BadgeView: ViewModel {
    var title: String
    var reason: String
    var icon: String
    /// The goal as the stamp shows it, for example "10", or "1k" for 1,000.
    var number: String
    /// The difficulty of the badge as a number, from "1" (the easiest) to "4".
    var tier: String
    /// The date on which the member earned the badge. Nil if the badge is not earned yet.
    var earned: String?
    var rarity: String?
    var progress: BadgeBar?

    init(at index: Int, of measure: BadgeMeasure) {
        let badge = measure.badges[index]
        title = badge.title
        reason = measure.label(badge.goal)
        icon = measure.icon
        number = badge.goal >= 1000 && badge.goal.isMultiple(of: 1000) ? "\(badge.goal / 1000)k" : "\(badge.goal)"
        tier = "\(1 + index * 4 / max(4, measure.badges.count))"
    }

    /// Makes the view of a badge that a member has. Returns nil if `measures` does not have the badge, for example because it no longer
    /// exists.
    init?(_ held: AwardedBadge, among measures: [BadgeMeasure], members: Int) {
        guard let measure = measures.first(where: { $0.name.description == held.measure }),
            let index = measure.badges.firstIndex(where: { $0.goal == held.goal })
        else { return nil }
        self.init(at: index, of: measure)
        earned = held.earnedOn.label
        rarity = held.holders.map { $0 == 1 ? "Nobody else has it" : "\($0) of \(max(members, $0)) members have it" }
    }
}

extension BadgeView {
    /// Returns the next badge for each of a member's numbers, such as laps. The badge that is nearest to its goal is first.
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
    var label: String

    init(_ value: Int, of goal: Int) { (self.value, self.goal, label) = ("\(value)", "\(goal)", "\(value) of \(goal)") }
}

struct BadgesPage: Page {
    static let template = "badges/badges"
    var layout: Layout
    var person: Person
    var profile: String
    var isMe: Bool
    var count: String?
    var badges: [BadgeView]
    /// Up to six badges that the member has not earned yet. The badge that is nearest to its goal is first. Empty on the pages of other
    /// members.
    var next: [BadgeView]
    var later: [BadgeView]
    private static let maxNext = 6

    static func path(of handle: String, in club: Club) -> String { "\(club.path)/members/\(handle)/badges" }

    init(_ held: [AwardedBadge], _ progress: [BadgeProgress], members: Int, in context: ProfileContext) {
        layout = context.visit.layout
        person = context.profile.person.person(in: context.club)
        profile = "\(context.club.path)/members/\(context.profile.person.handle)"
        isMe = context.isMe
        let measures = BadgeSource.shown(in: context).flatMap(\.measures)
        badges = held.compactMap { BadgeView($0, among: measures, members: members) }
        count = badges.isEmpty ? nil : badges.count == 1 ? "1 badge" : "\(badges.count) badges"
        let missing = context.isMe ? BadgeView.next(progress, among: measures) : []
        (next, later) = (Array(missing.prefix(Self.maxNext)), Array(missing.dropFirst(Self.maxNext)))
    }
}

struct ProfileBadges: ProfileSection {
    static let template = "badges/profile"
    var layout: Layout
    var person: Person
    var badges: [BadgeView]
    var summary: String
    var path: String
    private static let maxShown = 6

    static func query(of member: ID<Member>, for visit: MemberVisit) -> Query<[AwardedBadge]> { BadgeQueries().badges(of: member) }

    init?(_ held: [AwardedBadge], in context: ProfileContext) {
        guard context.shows(BadgeFeature.earned) else { return nil }
        let measures = BadgeSource.shown(in: context).flatMap(\.measures)
        let views = held.compactMap { BadgeView($0, among: measures, members: 0) }
        guard !views.isEmpty || context.isMe else { return nil }
        layout = context.visit.layout
        person = context.profile.person.person(in: context.club)
        badges = Array(views.prefix(Self.maxShown))
        summary = views.isEmpty ? "None yet" : views.count == 1 ? "1 badge" : "\(views.count) badges"
        path = BadgesPage.path(of: context.profile.person.handle, in: context.club)
    }
}
