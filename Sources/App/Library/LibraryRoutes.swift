import Hummingbird
import Postgres
import Web

/// What a member has on their lists, for themselves and for those whom they show it to.
struct LibraryRoutes {
    private let queries = LibraryQueries()
    private static let pageSize = 60

    func add(to site: Site) {
        site.memberGet("/c/:club/library") { visit in
            try await show(of: visit.me, nil, visit)
        }
        site.memberGet("/c/:club/library/players/:handle") { visit in
            let handle = visit.context.parameters.get("handle") ?? ""
            let member = try await visit.member(handle)
            guard member != visit.me else { return visit.redirect(to: visit.club.path + "/library") }
            return try await show(of: member, handle, visit)
        }
    }

    /// - Parameter handle: of the member; nil: it is the visitor.
    private func show(of member: ID<Member>, _ handle: String?, _ visit: MemberVisit) async throws -> Response {
        let state = try visit.query("list").map { text in
            guard let state = LibraryEntry.State(rawValue: text) else { throw Problem.notFound }
            return state
        }
        let place = try visit.query("after").map { text in
            guard let place = LibraryPlace(text) else { throw Problem.notFound }
            return place
        }
        let shown = state ?? .plays
        let (profile, tie, totals, found) = try await visit.read(
            MemberQueries().profile(of: member), Relationship.query(of: visit.me, to: member), queries.totals(of: member),
            queries.list(shown, of: member, after: place, limit: Self.pageSize + 1))
        guard let profile, handle == nil || profile.privacy[LibraryFeature.listed].includes(tie.isFriend) else { throw Problem.notFound }
        let list = LibraryList(shown, found, totals, after: place, size: Self.pageSize, of: handle, in: visit.club)
        return try visit.page(LibraryPage(profile.person, list, isMe: handle == nil, visit: visit))
    }
}
