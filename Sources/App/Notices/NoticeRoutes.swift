import Hummingbird
import Postgres

/// One place for all that waits for a member, and all that others did.
struct NoticeRoutes {
    private let queries = NoticeQueries()
    private static let pageSize = 50
    private static let shownOfEach = 20

    func add(to site: Site) {
        site.memberGet("/c/:club/notices", show)
        site.memberLive("/c/:club/live", topics: { _, _, _ in [] }) { visit in LiveFragment(visit: visit, parts: []) }
        site.memberGet("/c/:club/notices/settings", showSettings)
        site.memberPost("/c/:club/notices/settings", changeSettings)
    }

    /// Whoever looks has seen it.
    private func show(_ visit: MemberVisit) async throws -> Response {
        var before = ID<Notice>.last
        if let text = visit.visit.query("before") {
            guard let id = ID<Notice>(text) else { throw Problem.notFound }
            before = id
        }
        let me = visit.me
        let (quiet, games, challenges, requests, messages, told, seen) = try await visit.write(
            queries.quiet(of: me), GameQueries().running(of: me, limit: 2 * Self.shownOfEach), LobbyQueries().incoming(to: me),
            FriendQueries().requests(to: me, limit: Self.shownOfEach),
            ConversationQueries().unread(of: me, hidden: visit.hidden, limit: Self.shownOfEach),
            queries.notices(for: me, hidden: visit.hidden, before: before, limit: Self.pageSize + 1), queries.markRead(by: me))
        var visit = visit
        if seen > 0 {
            visit.services.announcer.announce(.inbox(me, in: visit.club.id))
            visit = try await visit.counted()
        }
        var page = NoticesPage(told, limit: Self.pageSize, isFirst: before == .last, visit: visit)
        if before == .last {
            let quiet = Set(quiet.compactMap(Notice.Kind.init))
            page.wait(games: games, challenges: challenges, requests: requests, messages: messages, but: quiet, visit: visit)
        }
        return try visit.visit.page(page)
    }

    private func showSettings(_ visit: MemberVisit) async throws -> Response {
        let quiet = Set(try await visit.read(queries.quiet(of: visit.me)))
        return try visit.visit.page(NoticeSettingsPage(quiet: quiet, visit: visit))
    }

    private func changeSettings(_ visit: MemberVisit) async throws -> Response {
        // What is ticked is heard of.
        let quiet = Notice.Kind.allCases.filter { visit.form[$0.rawValue].isEmpty }
        try await visit.write(queries.setQuiet(quiet, of: visit.me))
        visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id))
        return visit.visit.redirect(to: visit.club.path + "/notices")
    }
}
