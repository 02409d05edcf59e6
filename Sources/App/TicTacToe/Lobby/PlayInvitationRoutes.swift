import Hummingbird
import Postgres

/// Invitation links to a club that also lead to a game with the member who sent the link.
struct PlayInvitationRoutes {
    func add(to site: Site) {
        site.get("/join/:code/:play") { visit in
            let invitation = try await invitation(visit)
            return try invitation.page(isToPlay: isToPlay(invitation))
        }
        site.post("/join/:code/:play") { visit in try await accept(visit) }
    }

    private func invitation(_ visit: Visit) async throws -> InvitationVisit {
        try await InvitationVisit(visit, playCode: visit.context.parameters.get("play") ?? "")
    }

    private func isToPlay(_ invitation: InvitationVisit) -> Bool { invitation.inviter != nil && invitation.club.parts.has(.play) }

    private func accept(_ visit: Visit) async throws -> Response {
        guard let session = visit.session else { return visit.redirect(to: SignInRequired.address(next: visit.request.uri.path)) }
        let invitation = try await invitation(visit)
        let newcomer = try await invitation.join(session)
        guard isToPlay(invitation), let inviter = invitation.inviter?.id else { return visit.redirect(to: invitation.club.home) }
        return visit.redirect(to: try await gamePath(with: inviter, as: newcomer, in: invitation.club, visit))
    }

    /// The path to a game with `inviter`. For a new member, this function starts a game. For an earlier member, the path leads to their
    /// running game, or to the form that challenges `inviter`. If the two members cannot play with each other, the path leads to the club's
    /// start page.
    private func gamePath(with inviter: ID<Member>, as newcomer: ID<Member>?, in club: Club, _ visit: Visit) async throws -> String {
        if let newcomer, let game = try await startGame(newcomer, invitedBy: inviter, in: club, visit) {
            return "\(club.path)/games/\(game)"
        }
        guard let membership = try await visit.refreshed().session?.memberships[club.id], membership.member != inviter,
            !membership.hidden.contains(inviter)
        else { return club.home }
        let running = try await visit.database.read(
            tenant: club.id.rawValue, GameQueries().running(between: membership.member, and: inviter))
        return running.map { "\(club.path)/games/\($0)" } ?? "\(club.path)/challenges/new?member=\(inviter)"
    }

    private func startGame(
        _ newcomer: ID<Member>, invitedBy inviter: ID<Member>, in club: Club, _ visit: Visit
    ) async throws -> ID<Game>? {
        // Blocking a member takes the same lock. A game can therefore not start at the same moment at which one of the two members blocks
        // the other.
        let (_, game) = try await visit.database.write(
            tenant: club.id.rawValue, ClubDirectoryQueries().lock(newcomer, inviter),
            GameQueries().startWelcomeGame(newcomer, invitedBy: inviter))
        guard let game else { return nil }
        visit.services.announcer.announce(.member(inviter, in: club.id), .lobby(club.id))
        return game
    }
}
