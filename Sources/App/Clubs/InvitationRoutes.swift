import Hummingbird
import Postgres

struct InvitationRoutes {
    private let queries = ClubQueries()

    func add(to site: Site) {
        site.adminPost("/c/:club/invitation", renew)
        site.adminGet("/c/:club/invitation", confirmRenewal)
        site.get("/join/:code") { visit in try await InvitationVisit(visit).page(isToPlay: false) }
        site.post("/join/:code") { visit in try await accept(visit) }
    }

    private func confirmRenewal(_ visit: MemberVisit) async throws -> Response {
        return try visit.page(RenewInvitationPage(layout: visit.layout, clubName: visit.club.name, clubPath: visit.club.path))
    }

    private func renew(_ visit: MemberVisit) async throws -> Response {
        do {
            try await visit.write(
                queries.revokeInvitation(), queries.createInvitation(RandomText.make(bytes: 16), by: visit.session.account))
        } catch let error as DatabaseError where error.constraint == "invitations_one_open" {
            // Another admin renewed the invitation at the same time, so there is a new link.
        }
        return visit.redirect(to: visit.club.path + "/#invite")
    }

    private func accept(_ visit: Visit) async throws -> Response {
        guard let session = visit.session else { return visit.redirect(to: SignInRequired.address(next: visit.request.uri.path)) }
        let invitation = try await InvitationVisit(visit)
        try await invitation.join(session)
        return visit.redirect(to: invitation.club.home)
    }
}

extension Visit {
    /// - Parameter playCode: the code of the member with whom the link starts a game. If it is nil, the link is only an invitation to the
    ///   club.
    func invitationLink(_ code: String, playCode: String? = nil) -> String {
        baseURL + "/join/" + code + (playCode.map { "/" + $0 } ?? "")
    }
}
