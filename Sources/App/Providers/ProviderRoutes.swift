import Crypto
import FoundationEssentials
import HTTPTypes
import Hummingbird
import OpenID
import Postgres
import Web

/// To a provider, and back.
struct ProviderRoutes {
    private let queries = ProviderQueries()
    private let identities = IdentityQueries()
    /// Minutes for which a sign-in at a provider stands for a password.
    private static let minutesConfirmed = 5
    /// What a provider may say in the address (RFC 6749, 4.1.2; RFC 9207).
    private static let parameters = ["code", "state", "iss", "error", "error_description", "error_uri"]

    func add(to site: Site) {
        site.get("/login/:provider") { visit in
            let next = visit.query("next") ?? ""
            if visit.session != nil { return visit.redirect(to: Visit.localPath(next) ?? "/") }
            // A page of another site must not sign anybody in: they click here first.
            guard visit.comesFromHere else { return try await visit.signInPage(next: next) }
            return try await visit.leave(for: visit.provider(), .signIn, next: next)
        }
        site.get("/login/:provider/callback") { visit in try await comeBack(visit) }
    }

    private func comeBack(_ visit: Visit) async throws -> Response {
        let provider = try visit.provider()
        guard let attempt = try await attempt(visit), attempt.provider == provider.name else {
            // Some providers say no without the state, of which nothing follows.
            if visit.query("state") == nil, visit.query("error") == "access_denied" {
                return try await visit.sorry(Refusal(.forbidden, "You did not sign in with \(provider.label)."), .signIn, next: "")
            }
            visit.services.logger.notice(
                "sign-in refused", metadata: ["provider": "\(provider.name)", "reason": "no such attempt of this browser"])
            visit.note(.signInRefused, ["provider": "\(provider.name)"])
            let sentence = "This answer from \(provider.label) belongs to no sign-in of this browser, or came too late. Please start again."
            return try await visit.sorry(Refusal(.badRequest, sentence), .signIn, next: "")
        }
        do {
            let fields = visit.queryFields
            let query = Self.parameters.reduce(into: [:]) { $0[$1] = fields.value($1) }
            let identity = try await visit.services.admission.outside {
                try await visit.services.openID.finish(attempt.request(state: query["state"] ?? ""), query: query)
            }
            return try await welcome(identity, attempt, provider, visit)
        } catch let failure as OpenIDFailure {
            visit.note(.signInRefused, ["provider": "\(provider.name)"])
            return try await visit.sorry(Refusal(failure), attempt.purpose, next: attempt.next)
        }
    }

    private func attempt(_ visit: Visit) async throws -> Attempt? {
        guard let mark = BrowserMark(of: visit), let state = visit.query("state") else { return nil }
        return try await visit.database.write(queries.finish(Self.hash(state), browser: mark.hash))
    }

    static func hash(_ state: String) -> Bytes { Bytes(SHA256.hash(data: Data(state.utf8))) }

    private func welcome(
        _ identity: OpenIDIdentity, _ attempt: Attempt, _ provider: OpenIDProviderSettings, _ visit: Visit
    ) async throws -> Response {
        guard attempt.purpose != .signIn else { return try await signIn(identity, attempt, provider, visit) }
        // Somebody else may have signed in meanwhile.
        guard let session = visit.session, session.id == attempt.session else {
            throw Problem.malformed("You have signed out meanwhile, or in as somebody else. Nothing was changed.")
        }
        let owner = try await visit.database.read(identities.owner(issuer: identity.issuer, subject: identity.subject))
        switch attempt.purpose {
        case .confirmation where owner == session.account:
            let path = String(attempt.next.prefix { $0 != "?" })
            try await visit.database.write(
                SessionQueries().confirm(session.id, of: session.account, for: path, minutes: Self.minutesConfirmed))
        case .confirmation:
            let sentence = "That was another account of \(provider.label) than the one that is linked here. Nothing was changed."
            return try await visit.sorry(Refusal(.conflict, sentence), .confirmation, next: attempt.next)
        case .link where owner == nil:
            try await keep(identity, session.id, attempt, visit)
            return visit.redirect(to: LinkPage.path)
        case .link where owner != session.account: throw WayRoutes.othersAlready(provider)
        case .link, .signIn: break
        }
        return visit.redirect(to: Visit.localPath(attempt.next) ?? "/account")
    }

