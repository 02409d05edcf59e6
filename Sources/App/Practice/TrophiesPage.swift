import HTMLTemplates

struct TrophiesPage: Page {
    static let template = "practice/trophies"
    var layout: Layout
    var clubName: String
    var home: String
    var sharing: String
    /// The number of earned trophies, for example "7 of 47 trophies".
    var words: String
    /// The trophies that the member has earned, the latest first.
    var earned: [BadgeView]
    /// The next trophy for each number that trophies count, such as words found or days of practice.
    var next: [BadgeView]
    var isEmpty: Bool

    init(_ held: [AwardedBadge], _ progress: [BadgeProgress], members: Int, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        home = visit.club.path + "/practice"
        sharing = home + "/sharing"
        let measures = PracticeTrophies.practice.measures
        earned = held.compactMap { BadgeView($0, among: measures, members: members) }
        next = BadgeView.next(progress, among: measures)
        isEmpty = earned.isEmpty
        words = "\(earned.count) of \(measures.reduce(0) { $0 + $1.badges.count }) trophies"
    }
}
