import Hummingbird
import Postgres
import Web

struct PlayerRoutes {
    private let queries = PlayerQueries()
    private static let pageSize = 60

    func add(to site: Site) {
        site.memberGet("/c/:club/library/players", show)
        site.memberGet("/c/:club/library/players/:handle/common", showCommon)
        site.memberGet("/c/:club/library/names") { visit in try await showNames(visit) }
        site.memberPost("/c/:club/library/names", on: "/library/names", addName)
        site.memberPost("/c/:club/library/names/:platform_name/removal", on: "/library/names", removeName)
    }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let kind = try visit.query("news").map { text in
            guard let kind = LibraryActivity.Kind(rawValue: text) else { throw Problem.notFound }
            return kind
        }
        let (players, news) = try await visit.read(
            queries.followed(by: visit.me, limit: PlayerQueries.followedLimit), queries.news(for: visit.me, kind, hidden: visit.hidden))
        return try visit.page(PlayersPage(players, news, kind, visit: visit))
    }

    private func showCommon(_ visit: MemberVisit) async throws -> Response {
        let member = try await visit.member(visit.context.parameters.get("handle") ?? "")
        let cursor: Cursor<VideoGame> = try visit.cursor(.up)
        let (profile, found) = try await visit.read(
            Members.profile(of: member), queries.common(with: member, for: visit.me, at: cursor, limit: Self.pageSize + 1))
        guard let profile else { throw Problem.notFound }
        let slice = Slice(found, at: cursor, size: Self.pageSize)
        let page = SharedGamesPage(profile.person, slice, visit: visit)
        guard !slice.leadsToFirst else { return visit.redirect(to: page.path) }
        return try visit.page(page)
    }

    // MARK: Names on platforms

    private func showNames(_ visit: MemberVisit, _ form: PlatformNameForm = PlatformNameForm()) async throws -> Response {
        let names = try await visit.read(queries.names(of: visit.me, to: visit.me))
        return try visit.page(PlatformNamesPage(names, form, visit: visit), status: form.problems.isEmpty ? .ok : .unprocessableContent)
    }

    private func addName(_ visit: MemberVisit) async throws -> Response {
        var form = PlatformNameForm(visit.form)
        guard form.problems.isEmpty else { return try await showNames(visit, form) }
        try visit.spend(.library)
        guard try await visit.writeWithMemberLock(queries.add(form, by: visit.me)) == 1 else {
            form.problems["name"] = "You can have at most \(PlayerQueries.nameLimit) names. Remove one first."
            return try await showNames(visit, form)
        }
        return visit.redirect(to: visit.club.path + "/library/names")
    }

    private func removeName(_ visit: MemberVisit) async throws -> Response {
        try await visit.write(queries.remove(visit.identifier("platform_name"), by: visit.me))
        return visit.redirect(to: visit.club.path + "/library/names")
    }
}
