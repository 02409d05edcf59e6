import Hummingbird
import Postgres
import Web

extension RoomKind {
    /// About a title, within a club: everybody's titles are talked about in each.
    static let title = RoomKind(
        "title", at: "/library/titles", title: "Talk", invitation: "Nothing said yet. Is it any good?", words: "the talk about a game",
        isKept: true, isOpen: "EXISTS (SELECT FROM titles WHERE id = $2)",
        // Everybody's titles are for no club to lock.
        mayWrite: "EXISTS (SELECT FROM titles WHERE id = $2)")
}

extension Room {
    static func title(_ id: ID<Title>) -> Room { Room(.title, id.rawValue) }
}

/// One title with the talk about it, as a member has it before them.
struct TitleTalk: Sendable {
    let visit: MemberVisit
    let id: ID<Title>

    init(_ visit: MemberVisit) throws { (self.visit, id) = (visit, try visit.identifier("title")) }

    private var talk: Talk { Talk(visit, in: .title(id)) }
    var newest: Query<[LineRecord]> { talk.newest }

    /// What of the page follows what others do: who looks for players, and what is said.
    func fragment(draft: Draft = Draft()) -> LiveFragment {
        LiveFragment(visit: visit, parts: [.titleSeeks(of: id, visit), talk.part(draft)])
    }

    func chat(_ lines: [LineRecord], draft: Draft) -> Chat { Chat(lines, in: .title(id), visit: visit, draft: draft) }
}

/// What is said about titles.
struct TitleTalkRoutes {
    func add(to site: Site) {
        site.memberLive(
            "/c/:club/library/titles/:title/live",
            parts: { _, club, title in ID(title).map { [.init([.titleSeeks(club)]), .talk(in: .title($0), of: club)] } }
        ) { visit in
            try TitleTalk(visit).fragment()
        }
        ChatRoutes(room: { .title(try $0.visit.identifier("title")) }, page: again).add(to: site, below: "/c/:club/library/titles/:title")
    }

    @Sendable private func again(_ visit: MemberVisit, _ draft: Draft) async throws -> Response {
        guard visit.wantsRepresentation else { return try await TitleRoutes().show(visit, draft: draft) }
        return try await TitleTalk(visit).fragment(draft: draft).representation()
    }
}
