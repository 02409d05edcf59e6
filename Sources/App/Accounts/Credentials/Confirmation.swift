import HTMLTemplates
import Postgres
import Web

struct ProviderLink: ViewModel {
    var label: String
    var href: String
}

/// The ways to confirm the user's identity in a form: the password, or signing in again at a provider. Used by `_confirmation.html`, which
/// also reads the page's `problem`.
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
    /// The confirmation fields for the form at the request's address.
    /// - Parameter next: the path to which a provider's sign-in returns. Nil for the request's address.
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

    /// Confirms the user's identity before a sensitive change: by a recent sign-in at a provider for this form, or by the field `password`.
    /// Throws `Refusal`.
    ///
    /// The transaction that makes the change must begin with `session.useConfirmation`, so that a confirmation counts only once.
    func confirmIdentity() async throws {
        let session = try signedIn()
        let (secret, isConfirmed) = try await database.read(
            AccountQueries().secret(of: session.account),
            SessionQueries().isConfirmed(session.id, of: session.account, for: request.uri.path))
        if isConfirmed { return }
        do {
            // The limit is counted by session, so that the thief of a session cannot use up the owner's attempts to end it.
            try services.limiter.spend(.password, by: session.id)
        } catch let problem as Problem {
            throw Refusal(problem)
        }
        guard let hash = secret.passwordHash else {
            throw Refusal(.unprocessableContent, "Confirm first that it is you. Nothing was changed.")
        }
        guard try await services.passwords.verify(form["password"], against: hash) else {
            note(.passwordRefused)
            throw Refusal(.unprocessableContent, "That is not your password. Nothing was changed.")
        }
    }
}

extension Session {
    /// The first statement of the transaction that makes the confirmed change.
    var useConfirmation: Query<Bool> { SessionQueries().useConfirmation(of: id, of: account) }
}

extension RateLimiter.Limit {
    /// Password confirmations of a signed-in user, counted by session.
    static let password = RateLimiter.Limit(name: "password", burst: 10, secondsPerToken: 30)
}
