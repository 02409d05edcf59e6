import FoundationEssentials
import OpenID
import Postgres

/// All SQL over `sign_in_attempts` and `pending_identities`.
struct ProviderQueries {
    /// - Parameter browser: the hash of the cookie of whoever is sent away.
    func begin(_ attempt: Attempt, state: Bytes, browser: Bytes) -> Query<Int> {
        .change(
            """
            INSERT INTO sign_in_attempts (state_hash, browser_hash, provider, purpose, session_id, nonce, verifier, redirect_uri, next)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """, state, browser, attempt.provider, attempt.purpose, attempt.session, attempt.nonce, attempt.verifier, attempt.redirectURI,
            attempt.next)
    }

    /// Uses an attempt up; nil: it has been, or is too old, or was another browser's, or never was.
    func finish(_ state: Bytes, browser: Bytes) -> Query<Attempt?> {
        .first(
            """
            DELETE FROM sign_in_attempts WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > now()
            RETURNING provider, purpose, session_id, nonce, verifier, redirect_uri, next
            """, state, browser)
    }

    func forgetAttempts(limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM sign_in_attempts
            WHERE state_hash IN (SELECT state_hash FROM sign_in_attempts WHERE expires_at < now() LIMIT $1)
            """, limit)
    }

    /// Forgets the one before in the same browser: the first statement of a transaction that keeps another.
    func forgetPending(of browser: Bytes) -> Query<Int> { .change("DELETE FROM pending_identities WHERE browser_hash = $1", browser) }

    /// There is one in each browser.
    func keep(_ identity: OpenIDIdentity, browser: Bytes, session: UUID?, next: String) -> Query<Int> {
        .change(
            """
            INSERT INTO pending_identities (browser_hash, provider, issuer, subject, email, is_email_verified, name, username, picture,
                session_id, next)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """, browser, identity.provider, identity.issuer, identity.subject, identity.email, identity.isEmailVerified, identity.name,
            identity.preferredUsername, identity.picture, session, next)
    }

    /// - Parameter session: whose account it is to be linked to; nil: it is to have one of its own.
    func pending(browser: Bytes, session: UUID?) -> Query<PendingIdentity?> {
        .first(
            """
            SELECT id, provider, issuer, subject, email, is_email_verified, name, username, picture, next FROM pending_identities
            WHERE browser_hash = $1 AND session_id IS NOT DISTINCT FROM $2::uuid AND expires_at > now()
            """, browser, session)
    }

    func forgetPending(limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM pending_identities
            WHERE browser_hash IN (SELECT browser_hash FROM pending_identities WHERE expires_at < now() LIMIT $1)
            """, limit)
    }

    /// The first of some usernames that nobody has.
    func free(_ usernames: [String]) -> Query<String?> {
        .first(
            """
            SELECT u.name FROM unnest($1::text[]) WITH ORDINALITY u (name, place)
            WHERE NOT EXISTS (SELECT FROM accounts a WHERE a.username_key = lower(u.name)) ORDER BY u.place LIMIT 1
            """, usernames)
    }

    /// Makes an account of a pending identity, which is the account of the segment from then on; nil: it has become none in time, or has one.
    func create(_ welcome: WelcomeForm, email: String?, browser: Bytes, label: String) -> Query<ID<Account>?> {
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

    /// Makes a pending identity a way into an account. Returns 0 when there is none any more.
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

/// What somebody is sent to a provider with, but for what the address holds.
struct Attempt: Sendable, RowDecodable {
    enum Purpose: String, StoredName {
        case signIn = "sign-in"
        /// The provider becomes a way into the session's account.
        case link
        /// Of who the session's is.
        case confirmation
    }

    var provider: String
    var purpose: Purpose
    /// nil: to sign in.
    var session: UUID?
    var nonce: String
    var verifier: String
    var redirectURI: String
    /// Where they go afterwards.
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

    /// - Parameter state: as it came back.
    func request(state: String) -> OpenIDRequest {
        OpenIDRequest(
            provider: provider, state: state, nonce: nonce, verifier: verifier, redirectURI: redirectURI, url: "",
            isReauthentication: purpose == .confirmation)
    }
}

/// Whom a provider has named, and who has no account yet, or is about to link theirs.
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
