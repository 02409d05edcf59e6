import FoundationEssentials
import OpenID
import Postgres

struct ProviderQueries {
    /// - Parameters:
    ///   - state: the hash of the parameter `state` of the OpenID Connect request.
    ///   - browser: the hash of the `BrowserBinding` of the browser.
    func createAttempt(_ attempt: SignInAttempt, state: Bytes, browser: Bytes) -> Query<Int> {
        .change(
            """
            INSERT INTO sign_in_attempts (state_hash, browser_hash, provider, purpose, session_id, nonce, verifier, redirect_uri, next)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """, state, browser, attempt.provider, attempt.purpose, attempt.session, attempt.nonce, attempt.verifier, attempt.redirectURI,
            attempt.next)
    }

    /// Deletes a sign-in attempt and returns it. Nil if the attempt was used, has expired, belongs to another browser or does not exist.
    func useAttempt(_ state: Bytes, browser: Bytes) -> Query<SignInAttempt?> {
        .first(
            """
            DELETE FROM sign_in_attempts WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > now()
            RETURNING provider, purpose, session_id, nonce, verifier, redirect_uri, next
            """, state, browser)
    }

    func deleteExpiredAttempts(limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM sign_in_attempts
            WHERE state_hash IN (SELECT state_hash FROM sign_in_attempts WHERE expires_at < now() LIMIT $1)
            """, limit)
    }

    /// Deletes the browser's pending identity. Run this statement before `createPending`, in the same transaction.
    func deletePending(of browser: Bytes) -> Query<Int> { .change("DELETE FROM pending_identities WHERE browser_hash = $1", browser) }

    func createPending(_ identity: OpenIDIdentity, browser: Bytes, session: UUID?, next: String) -> Query<Int> {
        .change(
            """
            INSERT INTO pending_identities (browser_hash, provider, issuer, subject, email, is_email_verified, name, username, picture,
                session_id, next)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """, browser, identity.provider, identity.issuer, identity.subject, identity.email, identity.isEmailVerified, identity.name,
            identity.preferredUsername, identity.picture, session, next)
    }

    /// - Parameter session: the session that wants to link the identity to its account. If it is nil, only an identity from a sign-in is
    ///   found.
    func pending(browser: Bytes, session: UUID?) -> Query<PendingIdentity?> {
        .first(
            """
            SELECT id, provider, issuer, subject, email, is_email_verified, name, username, picture, next FROM pending_identities
            WHERE browser_hash = $1 AND session_id IS NOT DISTINCT FROM $2::uuid AND expires_at > now()
            """, browser, session)
    }

    func deleteExpiredPending(limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM pending_identities
            WHERE browser_hash IN (SELECT browser_hash FROM pending_identities WHERE expires_at < now() LIMIT $1)
            """, limit)
    }

    func availableUsername(from usernames: [String]) -> Query<String?> {
        .first(
            """
            SELECT u.name FROM unnest($1::text[]) WITH ORDINALITY u (name, place)
            WHERE NOT EXISTS (SELECT FROM accounts a WHERE a.username_key = lower(u.name)) ORDER BY u.place LIMIT 1
            """, usernames)
    }

    /// Creates an account for the browser's pending identity, and links the identity to the account. The new account becomes the current
    /// account of the transaction (`app.account_id`). Nil if the browser has no pending identity, or if the identity has expired.
    func createAccount(_ welcome: WelcomeForm, email: String?, browser: Bytes, label: String) -> Query<ID<Account>?> {
        .first(
            """
            WITH pending AS (
                DELETE FROM pending_identities WHERE browser_hash = $1 AND session_id IS NULL AND expires_at > now()
                RETURNING issuer, subject, provider
            ), created AS (
                INSERT INTO accounts (username, email, display_name) SELECT $2, $3, $4 FROM pending RETURNING id
            ), linked AS (
                INSERT INTO account_identities (issuer, subject, account_id, provider, label)
                SELECT p.issuer, p.subject, c.id, p.provider, $5 FROM pending p, created c
            )
            SELECT id, set_config('app.account_id', id::text, true) FROM created
            """, browser, welcome.username, email, welcome.displayName, label)
    }

    /// Links the browser's pending identity to an account. Returns 0 if the browser has no pending identity, or if the identity has
    /// expired.
    func link(to account: ID<Account>, browser: Bytes, session: UUID?, label: String) -> Query<Int> {
        .change(
            """
            WITH pending AS (
                DELETE FROM pending_identities
                WHERE browser_hash = $1 AND session_id IS NOT DISTINCT FROM $2::uuid AND expires_at > now()
                RETURNING issuer, subject, provider
            )
            INSERT INTO account_identities (issuer, subject, account_id, provider, label)
            SELECT issuer, subject, $3, provider, $4 FROM pending
            """, browser, session, account, label)
    }
}

/// The data of a sign-in request to a provider. The data is stored until the visitor returns from the provider. The URL to which the
/// visitor returns contains the `state` of the request, so the database stores only the hash of the `state`.
struct SignInAttempt: Sendable, RowDecodable {
    enum Purpose: String, DatabaseEnum {
        case signIn = "sign-in"
        case link
        case confirmation
    }

    var provider: String
    var purpose: Purpose
    /// The session that links a provider or confirms the user's identity. Nil for a sign-in.
    var session: UUID?
    var nonce: String
    var verifier: String
    var redirectURI: String
    var next: String

    init(_ request: OpenIDRequest, _ purpose: Purpose, session: UUID?, next: String) {
        (provider, nonce, verifier, redirectURI) = (request.provider, request.nonce, request.verifier, request.redirectURI)
        (self.purpose, self.session, self.next) = (purpose, session, next)
    }

    init(_ row: inout Row) throws {
        provider = try row.next()
        purpose = try row.next()
        session = try row.next()
        nonce = try row.next()
        verifier = try row.next()
        redirectURI = try row.next()
        next = try row.next()
    }

    func request(state: String) -> OpenIDRequest {
        OpenIDRequest(
            provider: provider, state: state, nonce: nonce, verifier: verifier, redirectURI: redirectURI, url: "",
            isReauthentication: purpose == .confirmation)
    }
}

/// An identity from a provider that is not linked to an account yet.
struct PendingIdentity: Sendable, RowDecodable {
    var id: Int
    var identity: OpenIDIdentity
    var next: String

    init(_ row: inout Row) throws {
        id = try row.next()
        identity = OpenIDIdentity(
            provider: try row.next(), issuer: try row.next(), subject: try row.next(), email: try row.next(),
            isEmailVerified: try row.next(), name: try row.next(), preferredUsername: try row.next(), picture: try row.next(),
            authTime: nil)
        next = try row.next()
    }
}
