import FoundationEssentials
import Postgres

struct SessionQueries {
    /// The maximum number of sessions of an account. When one more session starts, the session that has not been used for the longest time
    /// ends.
    private static let maxSessions = 50

    /// Returns the number of other sessions that have ended because the account had too many.
    func startSession(_ hash: Bytes, account: ID<Account>, userAgent: String, days: Int) -> Query<Int> {
        .one(
            """
            WITH ended AS (
                DELETE FROM sessions WHERE token_hash IN (
                    SELECT token_hash FROM sessions WHERE account_id = $2 ORDER BY seen_at DESC, token_hash OFFSET $5 - 1
                ) RETURNING 1
            ), started AS (
                INSERT INTO sessions (token_hash, account_id, user_agent, expires_at)
                VALUES ($1, $2, $3, now() + make_interval(days => $4::integer))
            )
            SELECT count(*) FROM ended
            """, hash, account, userAgent, days, Self.maxSessions)
    }

    func session(_ hash: Bytes, idleDays: Int) -> Query<Session?> {
        .first(
            """
            SELECT s.id, a.id, a.username, a.display_name, a.email, a.password_hash IS NOT NULL, f.account_id IS NOT NULL, s.expires_at,
                a.scheme, a.text_size, a.has_large_targets, a.has_more_contrast, a.has_less_motion, a.is_left_handed, a.sounds, a.vibrates,
                a.skin_tone, a.time_zone, a.time_zone_by_device
            FROM sessions s JOIN accounts a ON a.id = s.account_id
            LEFT JOIN second_factors f ON f.account_id = a.id AND f.confirmed_at IS NOT NULL
            WHERE s.token_hash = $1 AND s.expires_at > now() AND s.seen_at > now() - make_interval(days => $2::integer)
            """, hash, idleDays)
    }

    func sessions(of account: ID<Account>, idleDays: Int) -> Query<[SessionRecord]> {
        .all(
            """
            SELECT id, user_agent, created_at, seen_at FROM sessions
            WHERE account_id = $1 AND expires_at > now() AND seen_at > now() - make_interval(days => $2::integer)
            ORDER BY seen_at DESC LIMIT 50
            """, account, idleDays)
    }

    func touch(_ sessions: [UUID], accounts: [ID<Account>]) -> Query<Int> {
        .change(
            """
            WITH used AS (
                SELECT s.token_hash FROM unnest($1::text[], $2::bigint[]) AS t (id, account_id)
                JOIN sessions s ON s.account_id = t.account_id AND s.id = t.id::uuid ORDER BY s.token_hash FOR UPDATE OF s
            )
            UPDATE sessions SET seen_at = now() FROM used WHERE sessions.token_hash = used.token_hash
            """, sessions.map(\.uuidString), accounts)
    }

    func endExpired(idleDays: Int, limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM sessions WHERE token_hash IN (
                SELECT token_hash FROM sessions
                WHERE expires_at < now() OR seen_at < now() - make_interval(days => $1::integer) LIMIT $2 FOR UPDATE SKIP LOCKED
            )
            """, idleDays, limit)
    }

    /// Stores that the user of the session has just signed in again at a provider. For `minutes`, the user can send the form at `path` once
    /// without a password.
    func confirm(_ session: UUID, of account: ID<Account>, for path: String, minutes: Int) -> Query<Int> {
        .change(
            """
            UPDATE sessions SET confirmed_for = $3, confirmed_until = now() + make_interval(mins => $4::integer)
            WHERE account_id = $1 AND id = $2
            """, account, session, path, minutes)
    }

    func isConfirmed(_ session: UUID, of account: ID<Account>, for path: String) -> Query<Bool> {
        .one(
            """
            SELECT EXISTS (SELECT FROM sessions WHERE account_id = $1 AND id = $2 AND confirmed_for = $3 AND confirmed_until > now())
            """, account, session, path)
    }

    /// Deletes the confirmation that `confirm` has stored, so that it is used only once. Also locks the account. Returns whether there was
    /// a confirmation. This has to be the first statement of the transaction that makes the confirmed change. The transaction fails with
    /// the constraint `access_proof` if the session has ended.
    func useConfirmation(of session: UUID, of account: ID<Account>) -> Query<Bool> {
        .one("SELECT use_confirmation($1, $2)", account, session)
    }

    func endSession(_ session: UUID, of account: ID<Account>) -> Query<Int> {
        .change("DELETE FROM sessions WHERE account_id = $1 AND id = $2", account, session)
    }

    /// Deletes the sessions of an account, and its sign-ins that still need a code. No browser counts as known to the account after that.
    /// Returns the number of deleted sessions that had not expired.
    /// - Parameter session: the session that is kept. If it is nil, all sessions are deleted.
    func endSessions(of account: ID<Account>, except session: UUID?) -> Query<Int> {
        .one(
            """
            WITH forgotten AS (
                UPDATE accounts SET browser_generation = browser_generation + 1 WHERE id = $1
            ), unfinished AS (
                DELETE FROM pending_sign_ins WHERE account_id = $1
            ), ended AS (
                DELETE FROM sessions WHERE account_id = $1 AND ($2::uuid IS NULL OR id <> $2) RETURNING expires_at > now() AS is_live
            )
            SELECT count(*) FROM ended WHERE is_live
            """, account, session)
    }
}

struct SessionRecord: RowRecord {
    var id: UUID
    var userAgent: String
    var startedAt: Date
    var seenAt: Date

    static let decoder = RowDecoder(SessionRecord.init)
}
