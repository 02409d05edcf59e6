import HTTPTypes
import Hummingbird
import Postgres
import Web

extension Visit {
    /// Checks the login name and the password of an account. Throws `Refusal` if one of the two is wrong or if there were too many
    /// attempts.
    func checkPassword(_ password: String, login: String) async throws -> (account: ID<Account>, proof: SignInProof) {
        let credentials = try await database.read(AccountQueries().credentials(login: login))
        do {
            try spendGuess(at: credentials)
        } catch let problem as Problem {
            logSecurityEvent(.signInLimited, of: credentials.account)
            throw Refusal(problem)
        }
        let isRight = try await services.passwords.verify(password, against: credentials.secret?.passwordHash)
        guard case .account(let account) = credentials.subject, let hash = credentials.secret?.passwordHash, isRight else {
            logSecurityEvent(.signInRefused, of: credentials.account)
            throw Refusal(.unprocessableContent, "That name and password do not match. Please try again.")
        }
        return (account, .password(hash: try await rehashed(hash, of: password, account)))
    }

    /// Returns the hash that is stored for the correct password. If the configured cost has changed, calculates, stores and returns a new
    /// hash.
    private func rehashed(_ hash: String, of password: String, _ account: ID<Account>) async throws -> String {
        guard services.passwords.isOutdated(hash) else { return hash }
        let new = try await services.passwords.hash(password)
        // If another request has changed the password in the meantime, the old hash proves nothing and the caller starts no session.
        return try await database.write(AccountQueries().renewHash(new, insteadOf: hash, of: account)) == 1 ? new : hash
    }

    /// Counts an attempt to sign in. The attempt counts for the account and for the visitor's network. In a known browser of the account,
    /// attempts are counted separately, so that attempts elsewhere do not lock the owner out. Throws `Problem` 429 if there were too many
    /// attempts.
    private func spendGuess(at credentials: Credentials) throws {
        let limiter = services.limiter
        if let secret = credentials.secret, let token = knownBrowser.token(of: secret) {
            return try limiter.spend(.signInByBrowser, by: token)
        }
        try limiter.spend(.signInByNetwork, by: network)
        try limiter.spend(.signInByAccountAndNetwork, by: Guess(subject: credentials.subject, network: network))
        try limiter.spend(.signInByAccount, by: credentials.subject)
    }

    /// Continues a sign-in after the first factor was right. Starts a session, or redirects to the page that asks for the code of the
    /// second factor. Every sign-in method calls this function. Only this function and `completeSignIn` start sessions.
    func continueSignIn(as account: ID<Account>, by proof: SignInProof, next: String) async throws -> Response {
        guard try await hasSecondFactor(account) else { return try await startSession(for: account, by: proof, next: next) }
        let token = SessionToken()
        let storedNext = next.utf8.count <= Self.maxNextLength ? Visit.localPath(next) ?? "" : ""
        try await database.write(
            proof.check(account, isComplete: false), SecondFactorQueries().createPendingSignIn(token.hash, of: account, next: storedNext))
        var response = redirect(to: SignInCodePage.path)
        response.headers[.setCookie] = HostCookie.pendingSignIn.setting(token.text, isSecure: context.isSecure)
        return response
    }

    private static let maxNextLength = 2000

    func hasSecondFactor(_ account: ID<Account>) async throws -> Bool {
        try await database.read(SecondFactorQueries().isOn(for: account))
    }

    /// The sign-in in this browser that waits for a code of the second factor. Nil if there is no such sign-in, or if the sign-in has
    /// expired.
    func pendingSignIn() async throws -> PendingSignIn? {
        let cookie = HostCookie.pendingSignIn.value(in: request.headers, isSecure: context.isSecure)
        guard let token = cookie.flatMap({ SessionToken(cookie: $0) }) else { return nil }
        return try await database.read(SecondFactorQueries().pendingSignIn(token.hash, maxTries: Self.maxCodeTries))
    }

    /// Starts a session if the form has the right code of the second factor. Throws `Refusal` if the code is wrong or if there were too
    /// many attempts.
    func completeSignIn(_ pending: PendingSignIn) async throws -> Response {
        let queries = SecondFactorQueries()
        let code = try TypedCode(form)
        try countCodeTry(code, of: pending.account)
        guard try await database.write(queries.countTry(pending.token, maxTries: Self.maxCodeTries)) == 1 else { throw Self.signInExpired }
        try await checkAndUse(code, of: pending.account)
        var response: Response
        do {
            response = try await startSession(for: pending.account, by: .code(pending: pending.token), next: pending.next)
        } catch let error as DatabaseError where error.constraint == "access_proof" {
            throw Self.signInExpired
        }
        let removal = HostCookie.pendingSignIn.removal(isSecure: context.isSecure)
        response.headers.append(HTTPField(name: .setCookie, value: removal))
        return response
    }

