import Crypto
import FoundationEssentials
import HTTPTypes
import Hummingbird
import OpenID
import Postgres
import Web

struct ProviderRoutes {
    private let queries = ProviderQueries()
    private let identities = IdentityQueries()
    private static let confirmationMinutes = 5
    /// The query parameters that a provider can send when the visitor returns (RFC 6749, section 4.1.2; RFC 9207).
    private static let parameters = ["code", "state", "iss", "error", "error_description", "error_uri"]

    func add(to site: Site) {
        site.get("/login/:provider") { visit in
            let next = visit.query("next") ?? ""
            if visit.session != nil { return visit.redirect(to: Visit.localPath(next) ?? "/") }
            // A page of another site must not sign a visitor in, so the visitor has to click a link of this site first.
            guard visit.isFromThisSite else { return try await visit.signInPage(next: next) }
            return try await visit.redirectToProvider(visit.provider(), .signIn, next: next)
        }
        site.get("/login/:provider/callback") { visit in try await receiveCallback(visit) }
    }

    private func receiveCallback(_ visit: Visit) async throws -> Response {
        let provider = try visit.provider()
        guard let attempt = try await useAttempt(visit), attempt.provider == provider.name else {
            // Some providers report a cancelled sign-in without the parameter `state`. The page can show this without an attempt.
            if visit.query("state") == nil, visit.query("error") == "access_denied" {
                return try await visit.redirectWithRefusal(
                    Refusal(.forbidden, "You did not sign in with \(provider.label)."), .signIn, next: "")
            }
            visit.services.logger.notice(
                "sign-in refused", metadata: ["provider": "\(provider.name)", "reason": "the browser has no such attempt"])
            visit.logSecurityEvent(.signInRefused, ["provider": "\(provider.name)"])
            let sentence = "This answer from \(provider.label) matches no sign-in in this browser, or it came too late. Please start again."
            return try await visit.redirectWithRefusal(Refusal(.badRequest, sentence), .signIn, next: "")
        }
        do {
            let fields = visit.queryFields
            let query = Self.parameters.reduce(into: [:]) { $0[$1] = fields.value($1) }
            let identity = try await visit.services.admission.outside {
                try await visit.services.openID.finish(attempt.request(state: query["state"] ?? ""), query: query)
            }
            return try await complete(identity, attempt, provider, visit)
        } catch let failure as OpenIDFailure {
            visit.logSecurityEvent(.signInRefused, ["provider": "\(provider.name)"])
            return try await visit.redirectWithRefusal(Refusal(failure), attempt.purpose, next: attempt.next)
        }
    }

    private func useAttempt(_ visit: Visit) async throws -> SignInAttempt? {
        guard let binding = BrowserBinding(of: visit), let state = visit.query("state") else { return nil }
        return try await visit.database.write(queries.useAttempt(Self.hash(state), browser: binding.hash))
    }

    static func hash(_ state: String) -> Bytes { Bytes(SHA256.hash(data: Data(state.utf8))) }

    private func complete(
        _ identity: OpenIDIdentity, _ attempt: SignInAttempt, _ provider: OpenIDProviderSettings, _ visit: Visit
    ) async throws -> Response {
        guard attempt.purpose != .signIn else { return try await signIn(identity, attempt, provider, visit) }
        // Another account may have signed in in this browser in the meantime.
        guard let session = visit.session, session.id == attempt.session else {
            throw Problem.malformed("You have signed out, or signed in with another account. Nothing was changed.")
        }
        let owner = try await visit.database.read(identities.owner(issuer: identity.issuer, subject: identity.subject))
        switch attempt.purpose {
        case .confirmation where owner == session.account:
            let path = String(attempt.next.prefix { $0 != "?" })
            try await visit.database.write(
                SessionQueries().confirm(session.id, of: session.account, for: path, minutes: Self.confirmationMinutes))
        case .confirmation:
            let sentence = "That is not the account of \(provider.label) that is linked here. Nothing was changed."
            return try await visit.redirectWithRefusal(Refusal(.conflict, sentence), .confirmation, next: attempt.next)
        case .link where owner == nil:
            try await storePending(identity, session.id, attempt, visit)
            return visit.redirect(to: LinkPage.path)
        case .link where owner != session.account: throw SignInMethodRoutes.identityTaken(provider)
        case .link, .signIn: break
        }
        return visit.redirect(to: Visit.localPath(attempt.next) ?? "/account")
    }

