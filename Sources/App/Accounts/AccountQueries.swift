import FoundationEssentials
import Postgres

struct AccountQueries {
    func create(username: String, email: String, displayName: String, passwordHash: String) -> Query<ID<Account>> {
        .one(
            "INSERT INTO accounts (username, email, display_name, password_hash) VALUES ($1, $2, $3, $4) RETURNING id",
            username, email, displayName, passwordHash)
    }

    /// Finds out whether accounts with this username and with this e-mail address exist. Letter case does not matter.
    func takenNames(username: String, email: String) -> Query<TakenNames> {
        .one(
            """
            SELECT EXISTS (SELECT FROM accounts WHERE username_key = lower($1)), EXISTS (SELECT FROM accounts WHERE email_key = lower($2))
            """, username, email)
    }

    /// The password hash of the account with this username or e-mail address. Letter case does not matter.
    func credentials(login: String) -> Query<Credentials> {
        .one(
            """
            SELECT typed.key, a.id, a.password_hash, a.browser_generation FROM (SELECT lower($1) AS key) typed LEFT JOIN LATERAL (
                SELECT id, password_hash, browser_generation FROM accounts WHERE username_key = typed.key
                UNION ALL
                SELECT id, password_hash, browser_generation FROM accounts WHERE email_key = typed.key
                LIMIT 1
            ) a ON true
            """, login)
    }

    /// The account with this username or e-mail address. Letter case does not matter. Nil if there is no such account.
    func owner(login: String) -> Query<AccountOwner?> {
        .first(
            """
            SELECT id, username FROM accounts WHERE username_key = lower($1)
            UNION ALL
            SELECT id, username FROM accounts WHERE email_key = lower($1)
            LIMIT 1
            """, login)
    }

    /// Locks the row of the account. Run this statement before credentials are revoked: a concurrent sign-in has then either finished or
    /// not started.
    func lock(_ account: ID<Account>) -> Query<[ID<Account>]> {
        .all("SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE", account)
    }

    func secret(of account: ID<Account>) -> Query<AccountSecret> {
        .one("SELECT password_hash, browser_generation FROM accounts WHERE id = $1", account)
    }

    /// - Parameter zone: the zone that the user has chosen. If it is nil, the zone follows the device: the stored zone stays until the
    ///   device reports another zone.
    func setTimeZone(_ zone: String?, of account: ID<Account>) -> Query<Int> {
        .change(
            "UPDATE accounts SET time_zone = coalesce($2::text, time_zone), time_zone_by_device = $2::text IS NULL WHERE id = $1", account,
            zone)
    }

    /// Stores the time zone of the device, unless the user has chosen a time zone. Returns 0 if nothing changed.
    func setDeviceTimeZone(_ zone: String, of account: ID<Account>) -> Query<Int> {
        .change("UPDATE accounts SET time_zone = $2 WHERE id = $1 AND time_zone_by_device AND time_zone <> $2", account, zone)
    }

    func setDisplayPreferences(_ preferences: DisplayPreferences, of account: ID<Account>) -> Query<Int> {
        .change(
            """
            UPDATE accounts SET scheme = $2, text_size = $3, has_large_targets = $4, has_more_contrast = $5, has_less_motion = $6,
                is_left_handed = $7, sounds = $8, vibrates = $9, skin_tone = $10
            WHERE id = $1
            """, account, preferences.scheme, preferences.textSize, preferences.hasLargeTargets, preferences.hasMoreContrast,
            preferences.hasLessMotion, preferences.isLeftHanded, preferences.sounds, preferences.vibrates, preferences.skinTone)
    }

    func setSkinTone(_ tone: DisplayPreferences.Tone, of account: ID<Account>) -> Query<Int> {
        .change("UPDATE accounts SET skin_tone = $2 WHERE id = $1 AND skin_tone <> $2", account, tone)
    }

    func isTaken(email: String) -> Query<Bool> {
        .one("SELECT EXISTS (SELECT FROM accounts WHERE email_key = lower($1))", email)
    }

    /// Changes the e-mail address. Also deletes the links that reset the account's password, because they may have been sent to the old
    /// address.
    func setEmail(_ email: String, of account: ID<Account>) -> Query<Int> {
        .change(
            """
            WITH void AS (DELETE FROM reset_links WHERE account_id = $1)
            UPDATE accounts SET email = $2 WHERE id = $1
            """, account, email)
    }

