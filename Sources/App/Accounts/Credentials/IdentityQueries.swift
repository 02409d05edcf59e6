import FoundationEssentials
import HTMLTemplates
import OpenID
import Postgres

struct IdentityQueries {
    func identities(of account: ID<Account>) -> Query<[IdentityRecord]> {
        .all("SELECT provider, label, made_at, used_at FROM account_identities WHERE account_id = $1 ORDER BY made_at", account)
    }

    func owner(issuer: String, subject: String) -> Query<ID<Account>?> {
        .first("SELECT account_id FROM account_identities WHERE issuer = $1 AND subject = $2", issuer, subject)
    }

    /// Stores the current time as the last sign-in with the identity of a provider. Returns the account to which the identity is linked.
    /// Nil if the identity is not linked to any account.
    func markUsed(issuer: String, subject: String, provider: String, label: String) -> Query<ID<Account>?> {
        .first(
            """
            UPDATE account_identities SET used_at = now(), provider = $3, label = $4 WHERE issuer = $1 AND subject = $2
            RETURNING account_id
            """, issuer, subject, provider, label)
    }

    /// Unlinks the provider from the account. Also deletes the sign-ins that wait for a code, because they may have started with this
    /// provider. Returns 0 if the provider is not linked, or if it is the account's only sign-in method. Lock the account first, as
    /// `Session.useConfirmation` does.
    /// - Parameter providers: names of the configured providers.
    func unlink(_ provider: String, of account: ID<Account>, providers: [String]) -> Query<Int> {
        .change(
            """
            WITH unfinished AS (
                DELETE FROM pending_sign_ins WHERE account_id = $1
            )
            DELETE FROM account_identities i WHERE i.account_id = $1 AND i.provider = $2
                AND (EXISTS (SELECT FROM accounts a WHERE a.id = i.account_id AND a.password_hash IS NOT NULL)
                    OR EXISTS (SELECT FROM account_identities o
                        WHERE o.account_id = i.account_id AND o.provider <> i.provider AND o.provider = ANY ($3)))
            """, account, provider, providers)
    }
}

struct IdentityRecord: RowRecord {
    var provider: String
    var label: String
    var linkedAt: Date
    var usedAt: Date

    static let decoder = RowDecoder(IdentityRecord.init)
}

struct SignInMethod: ViewModel {
    var name: String
    var label: String
    var linked: Moment?
    var used: Moment?
    /// Whether the site still offers the provider. If the provider was removed from the configuration, nobody can sign in with it.
    var isOffered: Bool

    /// All providers in the configuration, and all linked providers that were removed from the configuration.
    static func all(_ identities: [IdentityRecord], _ providers: [OpenIDProviderSettings]) -> [SignInMethod] {
        let offered = providers.map { provider in
            let identity = identities.first { $0.provider == provider.name }
            return SignInMethod(
                name: provider.name, label: provider.label, linked: identity.map { Moment($0.linkedAt) },
                used: identity.map { Moment($0.usedAt) }, isOffered: true)
        }
        let removed = identities.filter { identity in !providers.contains { $0.name == identity.provider } }.map {
            SignInMethod(name: $0.provider, label: $0.label, linked: Moment($0.linkedAt), used: Moment($0.usedAt), isOffered: false)
        }
        return offered + removed
    }
}