    private func signIn(
        _ identity: OpenIDIdentity, _ attempt: Attempt, _ provider: OpenIDProviderSettings, _ visit: Visit
    ) async throws -> Response {
        let known = identities.use(
            issuer: identity.issuer, subject: identity.subject, provider: provider.name, label: provider.label)
        if let account = try await visit.database.write(known) {
            let proof = SignInProof.provider(issuer: identity.issuer, subject: identity.subject)
            return visit.unmarking(try await visit.begin(as: account, by: proof, next: attempt.next))
        }
        try await keep(identity, nil, attempt, visit)
        return visit.redirect(to: WelcomePage.path)
    }

    private func keep(_ identity: OpenIDIdentity, _ session: UUID?, _ attempt: Attempt, _ visit: Visit) async throws {
        guard let mark = BrowserMark(of: visit) else { throw Problem.notFound }
        try await visit.database.write(
            queries.forgetPending(of: mark.hash), queries.keep(identity, browser: mark.hash, session: session, next: attempt.next))
    }
}

extension Visit {
    /// The one of the address. Throws `Problem.notFound`.
    func provider() throws -> OpenIDProviderSettings {
        let name = context.parameters.get("provider")
        guard let provider = services.openID.providers.first(where: { $0.name == name }) else { throw Problem.notFound }
        return provider
    }

    /// Sends the browser to the provider.
    /// - Parameter next: where they go when they have come back.
    func leave(for provider: OpenIDProviderSettings, _ purpose: Attempt.Purpose, next: String) async throws -> Response {
        // Nobody goes anywhere by a program's look.
        guard isLookedAt else { return Response(status: .noContent) }
        do {
            try services.limiter.spend(.signInByNetwork, by: network)
            let back = "\(baseURL)/login/\(provider.name)/callback"
            let request = try await services.admission.outside {
                try await services.openID.begin(provider.name, redirectURI: back, reauthenticating: purpose == .confirmation)
            }
            // Other tabs that have begun may go on.
            let mark = BrowserMark(of: self) ?? BrowserMark()
            let attempt = Attempt(
                request, purpose, session: purpose == .signIn ? nil : session?.id,
                next: next.utf8.count <= Self.longestNext ? Visit.localPath(next) ?? "" : "")
            try await database.write(
                ProviderQueries().begin(attempt, state: ProviderRoutes.hash(request.state), browser: mark.hash))
            return marking(mark, in: redirect(to: request.url))
        } catch let failure as OpenIDFailure {
            return try await sorry(Refusal(failure), purpose, next: next)
        } catch let problem as Problem where problem.status == .tooManyRequests {
            return try await sorry(Refusal(problem), purpose, next: next)
        }
    }

    private static let longestNext = 2000

    /// Whether a link of this site led here, or the visitor typed the address; as far as the browser tells it (Fetch Metadata).
    var comesFromHere: Bool { request.headers[.fetchSite].map { $0 == "same-origin" || $0 == "none" } ?? true }

    /// Says why nobody was signed in: on the sign-in page, with the form for a password; or, to whoever is signed in, with the way back.
    func sorry(_ refusal: Refusal, _ purpose: Attempt.Purpose, next: String) async throws -> Response {
        if purpose == .signIn, session == nil { return try await signInPage(next: next, refusal) }
        var problem = Problem(
            status: refusal.status, title: "That did not work", detail: refusal.sentence, retryAfter: refusal.retryAfter)
        problem.action = Problem.Action(label: "Back", href: Visit.localPath(next) ?? "/account")
        throw problem
    }
}

extension Refusal {
    init(_ failure: OpenIDFailure) {
        self.init(failure.isAway ? .serviceUnavailable : failure.wasCancelled ? .forbidden : .badRequest, failure.sentence)
    }
}
