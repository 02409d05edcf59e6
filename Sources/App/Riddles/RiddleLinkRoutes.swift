import HTMLTemplates
import Hummingbird
import Postgres

/// Links to a riddle for people without an account. Accepting a link joins the club and adds the riddle to the list.
struct RiddleLinkRoutes {
    private let queries = RiddleQueries()

    func add(to site: Site) {
        site.get("/riddle/:invitation/:riddle_code") { visit in try await show(visit) }
        site.post("/riddle/:invitation/:riddle_code") { visit in try await accept(visit) }
    }

    private func show(_ visit: Visit) async throws -> Response {
        let (club, riddle) = try await riddle(visit)
        let membership = visit.session?.memberships[club.id]
        if let membership, membership.member == riddle.sender.id { return visit.redirect(to: Riddle.path(of: riddle.id, in: club)) }
        return try visit.page(LinkedRiddlePage(riddle, club: club, isMember: membership != nil, visit: visit))
    }

    private func accept(_ visit: Visit) async throws -> Response {
        guard let session = visit.session else { return visit.redirect(to: SignInRequired.address(next: visit.request.uri.path)) }
        let (club, riddle) = try await riddle(visit)
        try await visit.services.join(club, session: session)
        guard let member = try await visit.refreshed().session?.memberships[club.id]?.member else { throw Problem.notFound }
        try await visit.database.write(
            tenant: club.id.rawValue, queries.lock(riddle.id), AnswerQueries().acceptLink(to: riddle.id, by: member))
        visit.services.announcer.announce(
            .riddle(riddle.id, in: club.id), .inbox(member, in: club.id), .inbox(riddle.sender.id, in: club.id))
        return visit.redirect(to: Riddle.path(of: riddle.id, in: club))
    }

    /// The club and the riddle of the link. Throws `Problem` if the link has ended: the invitation of the club was replaced, the club has
    /// switched riddles off, the riddle was withdrawn, or a block exists between the visitor and the sender.
    private func riddle(_ visit: Visit) async throws -> (Club, LinkedRiddle) {
        let (invitation, code) = (visit.context.parameters.get("invitation") ?? "", visit.context.parameters.get("riddle_code") ?? "")
        let ended = Problem(status: .notFound, title: "This link has ended", detail: "Ask the sender for a new link.")
        guard let club = try await visit.services.clubs.club(invitation: invitation)?.club, club.parts.has(.riddles),
            let riddle = try await visit.database.read(tenant: club.id.rawValue, queries.linkedRiddle(code: code))
        else { throw ended }
        if let membership = visit.session?.memberships[club.id], membership.hidden.contains(riddle.sender.id) { throw ended }
        return (club, riddle)
    }
}

struct LinkedRiddlePage: Page {
    static let template = "riddles/linked"
    var layout: Layout
    var emoji: String
    var kind: String
    var sender: Person
    var clubName: String
    var action: String
    var isSignedIn: Bool
    var isMember: Bool
    var register: String
    var login: String

    static func path(invitation: String, code: String) -> String { "/riddle/\(invitation)/\(code)" }

    init(_ riddle: LinkedRiddle, club: Club, isMember: Bool, visit: Visit) {
        layout = visit.layout()
        // The visitor may be signed out. The layout loads the features that a signed-in member has, so that the page looks the same.
        layout.features = visit.services.assets.addresses.features
        kind = riddle.kind.label(wordCount: riddle.words)
        (emoji, sender, clubName) = (riddle.emoji, riddle.sender.person(in: nil), club.name)
        action = visit.request.uri.path
        (isSignedIn, self.isMember) = (visit.session != nil, isMember)
        register = "/register?next=" + action.percentEncoded
        login = SignInRequired.address(next: action)
    }
}
