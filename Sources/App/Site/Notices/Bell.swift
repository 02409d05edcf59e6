import HTMLTemplates

struct Bell: ViewModel {
    var path: String
    /// The number of new notices, for example "12" or "99+". Nil if nothing is new.
    var count: String?
    var label: String

    init(_ counts: BellCounts, club: Club) {
        path = club.path + "/notices"
        count = Self.shown(counts.total)
        label = count.map { "Notices, \($0) new" } ?? "Notices"
    }

    static func shown(_ count: Int) -> String? { count == 0 ? nil : count > 99 ? "99+" : "\(count)" }
}

struct NoticeLive: Page {
    static let template = "notices/live"
    var layout: Layout
}

extension LiveFragment.Part {
    /// The bell with the number of new notices, as a part of a live fragment. Every page polls this part together with its own parts, so
    /// that a browser tab has only one open request.
    static func notices(_ visit: MemberVisit) -> LiveFragment.Part {
        LiveFragment.Part(topics: BellCounter.topics(of: visit.me, in: visit.club.id)) { _ in
            let visit = try await visit.withBellCounts()
            return try visit.services.templates.render(NoticeLive(layout: visit.layout))
        }
    }
}
