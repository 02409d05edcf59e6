import FoundationEssentials
import Postgres

struct AccountQueries {
    func create(username: String, email: String, displayName: String, passwordHash: String) -> Query<ID<Account>> {
        .one(
            "INSERT INTO accounts (username, email, display_name, password_hash) VALUES ($1, $2, $3, $4) RETURNING id",
            username, email, displayName, passwordHash)
    }

    /// Compares without regard to letter case.
    func takenNames(username: String, email: String) -> Query<TakenNames> {
        .one(
            """
            SELECT EXISTS (SELECT FROM accounts WHERE username_key = lower($1)), EXISTS (SELECT FROM accounts WHERE email_key = lower($2))
            """, username, email)
    }

    /// Finds the account by username or e-mail address, without regard to letter case.
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

    /// Finds the account by username or e-mail address, without regard to letter case. Nil if there is no such account.
    func owner(login: String) -> Query<AccountOwner?> {
        .first(
            """
            SELECT id, username FROM accounts WHERE username_key = lower($1)
            UNION ALL
            SELECT id, username FROM accounts WHERE email_key = lower($1)
            LIMIT 1
            """, login)
    }

    /// Locks the account before credentials are revoked, so that a concurrent sign-in has either finished or not started.
    func lock(_ account: ID<Account>) -> Query<[ID<Account>]> {
        .all("SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE", account)
    }

    func secret(of account: ID<Account>) -> Query<AccountSecret> {
        .one("SELECT password_hash, browser_generation FROM accounts WHERE id = $1", account)
    }

    /// - Parameter zone: the chosen zone. Nil if the zone follows the device; the stored zone then stays until the device reports another.
    func setTimeZone(_ zone: String?, of account: ID<Account>) -> Query<Int> {
        .change(
            "UPDATE accounts SET time_zone = coalesce($2::text, time_zone), time_zone_by_device = $2::text IS NULL WHERE id = $1", account,
            zone)
    }

    /// Stores the device's zone, unless the account has chosen one. Returns 0 if nothing changed.
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

    /// Also deletes the account's reset links, because they may have gone to the old address.
    func setEmail(_ email: String, of account: ID<Account>) -> Query<Int> {
        .change(
            """
            WITH void AS (DELETE FROM reset_links WHERE account_id = $1)
            UPDATE accounts SET email = $2 WHERE id = $1
            """, account, email)
    }

    /// Stores another hash of the same password. Returns 0 if the password was changed in the meantime.
    func renewHash(_ hash: String, insteadOf old: String, of account: ID<Account>) -> Query<Int> {
        .change("UPDATE accounts SET password_hash = $2 WHERE id = $1 AND password_hash = $3", account, hash, old)
    }

    func setPassword(_ hash: String, of account: ID<Account>) -> Query<Int> {
        .change("UPDATE accounts SET password_hash = $2 WHERE id = $1", account, hash)
    }

    /// Creates a reset link for the account with this username or e-mail address. Returns the username. Nil if there is no such account, or
    /// if it has neither a password nor an e-mail address.
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

    /// The account of a reset link. Nil if the link is used, expired or unknown.
    func account(resetLink hash: Bytes) -> Query<ResetAccount?> {
        .first(
            """
            SELECT a.id, a.username, a.email FROM reset_links r JOIN accounts a ON a.id = r.account_id
            WHERE r.token_hash = $1 AND r.expires_at > now()
            """, hash)
    }

    /// Sets the password and deletes the link. Returns the account. Nil if the link is used, expired or unknown.
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

    func scheduleDeletion(of account: ID<Account>, days: Int) -> Query<Int> {
        .change(
            "UPDATE accounts SET deletion_at = coalesce(deletion_at, now() + make_interval(days => $2::integer)) WHERE id = $1", account,
            days)
    }

    func cancelDeletion(of account: ID<Account>) -> Query<Int> {
        .change("UPDATE accounts SET deletion_at = NULL WHERE id = $1", account)
    }

    func dueForDeletion(limit: Int) -> Query<[ID<Account>]> {
        .all("SELECT id FROM accounts WHERE deletion_at < now() ORDER BY deletion_at LIMIT $1", limit)
    }

    /// Deletes the account if its deletion is due and it has no membership left. The segment must have named the account, because otherwise
    /// row-level security hides its memberships.
    func delete(_ account: ID<Account>) -> Query<Int> {
        .change(
            """
            DELETE FROM accounts a WHERE a.id = $1 AND a.deletion_at < now()
                AND NOT EXISTS (SELECT FROM memberships m WHERE m.account_id = a.id)
            """, account)
    }
}

struct Credentials: RowDecodable {
    /// The account of a typed name, or the name in lower case. Both are counted in the same way, so that the rate limit does not reveal
    /// whether an account exists.
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
    /// A number that grows whenever all known browsers of the account are forgotten.
    var browserGeneration: Int
}

extension AccountSecret: RowDecodable {
    init(_ row: inout Row) throws {
        passwordHash = try row.next()
        browserGeneration = try row.next()
    }
}

struct ResetAccount: Sendable, RowDecodable {
    var id: ID<Account>
    var username: String
    var email: String?

    init(_ row: inout Row) throws {
        id = try row.next()
        username = try row.next()
        email = try row.next()
    }
}

struct AccountDeletion: Sendable, RowDecodable {
    var at: Date?

    init(_ row: inout Row) throws { at = try row.next() }
}

struct AccountOwner: Sendable, RowDecodable {
    var account: ID<Account>
    var username: String

    init(_ row: inout Row) throws {
        account = try row.next()
        username = try row.next()
    }
}
