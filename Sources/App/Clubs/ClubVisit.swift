import Hummingbird
import Postgres

/// A request within a club, by a visitor who may see that the club exists.
struct ClubVisit: Sendable {
    let visit: Visit
    let club: Club
    let membership: Membership?

    /// Throws `Problem.notFound` for an unknown club, and for a private one to whoever is no member.
    init(_ visit: Visit) async throws {
        let slug = visit.context.parameters.get("club") ?? ""
        guard let club = try await visit.services.clubs.club(slug: slug) else { throw Problem.notFound }
        self.club = club
        self.visit = try await Self.refreshed(visit, for: club.id)
        membership = self.visit.session?.memberships[club.id]
        guard club.isPublic || membership != nil else {
            if visit.session == nil { throw SignInNeeded() }
            throw Problem.notFound
        }
    }

    /// Nobody is turned away from memory alone: they may have joined through another instance a moment ago.
    private static func refreshed(_ visit: Visit, for club: ID<Club>) async throws -> Visit {
        guard let session = visit.session, session.memberships[club] == nil, let token = visit.sessionToken else { return visit }
        var context = visit.context
        context.session = try await visit.services.sessions.session(token: token, isFresh: true)
        return Visit(request: visit.request, context: context, services: visit.services)
    }

    var layout: Layout { visit.layout(club: self) }
}

/// A request within a club by one of its members.
struct MemberVisit: Sendable {
    let visit: Visit
    let club: Club
    let me: ID<Member>
    let isAdmin: Bool
    let session: Session
    let layout: Layout

    /// Throws like `ClubVisit`, and asks whoever is no member to sign in or join.
    init(_ visit: Visit) async throws {
        let inClub = try await ClubVisit(visit)
        let visit = inClub.visit
        session = try visit.signedIn()
        club = inClub.club
        guard let membership = inClub.membership else {
            throw Problem(
                status: .forbidden, title: "For members of \(club.name)", detail: "Join the club to play and talk with its members.",
                action: Problem.Action(label: "Look at \(club.name)", href: club.path + "/"))
        }
        (me, isAdmin) = (membership.member, membership.isAdmin)
        self.visit = visit
        layout = inClub.layout
        visit.services.presence.beat(me, in: club.id)
    }

    var services: Services { visit.services }
    var form: Form { visit.form }

    /// One round trip that sees this club only.
    func read<each Output: Sendable>(_ queries: repeat Query<each Output>) async throws -> (repeat each Output) {
        try await services.database.read(tenant: club.id.rawValue, repeat each queries)
    }

    func read<Output: Sendable>(_ query: Query<Output>) async throws -> Output {
        try await services.database.read(tenant: club.id.rawValue, query)
    }

    @discardableResult
    func write<Output: Sendable>(_ query: Query<Output>) async throws -> Output {
        try await services.database.write(tenant: club.id.rawValue, query)
    }

    /// One round trip, one transaction, in this club only.
    @discardableResult
    func write<each Output: Sendable>(_ queries: repeat Query<each Output>) async throws -> (repeat each Output) {
        try await services.database.write(tenant: club.id.rawValue, repeat each queries)
    }
}

extension Site {
    /// Pages that a club's visitors may see.
    func clubGet(_ path: RouterPath, _ handler: @escaping @Sendable (ClubVisit) async throws -> Response) {
        get(path) { visit in try await handler(ClubVisit(visit)) }
    }

    func memberGet(_ path: RouterPath, _ handler: @escaping @Sendable (MemberVisit) async throws -> Response) {
        get(path) { visit in try await handler(MemberVisit(visit)) }
    }

    func memberPost(_ path: RouterPath, _ handler: @escaping @Sendable (MemberVisit) async throws -> Response) {
        post(path) { visit in try await handler(MemberVisit(visit)) }
    }
}
