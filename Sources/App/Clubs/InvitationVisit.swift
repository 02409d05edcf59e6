import HTMLTemplates
import Hummingbird
import Postgres

/// A request with an invitation link to a club: `/join/CODE`, or `/join/CODE/PLAYCODE` for a game with a member.
struct InvitationVisit {
    let visit: Visit
    let club: Club
    /// The member who invites. Nil if there is no such member any more, or if a block hides them from the visitor.
    let inviter: PersonRecord?

    /// - Parameter playCode: The code of the member who wants to play. If it is nil, the inviter is the admin who made the link.
    /// Throws `Problem` if the invitation has ended, or if no member has the code.
    init(_ visit: Visit, playCode: String? = nil) async throws {
        guard let found = try await visit.services.clubs.club(invitation: visit.context.parameters.get("code") ?? "") else {
            throw Problem(status: .notFound, title: "This invitation has ended", detail: "Ask the person who sent it for a new link.")
        }
        let (database, tenant, queries) = (visit.database, found.club.id.rawValue, ClubQueries())
        let person = try await database.read(
            tenant: tenant, playCode.map { queries.person(playCode: $0) } ?? ClubDirectoryQueries().person(found.inviter))
        if playCode != nil, person == nil { throw Problem.notFound }
        (self.visit, club) = (visit, found.club)
        guard let person, let session = visit.session else {
            inviter = person
            return
        }
        // If the visitor is not a member of the club, a block of the visitor's former member counts.
        let isHidden =
            if let membership = session.memberships[found.club.id] { membership.hidden.contains(person.id) } else {
                try await database.read(tenant: tenant, queries.isBlocked(session.account, by: person.id))
            }
        inviter = isHidden ? nil : person
    }

    /// The page that invites to the club.
    /// - Parameter isToPlay: Whether a game with the inviter starts afterwards.
    func page(isToPlay: Bool) throws -> Response {
        let membership = visit.session?.memberships[club.id]
        return try visit.page(
            InvitationPage(
                layout: visit.layout(), club: ClubCard(club), action: visit.request.uri.path, inviter: inviter?.person(in: nil),
                isToPlay: isToPlay, isMember: membership != nil, isOwnInvitation: membership != nil && membership?.member == inviter?.id,
                isSignedIn: visit.session != nil, limitMessage: membership == nil ? visit.joinLimitMessage(for: club) : nil))
    }

    /// Makes the visitor a member of the club. Nil if the visitor was a member already. Throws `Problem` 429 if the account has joined too
    /// many clubs in a short time.
    @discardableResult
    func join(_ session: Session) async throws -> ID<Member>? { try await visit.services.join(club, session: session) }
}

struct InvitationPage: Page {
    static let template = "clubs/invitation"
    var layout: Layout
    var club: ClubCard
    var action: String
    var inviter: Person?
    /// Whether a game with the inviter starts afterwards.
    var isToPlay: Bool
    var isMember: Bool
    var isOwnInvitation: Bool
    var isSignedIn: Bool
    var limitMessage: String?
}
