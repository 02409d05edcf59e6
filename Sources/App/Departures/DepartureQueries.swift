import Postgres

/// All SQL that ends memberships, and that deletes clubs without members.
struct DepartureQueries {
    /// Locks the account's membership in the transaction's club. All code locks a membership before the club, to avoid deadlocks.
    func lock(_ account: ID<Account>) -> Query<[ID<Member>]> {
        .all(
            "SELECT member_id FROM memberships WHERE account_id = $1 AND club_id = current_setting('app.club_id')::bigint FOR UPDATE",
            account)
    }

    /// Locks the transaction's club, so that members leave the club one after the other.
    func lock() -> Query<[ID<Club>]> {
        .all("SELECT id FROM clubs WHERE id = current_setting('app.club_id')::bigint FOR UPDATE")
    }

    /// The member who becomes admin if the account leaves: the member who joined first. Nil if another admin stays, or if nobody stays.
    func successor(of account: ID<Account>) -> Query<PersonRecord?> {
        .first(
            """
            SELECT \(PersonRecord.columns(of: "m"))
            FROM memberships s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
            WHERE \(DepartureQueries.isSuccessor)
            ORDER BY s.joined_at, s.member_id LIMIT 1
            """, account)
    }

    /// SQL condition: whether the member of a membership `s` may become admin when the account `$1` leaves, because no other admin is left.
    private static let isSuccessor: SQL = """
        s.club_id = current_setting('app.club_id')::bigint AND s.account_id <> $1 AND NOT EXISTS (SELECT FROM memberships o
            WHERE o.club_id = current_setting('app.club_id')::bigint AND o.role = 'admin' AND o.account_id <> $1)
        """

    /// Makes the successor an admin. Returns the successor's account.
    /// - Parameter onlyIfDue: if true, nothing changes unless the days of grace of the account's membership are over.
    func promoteSuccessor(of account: ID<Account>, onlyIfDue: Bool) -> Query<ID<Account>?> {
        .first(
            """
            WITH heir AS (
                SELECT s.club_id, s.account_id, s.member_id FROM memberships s
                WHERE \(DepartureQueries.isSuccessor) AND (NOT $2 OR EXISTS (SELECT FROM memberships l
                    WHERE l.account_id = $1 AND l.club_id = s.club_id AND l.leaving_at < now()))
                ORDER BY s.joined_at, s.member_id LIMIT 1
            ), promoted AS (
                UPDATE memberships s SET role = 'admin' FROM heir WHERE s.club_id = heir.club_id AND s.account_id = heir.account_id
            ), shown AS (
                UPDATE members m SET role = 'admin' FROM heir WHERE m.club_id = heir.club_id AND m.id = heir.member_id
            )
            SELECT account_id FROM heir
            """, account, onlyIfDue)
    }

    func scheduleLeaving(of account: ID<Account>, days: Int) -> Query<Int> {
        .change(
            """
            UPDATE memberships SET leaving_at = coalesce(leaving_at, now() + make_interval(days => $2::integer))
            WHERE account_id = $1 AND club_id = current_setting('app.club_id')::bigint
            """, account, days)
    }

    func cancelLeaving(of account: ID<Account>) -> Query<Int> {
        .change(
            "UPDATE memberships SET leaving_at = NULL WHERE account_id = $1 AND club_id = current_setting('app.club_id')::bigint", account)
    }

    /// Accounts in the transaction's club whose days of grace are over.
    func due(limit: Int) -> Query<[ID<Account>]> {
        .all(
            """
            SELECT account_id FROM memberships
            WHERE club_id = current_setting('app.club_id')::bigint AND leaving_at < now() ORDER BY leaving_at LIMIT $1
            """, limit)
    }

    /// Deletes the membership. The member's row is kept without a name, because games with others refer to it. Nil if there is no
    /// membership to delete.
    /// - Parameter onlyIfDue: if true, nothing changes unless the days of grace are over. The member may have decided to stay a moment ago.
    func deleteMembership(of account: ID<Account>, onlyIfDue: Bool) -> Query<ID<Member>?> {
        .first(
            """
            WITH ended AS (
                DELETE FROM memberships WHERE account_id = $1 AND club_id = current_setting('app.club_id')::bigint
                    AND (NOT $2 OR leaving_at < now())
                RETURNING club_id, member_id, account_id
            ), blocked AS (
                INSERT INTO blocked_accounts (club_id, member_id, account_id)
                SELECT b.club_id, b.member_id, ended.account_id FROM blocks b JOIN ended
                    ON b.club_id = ended.club_id AND b.blocked_id = ended.member_id
                ON CONFLICT DO NOTHING
            ), counted AS (
                UPDATE clubs SET member_count = member_count - 1 FROM ended WHERE clubs.id = ended.club_id
            ), others AS (
                UPDATE memberships s SET hidden = array_remove(s.hidden, ended.member_id)
                FROM ended JOIN blocked_pairs a ON a.club_id = ended.club_id AND a.member_id = ended.member_id
                WHERE s.club_id = a.club_id AND s.member_id = a.other_id
            )
            UPDATE members m SET left_at = now(), handle = '~' || m.id::text, display_name = 'Former member', about = '',
                photo_id = NULL, role = 'member', seen_at = NULL, messages_from = 'nobody', shows_reading = false, muted_kinds = '{}',
                for_friends = '{}', for_me = '{}', is_ranked = true,
                play_code = substr(replace(gen_random_uuid()::text, '-', ''), 1, 20)
            FROM ended WHERE m.club_id = ended.club_id AND m.id = ended.member_id RETURNING m.id
            """, account, onlyIfDue)
    }

    /// The transaction's club if it has had no members for `days` days.
    func emptyClub(days: Int) -> Query<[ID<Club>]> {
        .all(
            """
            SELECT id FROM clubs WHERE id = current_setting('app.club_id')::bigint AND member_count = 0
                AND emptied_at < now() - make_interval(days => $1::integer)
            """, days)
    }

    /// Deletes at most `limit` rows of the transaction's club if it has had no members for `days` days. Deletes the club itself last.
    /// Returns the number of deleted rows. Returns 0 if an account has joined, or if the data of a former member are not erased yet.
    func deleteRowsOfEmptyClub(days: Int, limit: Int) -> Query<Int> {
        .one("SELECT delete_rows_of_empty_club($1::integer, $2::integer)", days, limit)
    }

    /// Former members whose data are not erased yet.
    func awaitingErasure(limit: Int) -> Query<[ID<Member>]> {
        .all("SELECT id FROM members WHERE left_at IS NOT NULL AND erased_at IS NULL ORDER BY left_at LIMIT $1", limit)
    }

    func markErased(_ member: ID<Member>) -> Query<Int> {
        .change("UPDATE members SET erased_at = now() WHERE id = $1 AND left_at IS NOT NULL", member)
    }
}
