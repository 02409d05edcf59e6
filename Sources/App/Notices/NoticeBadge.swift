import HTMLTemplates

struct NoticeBadge: ViewModel {
    var path: String
    /// For example "12", or "99+". Nil if nothing is new.
    var count: String?
    var label: String

    init(_ counts: NoticeCounts, club: Club) {
        path = club.path + "/notices"
        count = Self.shown(counts.total)
        label = count.map { "Notices, \($0) new" } ?? "Notices"
    }

    static func shown(_ count: Int) -> String? { count == 0 ? nil : count > 99 ? "99+" : "\(count)" }
}

/// Response of a poll when the counter has changed.
struct NoticeLive: Page {
    static let template = "notices/live"
    var layout: Layout
}

extension LiveFragment.Part {
    /// The counter. It is a part of the fragment of every page, so that a tab holds only one request.
    static func notices(_ visit: MemberVisit) -> LiveFragment.Part {
        LiveFragment.Part(topics: NoticeCounter.topics(of: visit.me, in: visit.club.id)) { _ in
            let visit = try await visit.withNoticeCounts()
            return try visit.services.templates.render(NoticeLive(layout: visit.layout))
        }
    }
}