    private static let signInExpired = Refusal(.gone, "This sign-in has expired. Please sign in again.")

    /// Starts a session with a new token. Ends the visitor's previous session, if there is one.
    private func startSession(for account: ID<Account>, by proof: SignInProof, next: String) async throws -> Response {
        let token = try await services.sessions.start(for: account, by: proof, userAgent: request.headers[.userAgent] ?? "")
        if let old = session { try await services.sessions.end(old.id, of: old.account) }
        // The account page shows that the account will be deleted.
        let isLeaving = try await database.read(AccountQueries().deletion(of: account)).at != nil
        var response = redirect(to: isLeaving ? "/account" : Visit.localPath(next) ?? "/")
        response.headers[.setCookie] = HostCookie.session.setting(token.text, isSecure: context.isSecure)
        logSecurityEvent(.signedIn, of: account, ["way": "\(proof.label)"])
        return try await rememberingBrowser(of: account, in: Self.clearingBrowserCache(response))
    }

    func signInPage(
        login: String = "", next: String, revoked: RevokedCredentials? = nil, _ refusal: Refusal? = nil
    ) async throws -> Response {
        var layout = layout()
        layout.isSignedOut = session == nil
        // After signing in, the visitor must not return to the address of a refused form.
        if !next.isEmpty || refusal != nil { layout.path = Visit.localPath(next) ?? "/" }
        let page = LoginPage(
            layout: layout, login: login, next: next, successMessage: revoked?.sentence, problem: refusal?.sentence,
            invitation: await invitingClubName(for: next),
            providers: providerLinks(next: next))
        var response = try self.page(page, status: refusal?.status ?? .ok)
        response.headers[.retryAfter] = refusal?.retryAfter.map(String.init)
        // If the browser still has a session cookie, the cookie belongs to a session that was ended elsewhere or has expired.
        guard session == nil, HostCookie.session.value(in: request.headers, isSecure: context.isSecure) != nil else { return response }
        response.headers.append(HTTPField(name: .setCookie, value: HostCookie.session.removal(isSecure: context.isSecure)))
        return Self.clearingBrowserCache(response)
    }

    /// The name of the club to which the visitor was invited. Nil if `next` is not the path of a valid invitation.
    func invitingClubName(for next: String) async -> String? {
        guard next.utf8.count <= 200, let code = next.wholeMatch(of: /\/join\/([A-Za-z0-9_\-]+)(?:\/\w+)?/)?.1 else { return nil }
        return try? await services.clubs.club(invitation: String(code))?.club.name
    }

    func providerLinks(next: String) -> [ProviderLink] {
        services.openID.providers.map { ProviderLink(label: $0.label, href: "/login/\($0.name)?next=\(next.percentEncoded)") }
    }
}

extension HostCookie {
    /// The cookie with the token of a sign-in that waits for a code. The token is valid for ten minutes.
    static let pendingSignIn = HostCookie(name: "pending-sign-in", days: 1)
}

private struct Guess: Hashable {
    var subject: Credentials.Subject
    var network: String
}

extension RateLimiter.Limit {
    /// Limits the attempts to sign in to one account from one network. Each network has its own limit, so that attempts from other networks
    /// do not lock the owner out.
    static let signInByAccountAndNetwork = RateLimiter.Limit(name: "sign-in account and network", burst: 10, secondsPerToken: 30)
    /// Limits the attempts to sign in to one account from all networks together, to prevent guessing from many networks.
    static let signInByAccount = RateLimiter.Limit(name: "sign-in account", burst: 200, secondsPerToken: 20)
    /// Limits the attempts to sign in to any account from one network.
    static let signInByNetwork = RateLimiter.Limit(name: "sign-in network", burst: 30, secondsPerToken: 4)
    /// Limits the attempts to sign in in a known browser of the account. Attempts in other browsers do not count for this limit.
    static let signInByBrowser = RateLimiter.Limit(name: "sign-in browser", burst: 10, secondsPerToken: 30)
}
