import HTMLTemplates

struct PracticeBadgesPage: Page {
    static let template = "practice/badges"
    var layout: Layout
    var clubName: String
    var home: String
    var sharing: String
    /// The number of earned badges, for example "7 of 47 badges".
    var summary: String
    /// The latest badge is first.
    var earned: [BadgeView]
    /// The next badge for each number that badges count, such as words found or days of practice.
    var next: [BadgeView]
    var isEmpty: Bool

    init(_ held: [AwardedBadge], _ progress: [BadgeProgress], members: Int, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        home = visit.club.path + "/practice"
        sharing = home + "/sharing"
        let measures = PracticeBadges.practice.measures
        earned = held.compactMap { BadgeView($0, among: measures, members: members) }
        next = BadgeView.next(progress, among: measures)
        isEmpty = earned.isEmpty
        summary = "\(earned.count) of \(measures.reduce(0) { $0 + $1.badges.count }) badges"
    }
}
