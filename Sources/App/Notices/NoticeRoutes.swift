import Hummingbird
import Postgres

struct NoticeRoutes {
    private let queries = NoticeQueries()
    private static let pageSize = 50
    private static let shownOfEach = 20
    private static let latestOfEach = 3

    func add(to site: Site) {
        site.memberGet("/c/:club/notices", show)
        site.memberLive("/c/:club/live", parts: { _, _, _ in [] }) { visit in LiveFragment(visit: visit, parts: []) }
        site.memberGet("/c/:club/notices/latest", showLatest)
        site.memberGet("/c/:club/notices/settings", showSettings)
        site.memberPost("/c/:club/notices/settings", changeSettings)
    }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let cursor = try visit.cursor() as Cursor<Notice>
        // Kinds of which nothing waits for the visitor are not queried.
        let waiting = WaitingKind.all.filter { visit.notices?[$0] ?? 0 > 0 }
        let (notices, rows) = try await visit.read(
            queries.notices(
                for: visit.me, hidden: visit.hidden, disabled: visit.club.parts.disabledKinds, at: cursor, limit: Self.pageSize + 1),
            and: cursor.isBeginning ? waiting.map { $0.notices(visit, Self.shownOfEach) } : [])
        let slice = Slice(notices, at: cursor, size: Self.pageSize)
        guard !slice.leadsToFirst else { return visit.redirect(to: NoticesPage.path(in: visit.club)) }
        var visit = visit
        // A notice that arrives after the query stays unread.
        if slice.isFirst, let newest = notices.first { visit = try await visit.seen(upTo: newest.id) }
        return try visit.page(NoticesPage(slice, waiting: rows.flatMap(\.self), visit: visit))
    }

    /// Lists the things that wait for the visitor and the unread notices, without marking the notices as read.
    private func showLatest(_ visit: MemberVisit) async throws -> Response {
        let waiting = WaitingKind.all.filter { visit.notices?[$0] ?? 0 > 0 }
        let (notices, rows) = try await visit.read(
            queries.notices(
                for: visit.me, hidden: visit.hidden, disabled: visit.club.parts.disabledKinds, at: Cursor(), limit: Self.latestOfEach),
            and: waiting.map { $0.notices(visit, Self.latestOfEach) })
        let new = notices.filter { !$0.isRead }.compactMap { NoticeRow($0, visit: visit) }
        return try visit.page(LatestNotices(rows: rows.flatMap(\.self) + new))
    }

    private func showSettings(_ visit: MemberVisit) async throws -> Response {
        let muted = Set(try await visit.read(queries.mutedKinds(of: visit.me)))
        return try visit.page(NoticeSettingsPage(muted: muted, visit: visit))
    }

    private func changeSettings(_ visit: MemberVisit) async throws -> Response {
        // A kind without a check mark is muted.
        let (disabled, before) = (visit.club.parts.disabledKinds, Set(try await visit.read(queries.mutedKinds(of: visit.me))))
        let muted = NoticeSettingsPage.kinds.map(\.name).filter { name in
            let name = name.description
            // The form does not show kinds of switched-off parts, so their setting does not change.
            return disabled.contains(name) ? before.contains(name) : visit.form[name].isEmpty
        }
        try await visit.write(queries.setMutedKinds(muted, of: visit.me))
        visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id))
        return visit.redirect(to: visit.club.path + "/notices")
    }
}
