import Hummingbird
import Postgres

/// One place for all that waits for a member, and all that others did.
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

    /// Whoever looks has seen it.
    private func show(_ visit: MemberVisit) async throws -> Response {
        let cursor = try visit.cursor() as Cursor<Notice>
        // What waits is read only where the counter says that there is something.
        let waiting = WaitingKind.all.filter { visit.notices?[$0] ?? 0 > 0 }
        let (told, rows) = try await visit.read(
            queries.notices(
                for: visit.me, hidden: visit.hidden, resting: visit.club.parts.restingKinds, at: cursor, limit: Self.pageSize + 1),
            and: cursor.isBeginning ? waiting.map { $0.notices(visit, Self.shownOfEach) } : [])
        let slice = Slice(told, at: cursor, size: Self.pageSize)
        guard !slice.leadsToFirst else { return visit.redirect(to: NoticesPage.path(in: visit.club)) }
        var visit = visit
        // What comes in this very moment stays new.
        if slice.isFirst, let newest = told.first { visit = try await visit.seen(upTo: newest.id) }
        return try visit.page(NoticesPage(slice, waiting: rows.flatMap(\.self), visit: visit))
    }

    /// What is new, first what somebody waits for. It stays new.
    private func showLatest(_ visit: MemberVisit) async throws -> Response {
        let waiting = WaitingKind.all.filter { visit.notices?[$0] ?? 0 > 0 }
        let (told, rows) = try await visit.read(
            queries.notices(
                for: visit.me, hidden: visit.hidden, resting: visit.club.parts.restingKinds, at: Cursor(), limit: Self.latestOfEach),
            and: waiting.map { $0.notices(visit, Self.latestOfEach) })
        let new = told.filter { !$0.isRead }.compactMap { NoticeRow($0, visit: visit) }
        return try visit.page(LatestNotices(rows: rows.flatMap(\.self) + new))
    }

    private func showSettings(_ visit: MemberVisit) async throws -> Response {
        let quiet = Set(try await visit.read(queries.quiet(of: visit.me)))
        return try visit.page(NoticeSettingsPage(quiet: quiet, visit: visit))
    }

    private func changeSettings(_ visit: MemberVisit) async throws -> Response {
        // What is ticked is heard of.
        let (resting, before) = (visit.club.parts.restingKinds, Set(try await visit.read(queries.quiet(of: visit.me))))
        let quiet = NoticeSettingsPage.kinds.map(\.name).filter { name in
            let name = name.description
            // What rests is not on the form, and stays as it is.
            return resting.contains(name) ? before.contains(name) : visit.form[name].isEmpty
        }
        try await visit.write(queries.setQuiet(quiet, of: visit.me))
        visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id))
        return visit.redirect(to: visit.club.path + "/notices")
    }
}