    private func signIn(
        _ identity: OpenIDIdentity, _ attempt: SignInAttempt, _ provider: OpenIDProviderSettings, _ visit: Visit
    ) async throws -> Response {
        let update = identities.markUsed(
            issuer: identity.issuer, subject: identity.subject, provider: provider.name, label: provider.label)
        if let account = try await visit.database.write(update) {
            let proof = SignInProof.provider(issuer: identity.issuer, subject: identity.subject)
            return visit.removingBinding(from: try await visit.continueSignIn(as: account, by: proof, next: attempt.next))
        }
        try await storePending(identity, nil, attempt, visit)
        return visit.redirect(to: WelcomePage.path)
    }

    private func storePending(_ identity: OpenIDIdentity, _ session: UUID?, _ attempt: SignInAttempt, _ visit: Visit) async throws {
        guard let binding = BrowserBinding(of: visit) else { throw Problem.notFound }
        try await visit.database.write(
            queries.deletePending(of: binding.hash),
            queries.createPending(identity, browser: binding.hash, session: session, next: attempt.next))
    }
}

extension Visit {
    /// The provider that the path of the request names. Throws `Problem.notFound` if there is no such provider.
    func provider() throws -> OpenIDProviderSettings {
        let name = context.parameters.get("provider")
        guard let provider = services.openID.providers.first(where: { $0.name == name }) else { throw Problem.notFound }
        return provider
    }

    /// Stores a sign-in attempt and redirects the browser to the provider.
    /// - Parameter next: the path to which the visitor continues afterwards.
    func redirectToProvider(
        _ provider: OpenIDProviderSettings, _ purpose: SignInAttempt.Purpose, next: String
    ) async throws -> Response {
        // HEAD requests and prefetches must not start an attempt.
        guard isLookedAt else { return Response(status: .noContent) }
        do {
            try services.limiter.spend(.signInByNetwork, by: network)
            let callback = "\(baseURL)/login/\(provider.name)/callback"
            let request = try await services.admission.outside {
                try await services.openID.begin(provider.name, redirectURI: callback, reauthenticating: purpose == .confirmation)
            }
            // The browser's cookie is reused, so that attempts in other tabs stay valid.
            let binding = BrowserBinding(of: self) ?? BrowserBinding()
            let attempt = SignInAttempt(
                request, purpose, session: purpose == .signIn ? nil : session?.id,
                next: next.utf8.count <= Self.maxAttemptNextLength ? Visit.localPath(next) ?? "" : "")
            try await database.write(
                ProviderQueries().createAttempt(attempt, state: ProviderRoutes.hash(request.state), browser: binding.hash))
            return setting(binding, in: redirect(to: request.url))
        } catch let failure as OpenIDFailure {
            return try await redirectWithRefusal(Refusal(failure), purpose, next: next)
        } catch let problem as Problem where problem.status == .tooManyRequests {
            return try await redirectWithRefusal(Refusal(problem), purpose, next: next)
        }
    }

    private static let maxAttemptNextLength = 2000

    /// Whether the visitor followed a link of this site or typed the address. The header `Sec-Fetch-Site` says so (Fetch Metadata). True if
    /// the browser does not send this header.
    var isFromThisSite: Bool { request.headers[.fetchSite].map { $0 == "same-origin" || $0 == "none" } ?? true }

    /// Explains why a sign-in attempt failed. A signed-out visitor who wanted to sign in gets the sign-in page. In all other cases, this
    /// function throws a `Problem` with a link to `next`.
    func redirectWithRefusal(_ refusal: Refusal, _ purpose: SignInAttempt.Purpose, next: String) async throws -> Response {
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
