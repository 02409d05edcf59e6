import FoundationEssentials
import Postgres

/// How many other ways into an account were closed when its password changed.
struct ClosedAccess: Equatable, Sendable, RowDecodable {
    var sessions: Int
    var providers: Int
    var resetLinks: Int

    init(_ row: inout Row) throws {
        sessions = try row.next()
        providers = try row.next()
        resetLinks = try row.next()
    }

    /// From the address of the page that tells it: "2.1.0". Nil for anything else.
    init?(_ text: String?) {
        guard let text, text.utf8.count <= 20 else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt16($0) }.map(Int.init)
        guard parts.count == 3, numbers.count == 3 else { return nil }
        (sessions, providers, resetLinks) = (numbers[0], numbers[1], numbers[2])
    }

    /// For the address of the page that tells it.
    var text: String { "\(sessions).\(providers).\(resetLinks)" }

    var sentence: String {
        func words(_ count: Int, _ one: String, _ several: String) -> String? {
            count == 0 ? nil : count == 1 ? "1 \(one)" : "\(count) \(several)"
        }
        let closed = [
            words(sessions, "sign-in elsewhere", "sign-ins elsewhere"), words(providers, "linked provider", "linked providers"),
            words(resetLinks, "unused link to reset the password", "unused links to reset the password"),
        ].compactMap(\.self)
        return closed.isEmpty
            ? "Your password is changed. Nobody was signed in elsewhere."
            : "Your password is changed. These do not lead into your account any more: \(closed.listed)."
    }
}

/// SQL that closes ways into an account.
struct AccessQueries {
    /// Closes every way into an account but its password: other sessions, providers, links to reset the password, and sign-ins that lack
    /// their code. It also forgets in which browsers the account is known. The second factor stays.
    /// - Parameters:
    ///   - session: the one that stays. Nil if all end.
    ///   - token: the hash of its new token.
    ///   - keepsProviders: whether linked providers stay.
    ///   - password: the hash of the new password. If the account does not have it, nothing is closed. Nil if that is certain.
    func close(
        _ account: ID<Account>, except session: UUID?, token: Bytes?, keepsProviders: Bool, ifPasswordIs password: String? = nil
    ) -> Query<ClosedAccess> {
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
