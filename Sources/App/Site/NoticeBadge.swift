import HTMLTemplates

/// The bell in the header of every page in a club.
struct NoticeBadge: ViewModel {
    var path: String
    /// "12", or "99+"; nil: nothing is new.
    var count: String?
    /// "Notices, 3 new"
    var label: String

    init(_ counts: NoticeCounts, club: Club) {
        path = club.path + "/notices"
        count = Self.shown(counts.all)
        label = count.map { "Notices, \($0) new" } ?? "Notices"
    }

    static func shown(_ count: Int) -> String? { count == 0 ? nil : count > 99 ? "99+" : "\(count)" }
}

/// What a poll brings when the counter has changed.
struct NoticeLive: Page {
    static let template = "notices/live"
    var layout: Layout
}

extension LiveFragment.Part {
    /// The counter, which is a part of every page's fragment: one held request a tab.
    static func notices(_ visit: MemberVisit) -> LiveFragment.Part {
        LiveFragment.Part(topics: NoticeCounter.topics(of: visit.me, in: visit.club.id)) { _ in
            let visit = try await visit.counted()
            return try visit.services.templates.render(NoticeLive(layout: visit.layout))
        }
    }
}
