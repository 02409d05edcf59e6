import HTTPTypes
import Hummingbird
import Postgres
import Web

extension Visit {
    /// Whose name and password these are. Throws `Refusal`, which may be a limit.
    func account(login: String, password: String) async throws -> ID<Account> {
        let credentials = try await database.read(AccountQueries().credentials(login: login))
        do {
            try spendGuess(at: credentials)
        } catch let problem as Problem {
            note(.signInLimited, of: credentials.account)
            throw Refusal(problem)
        }
        let isRight = try await services.passwords.verify(password, against: credentials.secret?.passwordHash)
        guard case .account(let account) = credentials.subject, isRight else {
            note(.signInRefused, of: credentials.account)
            throw Refusal(.unprocessableContent, "That name and password do not go together. Try again?")
        }
        return account
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

    /// Starts a session with a new token, ending the one the visitor came with.
    func begin(as account: ID<Account>, next: String) async throws -> Response {
        if let old = session { try await services.sessions.end(old.id, of: old.account) }
        let token = try await services.sessions.start(for: account, userAgent: request.headers[.userAgent] ?? "")
        // Whoever is about to lose their account hears of it first.
        let isLeaving = try await database.read(AccountQueries().deletion(of: account)).at != nil
        var response = redirect(to: isLeaving ? "/account" : Visit.localPath(next) ?? "/")
        response.headers[.setCookie] = HostCookie.session.setting(token.text, isSecure: context.isSecure)
        note(.signedIn, of: account)
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
