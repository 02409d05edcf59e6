import HTTPTypes
import Hummingbird
import Postgres
import Web

extension Visit {
    /// The account that the name and password belong to, and the proof. Throws `Refusal`, which may be a limit.
    func account(login: String, password: String) async throws -> (account: ID<Account>, proof: SignInProof) {
        let credentials = try await database.read(AccountQueries().credentials(login: login))
        do {
            try spendGuess(at: credentials)
        } catch let problem as Problem {
            note(.signInLimited, of: credentials.account)
            throw Refusal(problem)
        }
        let isRight = try await services.passwords.verify(password, against: credentials.secret?.passwordHash)
        guard case .account(let account) = credentials.subject, let hash = credentials.secret?.passwordHash, isRight else {
            note(.signInRefused, of: credentials.account)
            throw Refusal(.unprocessableContent, "That name and password do not go together. Try again?")
        }
        return (account, .password(hash: try await renewed(hash, of: password, account)))
    }

    /// The account's hash of a right password, made anew if the cost of hashes has changed since.
    private func renewed(_ hash: String, of password: String, _ account: ID<Account>) async throws -> String {
        guard services.passwords.isOutdated(hash) else { return hash }
        let new = try await services.passwords.hash(password)
        // Another request may have changed the password meanwhile. Then the old hash proves nothing, and no session starts.
        return try await database.write(AccountQueries().renewHash(new, insteadOf: hash, of: account)) == 1 ? new : hash
    }

    /// Counts by whom the name leads to, however it was typed. Where they have signed in before, what others guess is not counted.
    /// Throws `Problem` 429.
    private func spendGuess(at credentials: Credentials) throws {
        let limiter = services.limiter
        if let secret = credentials.secret, let mark = knownBrowser.mark(of: secret) {
            return try limiter.spend(.signInByBrowser, by: mark)
        }
        try limiter.spend(.signInByNetwork, by: network)
        try limiter.spend(.signInByAccount, by: Guess(at: credentials.subject, from: network))
        try limiter.spend(.signInFromAnywhere, by: credentials.subject)
    }

    /// Goes on after the first factor, whichever it was: to a session, or to the page that asks for the code of the second factor. Every
    /// way to sign in ends here. Only this function and `finish` start sessions.
    func begin(as account: ID<Account>, by proof: SignInProof, next: String) async throws -> Response {
        guard try await hasSecondFactor(account) else { return try await startSession(for: account, by: proof, next: next) }
        let token = SessionToken()
        let kept = next.utf8.count <= Self.longestKeptNext ? Visit.localPath(next) ?? "" : ""
        try await database.write(
            proof.check(account, isComplete: false), SecondFactorQueries().beginSignIn(token.hash, of: account, next: kept))
        var response = redirect(to: SignInCodePage.path)
        response.headers[.setCookie] = HostCookie.pendingSignIn.setting(token.text, isSecure: context.isSecure)
        return response
    }

    private static let longestKeptNext = 2000
    /// How many codes are looked at before one has to begin again.
    private static let mostTries = 5

    /// Whether a sign-in to the account asks for a code.
    func hasSecondFactor(_ account: ID<Account>) async throws -> Bool {
        try await database.read(SecondFactorQueries().isOn(for: account))
    }

    /// The sign-in of this browser that lacks the code. Nil if there is none, or it is over.
    func pendingSignIn() async throws -> PendingSignIn? {
        let cookie = HostCookie.pendingSignIn.value(in: request.headers, isSecure: context.isSecure)
        guard let token = cookie.flatMap({ SessionToken(cookie: $0) }) else { return nil }
        return try await database.read(SecondFactorQueries().pendingSignIn(token.hash, mostTries: Self.mostTries))
    }

