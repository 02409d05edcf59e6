import Postgres

/// SQL that deletes accounts after their days of grace.
struct AccountDeletionQueries {
    func schedule(of account: ID<Account>, days: Int) -> Query<Int> {
        .change(
            "UPDATE accounts SET deletion_at = coalesce(deletion_at, now() + make_interval(days => $2::integer)) WHERE id = $1", account,
            days)
    }

    func cancel(of account: ID<Account>) -> Query<Int> {
        .change("UPDATE accounts SET deletion_at = NULL WHERE id = $1", account)
    }

    func due(limit: Int) -> Query<[ID<Account>]> {
        .all("SELECT id FROM accounts WHERE deletion_at < now() ORDER BY deletion_at LIMIT $1", limit)
    }

    /// Deletes the account if its deletion is due and it is no longer a member of any club. An earlier statement of the transaction must
    /// have set the account (`app.account_id`). Otherwise row-level security hides the memberships of the account.
    func delete(_ account: ID<Account>) -> Query<Int> {
        .change(
            """
            DELETE FROM accounts a WHERE a.id = $1 AND a.deletion_at < now()
                AND NOT EXISTS (SELECT FROM memberships m WHERE m.account_id = a.id)
            """, account)
    }
}
