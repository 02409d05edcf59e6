import HTMLTemplates
import Postgres
import Web

/// A link to a provider.
struct ProviderLink: ViewModel {
    var label: String
    var href: String
}

/// How a form makes sure of who sends it: by the password, or by signing in again at a provider. For `_confirmation.html`, which the page
/// gives its `problem` to.
struct ConfirmationView: ViewModel {
    var hasPassword: Bool
    /// They have just signed in again.
    var isConfirmed: Bool
    var ways: [ProviderLink]
    var hasWays: Bool

    init(hasPassword: Bool, isConfirmed: Bool = false, ways: [ProviderLink] = []) {
        (self.hasPassword, self.isConfirmed, self.ways, hasWays) = (hasPassword, isConfirmed, ways, !ways.isEmpty)
    }
}

extension Visit {
    /// For the form at this address.
    /// - Parameter next: where one comes back to from a provider; nil: to the same page.
    func confirmation(next: String? = nil) async throws -> ConfirmationView {
        let session = try signedIn()
        let providers = services.openID.providers
        guard !providers.isEmpty else { return ConfirmationView(hasPassword: session.hasPassword) }
        let (isConfirmed, identities) = try await database.read(
            SessionQueries().isConfirmed(session.id, of: session.account, for: request.uri.path),
            IdentityQueries().identities(of: session.account))
        let there = (next ?? request.uri.path).percentEncoded
        let ways = providers.filter { provider in identities.contains { $0.provider == provider.name } }.map {
            ProviderLink(label: $0.label, href: "/account/confirmation/\($0.name)?for=\(there)")
        }
        return ConfirmationView(hasPassword: session.hasPassword, isConfirmed: isConfirmed, ways: ways)
    }

    /// Whether whoever is signed in is who they say: they have just signed in again at a provider for this form, or they know the password,
    /// as the field `password` has it. Throws `Refusal`; nothing is changed yet. What was confirmed uses that up:
    /// `session.useConfirmation`.
    func confirmIdentity() async throws {
        let session = try signedIn()
        let (secret, isConfirmed) = try await database.read(
            AccountQueries().secret(of: session.account),
            SessionQueries().isConfirmed(session.id, of: session.account, for: request.uri.path))
        if isConfirmed { return }
        do {
            // Each session has its own tokens, so that whoever has stolen one cannot keep the owner from ending it.
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
    /// For the transaction of what was confirmed: it counts once.
    var useConfirmation: Query<Bool> { SessionQueries().useConfirmation(of: id, of: account) }
}

extension RateLimiter.Limit {
    /// By account, of whoever is signed in and gives the password once more.
    static let password = RateLimiter.Limit(name: "password", burst: 10, secondsPerToken: 30)
}
