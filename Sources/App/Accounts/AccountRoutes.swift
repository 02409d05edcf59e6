import FoundationEssentials
import Hummingbird
import Postgres
import Web

struct AccountRoutes {
    private let queries = AccountQueries()

    func add(to site: Site) {
        site.get("/login") { visit in try await showSignIn(visit) }
        site.post("/login") { visit in try await signIn(visit) }
        site.post("/logout") { visit in try await signOut(visit) }
        site.get("/account") { visit in try await showAccount(visit) }
        site.get("/account/sessions/:session/revocation") { visit in try await confirm(.session, visit) }
        site.post("/account/sessions/:session/revocation") { visit in try await endSession(visit) }
        site.get("/account/sessions/revocation") { visit in try await confirm(.otherSessions, visit) }
        site.post("/account/sessions/revocation") { visit in try await endOtherSessions(visit) }
    }

    // MARK: Sign-in

    private func showSignIn(_ visit: Visit) async throws -> Response {
        let next = visit.query("next") ?? ""
        if visit.session != nil { return visit.redirect(to: Visit.localPath(next) ?? "/") }
        return try await visit.signInPage(next: next, revoked: RevokedCredentials(visit.query("closed")))
    }

    private func signIn(_ visit: Visit) async throws -> Response {
        let login = visit.form.line("login").prefix(scalars: 254)
        do {
            let (account, proof) = try await visit.checkPassword(visit.form["password"], login: login)
            return try await visit.continueSignIn(as: account, by: proof, next: visit.form["next"])
        } catch let refusal as Refusal {
            return try await visit.signInPage(login: login, next: visit.form["next"], refusal)
        }
    }

    private func signOut(_ visit: Visit) async throws -> Response {
        if let session = visit.session {
            try await visit.services.sessions.end(session.id, of: session.account)
            visit.logSecurityEvent(.signedOut)
            await visit.services.presence.leave(Array(session.memberships.values))
        }
        var response = visit.redirect(to: "/")
        response.headers[.setCookie] = HostCookie.session.removal(isSecure: visit.context.isSecure)
        return Visit.clearingBrowserCache(response)
    }

    // MARK: The account page

    /// - Parameter problem: the sentence that explains why a provider could not be unlinked.
    func showAccount(_ visit: Visit, problem: String? = nil, status: HTTPResponse.Status = .ok) async throws -> Response {
        let session = try visit.signedIn()
        let (records, deletion, identities, secondFactor) = try await visit.database.read(
            SessionQueries().sessions(of: session.account, idleDays: Sessions.idleDays), queries.deletion(of: session.account),
            IdentityQueries().identities(of: session.account), SecondFactorQueries().state(of: session.account))
        let rows = records.map { SessionRow($0, isCurrent: $0.id == session.id) }
        let methods = SignInMethod.all(identities, visit.services.openID.providers)
        let page = AccountPage(
            layout: visit.layout(), displayName: session.displayName, username: session.username, email: session.email,
            hasPassword: session.hasPassword, signInMethods: methods, hasSignInMethods: !methods.isEmpty, problem: problem,
            secondFactor: secondFactor.since.map(Moment.init), recoveryCodes: secondFactor.codesSentence,
            successMessage: RevokedCredentials(visit.query("closed"))?.sentence,
            timeZone: session.timeZone.name.replacing("_", with: " "), isZoneByDevice: session.timeZone.isByDevice, sessions: rows,
            hasOthers: rows.contains { !$0.isCurrent }, deletion: deletion.at.map(Moment.init))
        return try visit.page(page, status: status)
    }

    private func confirm(_ step: ConfirmPasswordPage.Step, _ visit: Visit, _ refusal: Refusal? = nil) async throws -> Response {
        let page = try await ConfirmPasswordPage(step, visit, problem: refusal?.sentence)
        return try visit.page(page, status: refusal?.status ?? .ok)
    }

    private func endSession(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        guard let id = visit.context.parameters.get("session").flatMap({ UUID(uuidString: $0) }) else { throw Problem.notFound }
        do {
            try await visit.confirmIdentity()
        } catch let refusal as Refusal {
            return try await confirm(.session, visit, refusal)
        }
        try await visit.database.write(session.useConfirmation)
        try await visit.services.sessions.end(id, of: session.account)
        visit.logSecurityEvent(.sessionsEnded)
        return visit.redirect(to: "/account")
    }

    private func endOtherSessions(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        do {
            try await visit.confirmIdentity()
        } catch let refusal as Refusal {
            return try await confirm(.otherSessions, visit, refusal)
        }
        try await visit.database.write(session.useConfirmation)
        try await visit.services.sessions.endAll(of: session.account, except: session.id)
        visit.logSecurityEvent(.sessionsEnded)
        return try await visit.rememberingBrowser(of: session.account, in: visit.redirect(to: "/account"))
    }
}
