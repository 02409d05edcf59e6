import Hummingbird
import Postgres

/// Links that let people into a club; one that names a member leads on to a game with them.
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
            try await visit.write(queries.closeInvitation(), queries.invite(RandomText.make(bytes: 16), by: visit.session.account))
        } catch let error as DatabaseError where error.constraint == "invitations_one_open" {
            // Somebody made a new link in the same moment: that one is new, too.
        }
        return visit.redirect(to: visit.club.path + "/#invite")
    }

    private func show(_ visit: Visit) async throws -> Response {
        let (club, host) = try await invitation(visit)
        let membership = visit.session?.memberships[club.id]
        let page = JoinPage(
            layout: visit.layout(), club: ClubCard(club), action: visit.request.uri.path, invitedBy: host?.person.person(in: nil),
            isToPlay: host?.isToPlay ?? false, isMember: membership != nil,
            isSelf: membership != nil && membership?.member == host?.person.id,
            isSignedIn: visit.session != nil, full: membership == nil ? visit.fullForClub(club) : nil)
        return try visit.page(page)
    }

    private func accept(_ visit: Visit) async throws -> Response {
        guard let session = visit.session else { return visit.redirect(to: SignInNeeded.address(next: visit.request.uri.path)) }
        let (club, host) = try await invitation(visit)
        let joined = try await visit.services.join(club, session: session)
        guard let host, host.isToPlay else { return visit.redirect(to: club.home) }
        return visit.redirect(to: try await address(ofPlayWith: host.person.id, as: joined, in: club, visit))
    }

    /// The board for whoever is new; whoever was a member already asks first, unless they are playing.
    private func address(ofPlayWith host: ID<Member>, as joined: ID<Member>?, in club: Club, _ visit: Visit) async throws -> String {
        if let joined, let game = try await begin(joined, invitedBy: host, in: club, visit) { return "\(club.path)/games/\(game)" }
        guard let membership = try await visit.refreshed().session?.memberships[club.id], membership.member != host,
            !membership.hidden.contains(host)
        else { return club.home }
        let running = try await visit.database.read(
            tenant: club.id.rawValue, GameQueries().running(between: membership.member, and: host))
        return running.map { "\(club.path)/games/\($0)" } ?? "\(club.path)/challenges/new?member=\(host)"
    }

    private func begin(_ newcomer: ID<Member>, invitedBy host: ID<Member>, in club: Club, _ visit: Visit) async throws -> ID<Game>? {
        // In turns with blocks.
        let (_, game) = try await visit.database.write(
            tenant: club.id.rawValue, DirectoryQueries().lock(newcomer, host), GameQueries().begin(newcomer, invitedBy: host))
        guard let game else { return nil }
        visit.services.announcer.announce(.member(host, in: club.id), .lobby(club.id))
        return game
    }

    /// Who invites.
    private struct Host {
        var person: PersonRecord
        /// The link names them: it is for a game with them.
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
            tenant: found.club.id.rawValue, play.map { queries.person(playCode: $0) } ?? DirectoryQueries().person(found.invitedBy))
        if play != nil, person == nil { throw Problem.notFound }
        guard let person, try await !isHidden(person.id, in: found.club, visit) else { return (found.club, nil) }
        return (found.club, Host(person: person, isToPlay: play != nil && found.club.parts.has(.play)))
    }

    /// Whether one has blocked the other; before the visitor left the club, if they are no member now.
    private func isHidden(_ host: ID<Member>, in club: Club, _ visit: Visit) async throws -> Bool {
        guard let session = visit.session else { return false }
        if let membership = session.memberships[club.id] { return membership.hidden.contains(host) }
        return try await visit.database.read(tenant: club.id.rawValue, queries.isBlocked(session.account, by: host))
    }
}

extension Visit {
    /// - Parameter playCode: of the member with whom whoever follows the link is to play.
    func invitationLink(_ code: String, playCode: String? = nil) -> String {
        baseURL + "/join/" + code + (playCode.map { "/" + $0 } ?? "")
    }
}
