import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// Blocks and unblocks members. `Templates/members/_block-effects.html` says what a block does.
struct BlockRoutes {
    private let queries = BlockQueries()
    private static let limit = 500

    func add(to site: Site) {
        site.memberGet("/c/:club/blocks", show)
        site.memberPost("/c/:club/blocks", block)
        site.memberGet("/c/:club/members/:handle/block", confirm)
        site.memberPost("/c/:club/blocks/:member/removal", unblock)
    }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let people = try await visit.read(queries.blocked(by: visit.me, limit: Self.limit))
        return try visit.page(BlocksPage(visit: visit, people))
    }

    private func confirm(_ visit: MemberVisit) async throws -> Response {
        let member = try await visit.member(visit.context.parameters.get("handle") ?? "")
        let (person, relationship) = try await visit.read(
            ClubDirectoryQueries().person(member), Relationship.query(of: visit.me, to: member))
        guard let person, member != visit.me else { throw Problem.notFound }
        return try visit.page(BlockPage(person, isFriend: relationship.isFriend, visit: visit))
    }

    private func block(_ visit: MemberVisit) async throws -> Response {
        guard let other = ID<Member>(visit.form["member"]), other != visit.me else { throw Problem.notFound }
        try visit.spend(.block)
        do {
            try await change(visit, other, by: queries.block(other, by: visit.me))
        } catch let error as DatabaseError where error.constraint == "blocks_blocked" {
            // The member does not exist. The answer does not say so, because that would reveal which members are hidden from the visitor.
        }
        return visit.redirect(to: visit.club.path + "/blocks")
    }

    private func unblock(_ visit: MemberVisit) async throws -> Response {
        let other: ID<Member> = try visit.identifier("member")
        try await change(visit, other, by: queries.unblock(other, by: visit.me))
        return visit.redirect(to: visit.club.path + "/blocks")
    }

    private func change(_ visit: MemberVisit, _ other: ID<Member>, by step: Query<Int>) async throws {
        let effects = features.flatMap(\.blockEffects)
        // A challenge takes the same lock on the two members, and the pairing of players takes the locks of the effects. So no game between
        // the two can begin during this transaction.
        let steps = effects.flatMap(\.locks) + [ClubDirectoryQueries().lock(visit.me, other).map(\.count), step]
        let ends = effects.map { $0.end(visit.me, other) }
        let accounts = try await visit.write(
            and: steps.map { $0.map { _ in [] } } + [queries.recalculateHidden(visit.me, other)] + ends.map { $0.map { _ in [] } })
        for account in accounts.joined() { visit.services.sessions.evict(account) }
        // The block changes how many notices the two members see, so their pages are told to count them again.
        visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id), .inbox(other, in: visit.club.id))
    }
}

struct BlockPage: Page {
    static let template = "members/block"
    var layout: Layout
    var person: Person
    var member: String
    var isFriend: Bool
    var action: String
    var profile: String

    init(_ person: PersonRecord, isFriend: Bool, visit: MemberVisit) {
        layout = visit.layout
        self.person = person.person(in: visit.club)
        member = person.id.description
        self.isFriend = isFriend
        action = visit.club.path + "/blocks"
        profile = "\(visit.club.path)/members/\(person.handle)"
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

extension RateLimiter.Limit {
    static let block = RateLimiter.Limit(name: "block", burst: 20, secondsPerToken: 10)
}
