import FoundationEssentials
import Postgres

/// How many sessions, linked providers and reset links were revoked when a password changed.
struct RevokedCredentials: Equatable, Sendable, RowDecodable {
    var sessions: Int
    var providers: Int
    var resetLinks: Int

    init(_ row: inout Row) throws {
        sessions = try row.next()
        providers = try row.next()
        resetLinks = try row.next()
    }

    /// Parses `text`, which the query of a URL contains: three numbers such as "2.1.0". Nil if the text has another format.
    init?(_ text: String?) {
        guard let text, text.utf8.count <= 20 else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt16($0) }.map(Int.init)
        guard parts.count == 3, numbers.count == 3 else { return nil }
        (sessions, providers, resetLinks) = (numbers[0], numbers[1], numbers[2])
    }

    var text: String { "\(sessions).\(providers).\(resetLinks)" }

    var sentence: String {
        func counted(_ count: Int, _ singular: String, _ plural: String) -> String? {
            count == 0 ? nil : count == 1 ? "1 \(singular)" : "\(count) \(plural)"
        }
        let parts = [
            counted(sessions, "sign-in elsewhere", "sign-ins elsewhere"), counted(providers, "linked provider", "linked providers"),
            counted(resetLinks, "unused link to reset the password", "unused links to reset the password"),
        ].compactMap(\.self)
        return parts.isEmpty
            ? "Your password is changed. Nobody was signed in elsewhere."
            : "Your password is changed. These no longer give access to your account: \(parts.listed)."
    }
}

/// SQL that revokes all credentials of an account except its password.
struct CredentialRevocationQueries {
    /// Deletes the account's other sessions, the sign-ins that wait for a code, the linked providers, and the links that reset the
    /// password. Forgets all known browsers of the account. The password and the second factor stay.
    /// - Parameters:
    ///   - session: the session that is kept. If it is nil, all sessions are deleted.
    ///   - token: the hash of the new token of `session`.
    ///   - keepsProviders: whether linked providers stay.
    ///   - password: the password hash that the account must have. If the account has another hash, nothing is revoked. The hash is not
    ///     checked if `password` is nil.
    func revokeAll(
        _ account: ID<Account>, except session: UUID?, token: Bytes?, keepsProviders: Bool, ifPasswordIs password: String? = nil
    ) -> Query<RevokedCredentials> {
        .one(
            """
            WITH account AS (
                SELECT id FROM accounts WHERE id = $1 AND ($5::text IS NULL OR password_hash = $5)
            ), forgotten AS (
                UPDATE accounts a SET browser_generation = a.browser_generation + 1 FROM account WHERE a.id = account.id
            ), ended AS (
                DELETE FROM sessions s USING account WHERE s.account_id = account.id AND ($2::uuid IS NULL OR s.id <> $2)
                RETURNING s.expires_at > now() AS is_live
            ), renewed AS (
                UPDATE sessions s SET token_hash = $3, confirmed_for = NULL, confirmed_until = NULL FROM account
                WHERE s.account_id = account.id AND s.id = $2
            ), unlinked AS (
                DELETE FROM account_identities i USING account WHERE i.account_id = account.id AND NOT $4 RETURNING 1
            ), void AS (
                DELETE FROM reset_links r USING account WHERE r.account_id = account.id RETURNING r.expires_at > now() AS is_live
            ), unfinished AS (
                DELETE FROM pending_sign_ins p USING account WHERE p.account_id = account.id
            )
            SELECT (SELECT count(*) FROM ended WHERE is_live), (SELECT count(*) FROM unlinked), (SELECT count(*) FROM void WHERE is_live)
            """, account, session, token, keepsProviders, password)
    }
}
