import HTMLTemplates
import Postgres
import Web

struct ProviderLink: ViewModel {
    var label: String
    var href: String
}

/// The part of a form in which users confirm their identity: with their password, or by signing in again at a provider. The template
/// `_confirmation.html` shows it, and also shows the page's `problem`.
struct ConfirmationView: ViewModel {
    var hasPassword: Bool
    /// Whether the user has just signed in again at a provider for this form.
    var isConfirmed: Bool
    var providers: [ProviderLink]
    var hasProviders: Bool

    init(hasPassword: Bool, isConfirmed: Bool = false, providers: [ProviderLink] = []) {
        (self.hasPassword, self.isConfirmed, self.providers, hasProviders) = (hasPassword, isConfirmed, providers, !providers.isEmpty)
    }
}

extension Visit {
    /// The confirmation fields for the form whose path is the path of the request.
    /// - Parameter next: the path to which the browser returns from the provider. If it is nil, the browser returns to the path of the
    ///   request.
    func confirmation(next: String? = nil) async throws -> ConfirmationView {
        let session = try signedIn()
        let configured = services.openID.providers
        guard !configured.isEmpty else { return ConfirmationView(hasPassword: session.hasPassword) }
        let (isConfirmed, identities) = try await database.read(
            SessionQueries().isConfirmed(session.id, of: session.account, for: request.uri.path),
            IdentityQueries().identities(of: session.account))
        let there = (next ?? request.uri.path).percentEncoded
        let providers = configured.filter { provider in identities.contains { $0.provider == provider.name } }.map {
            ProviderLink(label: $0.label, href: "/account/confirmation/\($0.name)?for=\(there)")
        }
        return ConfirmationView(hasPassword: session.hasPassword, isConfirmed: isConfirmed, providers: providers)
    }

    /// Confirms the user's identity before a sensitive change. The user must have signed in at a provider for this form recently, or must
    /// have typed the right password in the field `password`. Otherwise this function throws `Refusal`.
    ///
    /// The transaction that makes the change must begin with `session.useConfirmation`, so that a confirmation counts only once.
    func confirmIdentity() async throws {
        let session = try signedIn()
        let (secret, isConfirmed) = try await database.read(
            AccountQueries().secret(of: session.account),
            SessionQueries().isConfirmed(session.id, of: session.account, for: request.uri.path))
        if isConfirmed { return }
        do {
            // Each session has its own limit. A thief of one session can therefore not use up the attempts that the owner needs to end that
            // session.
            try services.limiter.spend(.password, by: session.id)
        } catch let problem as Problem {
            throw Refusal(problem)
        }
        guard let hash = secret.passwordHash else {
            throw Refusal(.unprocessableContent, "Confirm first that it is you. Nothing was changed.")
        }
        guard try await services.passwords.verify(form["password"], against: hash) else {
            logSecurityEvent(.passwordRefused)
            throw Refusal(.unprocessableContent, "That is not your password. Nothing was changed.")
        }
    }
}

extension Session {
    /// The statement that uses up the confirmation of the user's identity. It must be the first statement of the transaction that makes the
    /// change.
    var useConfirmation: Query<Bool> { SessionQueries().useConfirmation(of: id, of: account) }
}

extension RateLimiter.Limit {
    /// Limits how often a signed-in user can try a password to confirm their identity. Each session has its own limit.
    static let password = RateLimiter.Limit(name: "password", burst: 10, secondsPerToken: 30)
}
