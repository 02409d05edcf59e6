import FoundationEssentials
import Postgres

struct SecondFactorQueries {
    // MARK: The second factor

    func isOn(for account: ID<Account>) -> Query<Bool> {
        .one("SELECT EXISTS (SELECT FROM second_factors WHERE account_id = $1 AND confirmed_at IS NOT NULL)", account)
    }

    func state(of account: ID<Account>) -> Query<SecondFactorState> {
        .one(
            """
            SELECT (SELECT confirmed_at FROM second_factors WHERE account_id = $1),
                (SELECT count(*) FROM recovery_codes WHERE account_id = $1 AND used_at IS NULL)
            """, account)
    }

    /// Stores a secret that the user has not confirmed yet. The secret replaces an earlier unconfirmed secret. Returns 0 if the second
    /// factor is already on.
    /// - Parameter setup: the hash of the token in the form that confirms the secret.
    func upsertUnconfirmed(_ secret: Bytes, setup: Bytes, of account: ID<Account>) -> Query<Int> {
        .change(
            """
            INSERT INTO second_factors AS f (account_id, secret, setup_hash) VALUES ($1, $2, $3)
            ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, setup_hash = excluded.setup_hash, made_at = now()
            WHERE f.confirmed_at IS NULL
            """, account, secret, setup)
    }

    /// The secret that the form with the token hash `setup` confirms. Nil if the secret was confirmed or replaced, or is older than an
    /// hour.
    func unconfirmedSecret(of account: ID<Account>, setup: Bytes) -> Query<Bytes?> {
        .first(
            "SELECT secret FROM second_factors WHERE account_id = $1 AND setup_hash = $2 AND made_at > now() - interval '1 hour'", account,
            setup)
    }

    /// Switches the second factor on and stores recovery codes. Returns the number of stored codes. The number is 0 if the form was used
    /// before.
    func confirm(_ account: ID<Account>, setup: Bytes, step: Int, recoveryCodes: [Bytes]) -> Query<Int> {
        .change(
            """
            WITH proven AS (
                UPDATE second_factors SET confirmed_at = now(), last_step = $3, setup_hash = NULL WHERE account_id = $1 AND setup_hash = $2
                RETURNING account_id
            )
            INSERT INTO recovery_codes (account_id, code_hash)
            SELECT p.account_id, c.hash FROM proven p CROSS JOIN unnest($4::bytea[]) AS c (hash)
            """, account, setup, step, recoveryCodes)
    }

    func secret(of account: ID<Account>) -> Query<SecondFactorSecret?> {
        .first("SELECT secret, last_step FROM second_factors WHERE account_id = $1 AND confirmed_at IS NOT NULL", account)
    }

    /// Marks the time step of an accepted code as used, so that the code works only once. Returns 0 if this step or a later step was used
    /// before.
    func accept(step: Int, of account: ID<Account>) -> Query<Int> {
        .change(
            "UPDATE second_factors SET last_step = $2 WHERE account_id = $1 AND confirmed_at IS NOT NULL AND last_step < $2", account, step)
    }

    /// Deletes the second factor, its recovery codes, and the account's sign-ins that wait for a code.
    func delete(of account: ID<Account>) -> Query<Int> {
        .change(
            """
            WITH void AS (DELETE FROM pending_sign_ins WHERE account_id = $1)
            DELETE FROM second_factors WHERE account_id = $1
            """, account)
    }

    func deleteExpiredUnconfirmed(limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM second_factors WHERE account_id IN (
                SELECT account_id FROM second_factors WHERE confirmed_at IS NULL AND made_at < now() - interval '1 hour' LIMIT $1
            ) AND confirmed_at IS NULL
            """, limit)
    }

    // MARK: Recovery codes

    /// Marks a recovery code as used. Returns 0 if the account has no unused code with this hash.
    func useRecoveryCode(_ hash: Bytes, of account: ID<Account>) -> Query<Int> {
        .change("UPDATE recovery_codes SET used_at = now() WHERE account_id = $1 AND code_hash = $2 AND used_at IS NULL", account, hash)
    }

    func deleteRecoveryCodes(of account: ID<Account>) -> Query<Int> {
        .change("DELETE FROM recovery_codes WHERE account_id = $1", account)
    }

    /// Stores new recovery codes. Run `deleteRecoveryCodes` before this statement, in the same transaction. Returns 0 if the second factor
    /// is off.
    func insertRecoveryCodes(_ hashes: [Bytes], of account: ID<Account>) -> Query<Int> {
        .change(
            """
            INSERT INTO recovery_codes (account_id, code_hash)
            SELECT f.account_id, c.hash FROM second_factors f CROSS JOIN unnest($2::bytea[]) AS c (hash)
            WHERE f.account_id = $1 AND f.confirmed_at IS NOT NULL
            """, account, hashes)
    }

    // MARK: Sign-ins that wait for a code

    func createPendingSignIn(_ token: Bytes, of account: ID<Account>, next: String) -> Query<Int> {
        .change("INSERT INTO pending_sign_ins (token_hash, account_id, next) VALUES ($1, $2, $3)", token, account, next)
    }

    /// The sign-in that waits for a code. Nil if the sign-in is complete, has expired, or had too many wrong codes.
    func pendingSignIn(_ token: Bytes, maxTries: Int) -> Query<PendingSignIn?> {
        .first(
            "SELECT token_hash, account_id, next FROM pending_sign_ins WHERE token_hash = $1 AND expires_at > now() AND tries < $2", token,
            maxTries)
    }

    /// Counts an attempt before the code is checked, so that parallel guesses are counted too. Returns 0 if no attempt is left.
    func countTry(_ token: Bytes, maxTries: Int) -> Query<Int> {
        .change(
            "UPDATE pending_sign_ins SET tries = tries + 1 WHERE token_hash = $1 AND expires_at > now() AND tries < $2", token, maxTries)
    }

    func deleteExpiredSignIns(limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM pending_sign_ins
            WHERE token_hash IN (SELECT token_hash FROM pending_sign_ins WHERE expires_at < now() LIMIT $1)
            """, limit)
    }
}

struct SecondFactorState: RowRecord {
    var since: Date?
    var codesLeft: Int

    static let decoder = RowDecoder(SecondFactorState.init)

    var codesSentence: String {
        switch codesLeft {
        case 0: "No recovery code is left."
        case 1: "1 recovery code is left."
        default: "\(codesLeft) recovery codes are left."
        }
    }
}

struct SecondFactorSecret: RowRecord {
    var sealed: Bytes
    var lastAcceptedStep: Int

    static let decoder = RowDecoder(SecondFactorSecret.init)
}

/// A sign-in that waits for the code of the second factor. Its first factor (a password or a provider) was right.
struct PendingSignIn: RowRecord {
    /// The hash of the token in the browser's cookie.
    var token: Bytes
    var account: ID<Account>
    var next: String

    static let decoder = RowDecoder(PendingSignIn.init)
}
