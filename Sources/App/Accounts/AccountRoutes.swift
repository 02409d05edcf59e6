import FoundationEssentials
import Hummingbird
import Postgres
import Web

/// Registration, sign-in and sign-out, and a person's own account.
struct AccountRoutes {
    private let queries = AccountQueries()

    func add(to site: Site) {
        site.get("/register") { visit in try await showRegistration(visit) }
        site.post("/register") { visit in try await register(visit) }
        site.get("/login") { visit in try await showSignIn(visit) }
        site.post("/login") { visit in try await signIn(visit) }
        site.post("/logout") { visit in try await signOut(visit) }
        site.get("/account") { visit in try await showAccount(visit) }
        site.post("/account/sessions/:session/revocation") { visit in try await endSession(visit) }
        site.post("/account/sessions/revocation") { visit in try await endOtherSessions(visit) }
    }

    // MARK: Registration

    private func showRegistration(_ visit: Visit) async throws -> Response {
        let next = visit.query("next") ?? ""
        if visit.session != nil { return visit.redirect(to: Visit.localPath(next) ?? "/") }
        let page = RegisterPage(
            layout: visit.layout(), next: next, invitation: await visit.invitation(to: next), providers: visit.providers(next: next))
        return try visit.page(page)
    }

    private func register(_ visit: Visit) async throws -> Response {
        var registration = Registration(visit.form)
        do {
            guard registration.isValid else {
                // Whoever asks for many names is not told which are taken.
                if (try? visit.services.limiter.spend(.takenNames, by: visit.network)) != nil {
                    let query = AccountQueries().taken(username: registration.username, email: registration.email)
                    registration.note(taken: try await visit.database.read(query))
                }
                return try await showAgain(registration, visit)
            }
            try visit.services.limiter.spend(.registration, by: visit.network)
            let account = try await visit.services.create(registration)
            return try await visit.begin(as: account, next: visit.form["next"])
        } catch let error as DatabaseError where registration.note(error) {
            return try await showAgain(registration, visit)
        } catch let problem as Problem where problem.status == .tooManyRequests {
            registration.usernameProblem = problem.detail
            var response = try await showAgain(registration, visit)
            (response.status, response.headers[.retryAfter]) = (problem.status, problem.retryAfter.map(String.init))
            return response
        }
    }

    private func showAgain(_ registration: Registration, _ visit: Visit) async throws -> Response {
        let next = visit.form["next"]
        let page = RegisterPage(
            layout: visit.layout(),
            problems: FieldProblem.list([
                "username": registration.usernameProblem, "email": registration.emailProblem,
                "password": registration.passwordProblem, "display_name": registration.displayNameProblem,
            ]),
            username: registration.username, email: registration.email, displayName: registration.displayName, next: next,
            usernameProblem: registration.usernameProblem, emailProblem: registration.emailProblem,
            passwordProblem: registration.passwordProblem, displayNameProblem: registration.displayNameProblem,
            invitation: await visit.invitation(to: next), providers: visit.providers(next: next))
        return try visit.page(page, status: .unprocessableContent)
    }

    // MARK: Sign-in

    private func showSignIn(_ visit: Visit) async throws -> Response {
        let next = visit.query("next") ?? ""
        if visit.session != nil { return visit.redirect(to: Visit.localPath(next) ?? "/") }
        return try await visit.signInPage(next: next)
    }

    private func signIn(_ visit: Visit) async throws -> Response {
        let login = visit.form.line("login").prefix(scalars: 254)
        do {
            let account = try await visit.account(login: login, password: visit.form["password"])
            return try await visit.begin(as: account, next: visit.form["next"])
        } catch let refusal as Refusal {
            return try await visit.signInPage(login: login, next: visit.form["next"], refusal)
        }
    }

    private func signOut(_ visit: Visit) async throws -> Response {
        if let session = visit.session {
            try await visit.services.sessions.end(session.id, of: session.account)
            await visit.services.presence.leave(Array(session.memberships.values))
        }
        var response = visit.redirect(to: "/")
        response.headers[.setCookie] = HostCookie.session.removal(isSecure: visit.context.isSecure)
        return response
    }

    // MARK: The account page

    /// - Parameter problem: why a way in is still there.
    func showAccount(_ visit: Visit, problem: String? = nil, status: HTTPResponse.Status = .ok) async throws -> Response {
        let session = try visit.signedIn()
        let (records, deletion, identities) = try await visit.database.read(
            SessionQueries().sessions(of: session.account, idleDays: Sessions.idleDays), queries.deletion(of: session.account),
            IdentityQueries().identities(of: session.account))
        let rows = records.map { SessionRow($0, isCurrent: $0.id == session.id) }
        let ways = WayIn.all(identities, visit.services.openID.providers)
        let page = AccountPage(
            layout: visit.layout(), displayName: session.displayName, username: session.username, email: session.email,
            hasPassword: session.hasPassword, ways: ways, hasWays: !ways.isEmpty, problem: problem,
            timeZone: session.timeZone.name.replacing("_", with: " "), isZoneByDevice: session.timeZone.isByDevice, sessions: rows,
            hasOthers: rows.contains { !$0.isCurrent }, deletion: deletion.at.map(Moment.init))
        return try visit.page(page, status: status)
    }

    private func endSession(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        guard let id = visit.context.parameters.get("session").flatMap({ UUID(uuidString: $0) }) else { throw Problem.notFound }
        try await visit.services.sessions.end(id, of: session.account)
        return visit.redirect(to: "/account")
    }

    private func endOtherSessions(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        try await visit.services.sessions.endAll(of: session.account, except: session.id)
        return try await visit.remembering(session.account, in: visit.redirect(to: "/account"))
    }
}

extension Services {
    /// Creates the account of a valid registration. Throws `DatabaseError` when a name is taken.
    func create(_ registration: Registration) async throws -> ID<Account> {
        let hash = try await passwords.hash(registration.password)
        return try await database.write(
            AccountQueries().create(
                username: registration.username, email: registration.email, displayName: registration.displayName, passwordHash: hash))
    }
}

extension RateLimiter.Limit {
    static let takenNames = RateLimiter.Limit(name: "taken names", burst: 20, secondsPerToken: 60)
    static let registration = RateLimiter.Limit(name: "registration", burst: 20, secondsPerToken: 60)
}
