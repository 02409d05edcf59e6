import HTMLTemplates
import Hummingbird
import Postgres

/// Whom a member would rather not meet: neither sees the other in the lobby and in chats, nor can challenge them.
struct BlockRoutes {
    private let queries = BlockQueries()
    private static let limit = 500

    func add(to site: Site) {
        site.memberGet("/c/:club/blocks", show)
        site.memberPost("/c/:club/blocks", block)
        site.memberPost("/c/:club/blocks/:member/removal", unblock)
        site.memberGet("/c/:club/blocks/:member/removal") { visit in visit.visit.redirect(to: visit.club.path + "/blocks") }
    }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let people = try await visit.read(queries.blocked(by: visit.me, limit: Self.limit))
        return try visit.visit.page(BlocksPage(visit: visit, people))
    }

    private func block(_ visit: MemberVisit) async throws -> Response {
        guard let other = ID<Member>(visit.form["member"]), other != visit.me else { throw Problem.notFound }
        try visit.services.limiter.spend(.block, by: visit.session.account.description)
        do {
            try await change(visit, other, by: queries.block(other, by: visit.me))
        } catch let error as DatabaseError where error.constraint == "blocks_blocked" {
            throw Problem.notFound
        }
        return visit.visit.redirect(to: visit.club.path + "/blocks")
    }

    private func unblock(_ visit: MemberVisit) async throws -> Response {
        let other: ID<Member> = try visit.visit.identifier("member")
        try await change(visit, other, by: queries.unblock(other, by: visit.me))
        return visit.visit.redirect(to: visit.club.path + "/blocks")
    }

    private func change(_ visit: MemberVisit, _ other: ID<Member>, by step: Query<Int>) async throws {
        // In turns with challenges, which take the same lock, and with every pairing.
        let seeks = SeekQueries()
        let (_, _, _, _, _, accounts, _, _) = try await visit.write(
            seeks.takeTurns(.three), seeks.takeTurns(.five), seeks.takeTurns(.fifteen), queries.takeTurns(visit.me, other), step,
            queries.hide(visit.me, other), queries.endChallenges(between: visit.me, and: other),
            FriendQueries().part(visit.me, other))
        for account in accounts { visit.services.sessions.forget(account) }
    }
}

struct BlockedRow: ViewModel {
    var person: Person
    var removal: String
}

struct BlocksPage: Page {
    static let template = "members/blocks"
    var layout: Layout
    var membersPath: String
    var people: [BlockedRow]

    init(visit: MemberVisit, _ people: [PersonRecord]) {
        layout = visit.layout
        membersPath = visit.club.path + "/members"
        self.people = people.map { BlockedRow(person: $0.person(in: visit.club), removal: "\(visit.club.path)/blocks/\($0.id)/removal") }
    }
}