    /// Starts a session if the form has the code that a sign-in lacks. Throws `Refusal`, which may be a limit.
    func finish(_ pending: PendingSignIn) async throws -> Response {
        let queries = SecondFactorQueries()
        let code = try TypedCode(form)
        try spend(code, of: pending.account)
        guard try await database.write(queries.countTry(pending.token, mostTries: Self.mostTries)) == 1 else { throw Self.isOver }
        try await use(code, of: pending.account)
        var response: Response
        do {
            response = try await startSession(for: pending.account, by: .code(pending: pending.token), next: pending.next)
        } catch let error as DatabaseError where error.constraint == "access_proof" {
            throw Self.isOver
        }
        let removal = HostCookie.pendingSignIn.removal(isSecure: context.isSecure)
        response.headers.append(HTTPField(name: .setCookie, value: removal))
        return response
    }

    private static let isOver = Refusal(.gone, "This sign-in is over. Please sign in again.")

    /// Starts a session with a new token, ending the one the visitor came with.
    private func startSession(for account: ID<Account>, by proof: SignInProof, next: String) async throws -> Response {
        let token = try await services.sessions.start(for: account, by: proof, userAgent: request.headers[.userAgent] ?? "")
        if let old = session { try await services.sessions.end(old.id, of: old.account) }
        // Whoever is about to lose their account hears of it first.
        let isLeaving = try await database.read(AccountQueries().deletion(of: account)).at != nil
        var response = redirect(to: isLeaving ? "/account" : Visit.localPath(next) ?? "/")
        response.headers[.setCookie] = HostCookie.session.setting(token.text, isSecure: context.isSecure)
        note(.signedIn, of: account, ["way": "\(proof.way)"])
        return try await remembering(account, in: Self.clearingCache(response))
    }

    func signInPage(
        login: String = "", next: String, closed: ClosedAccess? = nil, _ refusal: Refusal? = nil
    ) async throws -> Response {
        var layout = layout()
        layout.isSignedOut = session == nil
        // Not back to an answer that was none.
        if !next.isEmpty || refusal != nil { layout.path = Visit.localPath(next) ?? "/" }
        let page = LoginPage(
            layout: layout, login: login, next: next, done: closed?.sentence, problem: refusal?.sentence,
            invitation: await invitation(to: next),
            providers: providers(next: next))
        var response = try self.page(page, status: refusal?.status ?? .ok)
        response.headers[.retryAfter] = refusal?.retryAfter.map(String.init)
        // Their session was ended elsewhere, or is too old.
        guard session == nil, HostCookie.session.value(in: request.headers, isSecure: context.isSecure) != nil else { return response }
        response.headers.append(HTTPField(name: .setCookie, value: HostCookie.session.removal(isSecure: context.isSecure)))
        return Self.clearingCache(response)
    }

    /// The club one was invited to, when the visitor is on the way to a /join link.
    func invitation(to next: String) async -> String? {
        guard next.utf8.count <= 200, let code = next.wholeMatch(of: /\/join\/([A-Za-z0-9_\-]+)(?:\/\w+)?/)?.1 else { return nil }
        return try? await services.clubs.club(invitation: String(code))?.club.name
    }

    /// Where one signs in with each provider.
    func providers(next: String) -> [ProviderLink] {
        services.openID.providers.map { ProviderLink(label: $0.label, href: "/login/\($0.name)?next=\(next.percentEncoded)") }
    }
}

extension HostCookie {
    /// Carries the token of a sign-in that lacks the code. It is of use for ten minutes.
    static let pendingSignIn = HostCookie(name: "pending-sign-in", days: 1)
}

private struct Guess: Hashable {
    var at: Credentials.Subject
    var from: String
}

extension RateLimiter.Limit {
    /// By account and network, so that nobody elsewhere can keep the owner out.
    static let signInByAccount = RateLimiter.Limit(name: "sign-in account", burst: 10, secondsPerToken: 30)
    /// By account alone, against guessing from many networks.
    static let signInFromAnywhere = RateLimiter.Limit(name: "sign-in anywhere", burst: 200, secondsPerToken: 20)
    static let signInByNetwork = RateLimiter.Limit(name: "sign-in network", burst: 30, secondsPerToken: 4)
    /// By account and browser, where the account has signed in before: whatever others guess, it goes on there.
    static let signInByBrowser = RateLimiter.Limit(name: "sign-in browser", burst: 10, secondsPerToken: 30)
}
