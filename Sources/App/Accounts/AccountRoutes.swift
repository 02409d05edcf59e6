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
        return try visit.page(RegisterPage(layout: visit.layout(), next: next, invitation: await invitation(visit, next)))
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
            return try await start(account, visit)
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
            invitation: await invitation(visit, next))
        return try visit.page(page, status: .unprocessableContent)
    }

    // MARK: Sign-in

    private func showSignIn(_ visit: Visit) async throws -> Response {
        let next = visit.query("next") ?? ""
        if visit.session != nil { return visit.redirect(to: Visit.localPath(next) ?? "/") }
        return try visit.page(LoginPage(layout: visit.layout(), next: next, invitation: await invitation(visit, next)))
    }

    private func signIn(_ visit: Visit) async throws -> Response {
        let login = visit.form.line("login").prefix(scalars: 254)
        do {
            let credentials = try await visit.database.read(queries.credentials(login: login))
            try spendGuess(at: credentials, visit)
            let isRight = try await visit.services.passwords.verify(visit.form["password"], against: credentials.secret?.passwordHash)
            guard case .account(let account) = credentials.subject, isRight else {
                return try await refuse(visit, login, "That name and password do not go together. Try again?", .unprocessableContent)
            }
            return try await start(account, visit)
        } catch let problem as Problem where problem.status == .tooManyRequests {
            var response = try await refuse(visit, login, problem.detail, problem.status)
            response.headers[.retryAfter] = problem.retryAfter.map(String.init)
            return response
        }
    }

    /// Counts by whom the name leads to, however it was typed. Where they have signed in before, what others guess is not counted.
    /// Throws `Problem` 429.
    private func spendGuess(at credentials: Credentials, _ visit: Visit) throws {
        let limiter = visit.services.limiter
        if let secret = credentials.secret, let mark = visit.knownBrowser.mark(of: secret) {
            return try limiter.spend(.signInByBrowser, by: mark)
        }
        try limiter.spend(.signInByNetwork, by: visit.network)
        try limiter.spend(.signInByAccount, by: Guess(at: credentials.subject, from: visit.network))
        try limiter.spend(.signInFromAnywhere, by: credentials.subject)
    }

    private struct Guess: Hashable {
        var at: Credentials.Subject
        var from: String
    }

    private func refuse(_ visit: Visit, _ login: String, _ sentence: String, _ status: HTTPResponse.Status) async throws -> Response {
        let next = visit.form["next"]
        let page = LoginPage(
            layout: visit.layout(), login: login, next: next, problem: sentence, invitation: await invitation(visit, next))
        return try visit.page(page, status: status)
    }

    /// Starts a session with a new token, ending the one the visitor came with.
    private func start(_ account: ID<Account>, _ visit: Visit) async throws -> Response {
        if let old = visit.session { try await visit.services.sessions.end(old.id, of: old.account) }
        let token = try await visit.services.sessions.start(for: account, userAgent: visit.request.headers[.userAgent] ?? "")
        // Whoever is about to lose their account hears of it first.
        let isLeaving = try await visit.database.read(queries.deletion(of: account)).at != nil
        var response = visit.redirect(to: isLeaving ? "/account" : Visit.localPath(visit.form["next"]) ?? "/")
        response.headers[.setCookie] = HostCookie.session.setting(token.text, isSecure: visit.context.isSecure)
        return try await visit.remembering(account, in: response)
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

    /// The club one was invited to, when the visitor is on the way to a /join link.
    private func invitation(_ visit: Visit, _ next: String) async -> String? {
        guard next.utf8.count <= 200, let code = next.wholeMatch(of: /\/join\/([A-Za-z0-9_\-]+)(?:\/\w+)?/)?.1 else { return nil }
        return try? await visit.services.clubs.club(invitation: String(code))?.club.name
    }

    // MARK: The account page

    private func showAccount(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        let (records, deletion) = try await visit.database.read(
            SessionQueries().sessions(of: session.account, idleDays: Sessions.idleDays), queries.deletion(of: session.account))
        let rows = records.map { SessionRow($0, isCurrent: $0.id == session.id) }
        return try visit.page(
            AccountPage(
                layout: visit.layout(), displayName: session.displayName, username: session.username, email: session.email,
                timeZone: session.timeZone.name.replacing("_", with: " "), isZoneByDevice: session.timeZone.isByDevice, sessions: rows,
                hasOthers: rows.contains { !$0.isCurrent }, deletion: deletion.at.map(Moment.init)))
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
    /// By account and network, so that nobody elsewhere can keep the owner out.
    static let signInByAccount = RateLimiter.Limit(name: "sign-in account", burst: 10, secondsPerToken: 30)
    /// By account alone, against guessing from many networks.
    static let signInFromAnywhere = RateLimiter.Limit(name: "sign-in anywhere", burst: 200, secondsPerToken: 20)
    static let signInByNetwork = RateLimiter.Limit(name: "sign-in network", burst: 30, secondsPerToken: 4)
    /// By account and browser, where the account has signed in before: whatever others guess, it goes on there.
    static let signInByBrowser = RateLimiter.Limit(name: "sign-in browser", burst: 10, secondsPerToken: 30)
    static let takenNames = RateLimiter.Limit(name: "taken names", burst: 20, secondsPerToken: 60)
    static let registration = RateLimiter.Limit(name: "registration", burst: 20, secondsPerToken: 60)
}
