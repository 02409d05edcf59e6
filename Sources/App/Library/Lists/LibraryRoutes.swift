import Hummingbird
import Postgres
import Web

struct LibraryRoutes {
    private let queries = LibraryQueries()
    private static let pageSize = 60

    func add(to site: Site) {
        site.memberGet("/c/:club/library") { visit in
            try await show(of: visit.me, nil, visit)
        }
        site.memberGet("/c/:club/library/file") { visit in LibraryExport(visit).response }
        site.memberGet("/c/:club/library/players/:handle") { visit in
            let handle = visit.context.parameters.get("handle") ?? ""
            let member = try await visit.member(handle)
            guard member != visit.me else { return visit.redirect(to: visit.club.path + "/library") }
            return try await show(of: member, handle, visit)
        }
    }

    /// - Parameter handle: the member's handle. If `handle` is nil, the member is the visitor.
    private func show(of member: ID<Member>, _ handle: String?, _ visit: MemberVisit) async throws -> Response {
        let state = try visit.query("list").map { text in
            guard let state = LibraryEntry.State(rawValue: text) else { throw Problem.notFound }
            return state
        }
        let place = try LibraryPlace(of: visit)
        let shown = state ?? .plays
        let (profile, relationship, totals, shelves, names, found) = try await visit.read(
            Members.profile(of: member), Relationship.query(of: visit.me, to: member), queries.totals(of: member),
            ShelfQueries().shelves(of: member, to: visit.me), PlayerQueries().names(of: member, to: visit.me),
            queries.list(shown, of: member, after: place, limit: Self.pageSize + 1))
        guard let profile else { throw Problem.notFound }
        let visible = LibraryEntry.State.allCases.filter { handle == nil || profile.privacy[$0.privacy].includes(relationship.isFriend) }
        guard visible.contains(shown) || state == nil && visible.isEmpty else {
            // Without a list in the address, the first visible list is shown. A hidden list looks like one that does not exist.
            guard state == nil, let first = visible.first else { throw Problem.notFound }
            return visit.redirect(to: "\(visit.club.path)/library/players/\(profile.person.handle)?list=\(first.rawValue)")
        }
        var list = LibraryList(shown, visible, totals, shelves, of: handle, in: visit.club)
        list.audience = handle == nil ? profile.privacy[shown.privacy].visibilityLabel : nil
        let games = VideoGameTable(
            visible.isEmpty ? [] : found, LibraryView(visit), at: list.path, isFirst: place == nil, size: Self.pageSize, club: visit.club)
        return try visit.page(LibraryPage(profile.person, list, games, names, isMe: handle == nil, visit: visit))
    }
}
