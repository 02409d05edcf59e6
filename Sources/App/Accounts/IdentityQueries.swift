import FoundationEssentials
import HTMLTemplates
import OpenID
import Postgres

/// All SQL over `account_identities`: who signs in with which provider.
struct IdentityQueries {
    func identities(of account: ID<Account>) -> Query<[IdentityRecord]> {
        .all("SELECT provider, label, made_at, used_at FROM account_identities WHERE account_id = $1 ORDER BY made_at", account)
    }

    func owner(issuer: String, subject: String) -> Query<ID<Account>?> {
        .first("SELECT account_id FROM account_identities WHERE issuer = $1 AND subject = $2", issuer, subject)
    }

    /// Whose it is, who signs in with it now; nil: nobody's.
    func use(issuer: String, subject: String, provider: String, label: String) -> Query<ID<Account>?> {
        .first(
            """
            UPDATE account_identities SET used_at = now(), provider = $3, label = $4 WHERE issuer = $1 AND subject = $2
            RETURNING account_id
            """, issuer, subject, provider, label)
    }

    /// Also ends sign-ins that lack their code, as they may have begun with the provider. Returns 0 when that is the last way in. Lock the
    /// account first, as `Session.useConfirmation` does.
    /// - Parameter providers: with whom one can sign in.
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

struct IdentityRecord: Sendable, RowDecodable {
    /// As the configuration names it.
    var provider: String
    var label: String
    var linkedAt: Date
    var usedAt: Date

    init(_ row: inout Row) throws {
        provider = try row.next()
        label = try row.next()
        linkedAt = try row.next()
        usedAt = try row.next()
    }
}

/// A provider as a way into an account.
struct WayIn: ViewModel {
    var name: String
    var label: String
    /// Since when; nil: it is none yet.
    var linked: Moment?
    var used: Moment?
    /// Else nobody can sign in with it any more.
    var isOffered: Bool

    /// Those that there are, and those that were and are linked still.
    static func all(_ identities: [IdentityRecord], _ providers: [OpenIDProviderSettings]) -> [WayIn] {
        let offered = providers.map { provider in
            let identity = identities.first { $0.provider == provider.name }
            return WayIn(
                name: provider.name, label: provider.label, linked: identity.map { Moment($0.linkedAt) },
                used: identity.map { Moment($0.usedAt) }, isOffered: true)
        }
        let gone = identities.filter { identity in !providers.contains { $0.name == identity.provider } }.map {
            WayIn(name: $0.provider, label: $0.label, linked: Moment($0.linkedAt), used: Moment($0.usedAt), isOffered: false)
        }
        return offered + gone
    }
}
