import Hummingbird
import Postgres

/// Invitation links to a club. A link that names a member also leads to a game with that member.
struct InvitationRoutes {
    private let queries = ClubQueries()

    func add(to site: Site) {
        site.memberPost("/c/:club/invitation", renew)
        site.memberGet("/c/:club/invitation", confirmRenewal)
        for path: RouterPath in ["/join/:code", "/join/:code/:play"] {
            site.get(path) { visit in try await show(visit) }
            site.post(path) { visit in try await accept(visit) }
        }
    }

    private func confirmRenewal(_ visit: MemberVisit) async throws -> Response {
        try visit.adminOnly()
        return try visit.page(RenewInvitationPage(layout: visit.layout, clubName: visit.club.name, clubPath: visit.club.path))
    }

    private func renew(_ visit: MemberVisit) async throws -> Response {
        try visit.adminOnly()
        do {
            try await visit.write(
                queries.revokeInvitation(), queries.createInvitation(RandomText.make(bytes: 16), by: visit.session.account))
        } catch let error as DatabaseError where error.constraint == "invitations_one_open" {
            // Another admin renewed the invitation at the same time, so there is a new link.
        }
        return visit.redirect(to: visit.club.path + "/#invite")
    }

    private func show(_ visit: Visit) async throws -> Response {
        let (club, host) = try await invitation(visit)
        let membership = visit.session?.memberships[club.id]
        let page = JoinPage(
            layout: visit.layout(), club: ClubCard(club), action: visit.request.uri.path, invitedBy: host?.person.person(in: nil),
            isToPlay: host?.isToPlay ?? false, isMember: membership != nil,
            isOwnInvitation: membership != nil && membership?.member == host?.person.id,
            isSignedIn: visit.session != nil, limitMessage: membership == nil ? visit.joinLimitMessage(for: club) : nil)
        return try visit.page(page)
    }

    private func accept(_ visit: Visit) async throws -> Response {
        guard let session = visit.session else { return visit.redirect(to: SignInRequired.address(next: visit.request.uri.path)) }
        let (club, host) = try await invitation(visit)
        let joined = try await visit.services.join(club, session: session)
        guard let host, host.isToPlay else { return visit.redirect(to: club.home) }
        return visit.redirect(to: try await gamePath(with: host.person.id, as: joined, in: club, visit))
    }

    /// The path to a game with `host`. For a new member, this function starts a game. For an earlier member, the path leads to their
    /// running game, or to the form that challenges `host`. If the two members cannot play with each other, the path leads to the club's
    /// start page.
    private func gamePath(with host: ID<Member>, as joined: ID<Member>?, in club: Club, _ visit: Visit) async throws -> String {
        if let joined, let game = try await startGame(joined, invitedBy: host, in: club, visit) { return "\(club.path)/games/\(game)" }
        guard let membership = try await visit.refreshed().session?.memberships[club.id], membership.member != host,
            !membership.hidden.contains(host)
        else { return club.home }
        let running = try await visit.database.read(
            tenant: club.id.rawValue, GameQueries().running(between: membership.member, and: host))
        return running.map { "\(club.path)/games/\($0)" } ?? "\(club.path)/challenges/new?member=\(host)"
    }

    private func startGame(
        _ newcomer: ID<Member>, invitedBy host: ID<Member>, in club: Club, _ visit: Visit
    ) async throws -> ID<Game>? {
        // Blocking a member takes the same lock. A game can therefore not start at the same moment at which one of the two members blocks
        // the other.
        let (_, game) = try await visit.database.write(
            tenant: club.id.rawValue, ClubDirectoryQueries().lock(newcomer, host),
            GameQueries().startWelcomeGame(newcomer, invitedBy: host))
        guard let game else { return nil }
        visit.services.announcer.announce(.member(host, in: club.id), .lobby(club.id))
        return game
    }

    private struct Host {
        var person: PersonRecord
        var isToPlay: Bool
    }

    private func invitation(_ visit: Visit) async throws -> (Club, Host?) {
        let code = visit.context.parameters.get("code") ?? ""
        guard let found = try await visit.services.clubs.club(invitation: code) else {
            throw Problem(
                status: .notFound, title: "This invitation has ended", detail: "Ask whoever sent it for a new link.")
        }
        let play = visit.context.parameters.get("play")
        let person = try await visit.database.read(
            tenant: found.club.id.rawValue, play.map { queries.person(playCode: $0) } ?? ClubDirectoryQueries().person(found.invitedBy))
        if play != nil, person == nil { throw Problem.notFound }
        guard let person, try await !isHidden(person.id, in: found.club, visit) else { return (found.club, nil) }
        return (found.club, Host(person: person, isToPlay: play != nil && found.club.parts.has(.play)))
    }

    /// Whether a block hides `host` from the visitor. If the visitor is not a member of the club, a block of the visitor's former member
    /// counts.
    private func isHidden(_ host: ID<Member>, in club: Club, _ visit: Visit) async throws -> Bool {
        guard let session = visit.session else { return false }
        if let membership = session.memberships[club.id] { return membership.hidden.contains(host) }
        return try await visit.database.read(tenant: club.id.rawValue, queries.isBlocked(session.account, by: host))
    }
}

extension Visit {
    /// - Parameter playCode: the code of the member with whom the link starts a game. If it is nil, the link is only an invitation to the
    ///   club.
    func invitationLink(_ code: String, playCode: String? = nil) -> String {
        baseURL + "/join/" + code + (playCode.map { "/" + $0 } ?? "")
    }
}