    /// Replaces the hash `old` with another hash of the same password. Returns 0 if the password was changed in the meantime.
    func renewHash(_ hash: String, insteadOf old: String, of account: ID<Account>) -> Query<Int> {
        .change("UPDATE accounts SET password_hash = $2 WHERE id = $1 AND password_hash = $3", account, hash, old)
    }

    func setPassword(_ hash: String, of account: ID<Account>) -> Query<Int> {
        .change("UPDATE accounts SET password_hash = $2 WHERE id = $1", account, hash)
    }

    /// Creates a link that resets the password of the account with this username or e-mail address. Returns the username. Nil if there is
    /// no such account, or if the account has neither a password nor an e-mail address.
    func createResetLink(_ hash: Bytes, for login: String) -> Query<String?> {
        .first(
            """
            WITH found AS (
                SELECT id, username FROM accounts
                WHERE username_key = lower($2) AND (password_hash IS NOT NULL OR email IS NOT NULL)
                UNION ALL
                SELECT id, username FROM accounts WHERE email_key = lower($2)
                LIMIT 1
            ), made AS (
                INSERT INTO reset_links (token_hash, account_id) SELECT $1, id FROM found
            )
            SELECT username FROM found
            """, hash, login)
    }

    /// The account whose password the link can reset. Nil if the link was used, has expired or is unknown.
    func account(resetLink hash: Bytes) -> Query<ResetAccount?> {
        .first(
            """
            SELECT a.id, a.username, a.email FROM reset_links r JOIN accounts a ON a.id = r.account_id
            WHERE r.token_hash = $1 AND r.expires_at > now()
            """, hash)
    }

    /// Stores the hash of the new password and deletes the link. Returns the account. Nil if the link was used, has expired or is unknown.
    func useResetLink(_ hash: Bytes, password: String) -> Query<ID<Account>?> {
        .first(
            """
            WITH used AS (
                DELETE FROM reset_links WHERE token_hash = $1 AND expires_at > now() RETURNING account_id
            )
            UPDATE accounts a SET password_hash = $2 FROM used WHERE a.id = used.account_id RETURNING a.id
            """, hash, password)
    }

    func deleteExpiredResetLinks(limit: Int) -> Query<Int> {
        .change(
            "DELETE FROM reset_links WHERE token_hash IN (SELECT token_hash FROM reset_links WHERE expires_at < now() LIMIT $1)", limit)
    }

    func deletion(of account: ID<Account>) -> Query<AccountDeletion> {
        .one("SELECT deletion_at FROM accounts WHERE id = $1", account)
    }
}

struct Credentials: RowDecodable {
    /// The subject for which sign-in attempts are counted: the account with the typed name, or the typed name in lower case if there is no
    /// such account. The rate limit is the same for both, so that it does not reveal whether an account exists.
    enum Subject: Hashable, Sendable {
        case account(ID<Account>)
        case name(String)
    }

    var subject: Subject
    var secret: AccountSecret?

    var account: ID<Account>? {
        guard case .account(let account) = subject else { return nil }
        return account
    }

    init(_ row: inout Row) throws {
        let name = try row.next(String.self)
        guard let account = try row.next(ID<Account>?.self) else {
            subject = .name(name)
            return
        }
        subject = .account(account)
        secret = try AccountSecret(&row)
    }
}

struct AccountSecret {
    var passwordHash: String?
    /// A counter. Adding 1 makes the server forget all known browsers of the account.
    var browserGeneration: Int
}

extension AccountSecret: RowDecodable {
    init(_ row: inout Row) throws {
        passwordHash = try row.next()
        browserGeneration = try row.next()
    }
}

struct ResetAccount: RowRecord {
    var id: ID<Account>
    var username: String
    var email: String?

    static let decoder = RowDecoder(ResetAccount.init)
}

struct AccountDeletion: Sendable, RowDecodable {
    var at: Date?

    init(_ row: inout Row) throws { at = try row.next() }
}

struct AccountOwner: RowRecord {
    var account: ID<Account>
    var username: String

    static let decoder = RowDecoder(AccountOwner.init)
}
