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
            ? "Your password is changed. There was no other way into your account."
            : "Your password is changed. These do not lead into your account any more: \(closed.listed)."
    }
}

/// SQL that closes ways into an account.
struct AccessQueries {
    /// Closes every way into an account but its password: other sessions, providers, and links to reset the password. It also forgets in which
    /// browsers the account is known.
    /// - Parameters:
    ///   - session: the one that stays. Nil if all end.
    ///   - token: the hash of its new token.
    ///   - keepsProviders: whether linked providers stay.
    func close(_ account: ID<Account>, except session: UUID?, token: Bytes?, keepsProviders: Bool) -> Query<ClosedAccess> {
        .one(
            """
            WITH forgotten AS (
                UPDATE accounts SET browser_generation = browser_generation + 1 WHERE id = $1
            ), ended AS (
                DELETE FROM sessions WHERE account_id = $1 AND ($2::uuid IS NULL OR id <> $2) RETURNING 1
            ), renewed AS (
                UPDATE sessions SET token_hash = $3, confirmed_for = NULL, confirmed_until = NULL WHERE account_id = $1 AND id = $2
            ), unlinked AS (
                DELETE FROM account_identities WHERE account_id = $1 AND NOT $4 RETURNING 1
            ), void AS (
                DELETE FROM reset_links WHERE account_id = $1 RETURNING 1
            )
            SELECT (SELECT count(*) FROM ended), (SELECT count(*) FROM unlinked), (SELECT count(*) FROM void)
            """, account, session, token, keepsProviders)
    }
}
