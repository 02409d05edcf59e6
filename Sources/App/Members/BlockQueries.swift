import Postgres

/// Statements that create, delete and list blocks.
///
/// The view `blocked_pairs` has both members of every block, in either order. Every statement that would bring two members together checks
/// this view. `memberships.hidden` also stores the members who are hidden from a member. It changes in the same transaction as the block.
struct BlockQueries {
    /// Throws a `DatabaseError` with the constraint `blocks_blocked` if the member does not exist.
    func block(_ other: ID<Member>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO blocks (club_id, member_id, blocked_id) SELECT club_id, id, $2 FROM members WHERE id = $1
            ON CONFLICT DO NOTHING
            """, me, other)
    }

    func unblock(_ other: ID<Member>, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM blocks WHERE member_id = $1 AND blocked_id = $2", me, other)
    }

    /// Hides two members from each other if one has blocked the other. Otherwise lets them see each other again. Returns their accounts.
    func recalculateHidden(_ one: ID<Member>, _ other: ID<Member>) -> Query<[ID<Account>]> {
        .all(
            """
            UPDATE memberships m SET hidden = array_remove(m.hidden, pair.other) || CASE WHEN EXISTS (
                SELECT FROM blocked_pairs a WHERE a.club_id = m.club_id AND a.member_id = pair.one AND a.other_id = pair.other
            ) THEN ARRAY[pair.other] ELSE '{}' END
            FROM (VALUES ($1::bigint, $2::bigint), ($2, $1)) pair (one, other)
            WHERE m.club_id = current_setting('app.club_id')::bigint AND m.member_id = pair.one
            RETURNING m.account_id
            """, one, other)
    }

    /// Members whom `me` has blocked, the latest block first. A member who blocked `me` before `me` blocked that member is left out,
    /// because that member was hidden already.
    func blocked(by me: ID<Member>, limit: Int) -> Query<[PersonRecord]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")) FROM blocks b JOIN members m ON m.club_id = b.club_id AND m.id = b.blocked_id
            LEFT JOIN blocks o ON o.club_id = b.club_id AND o.member_id = b.blocked_id AND o.blocked_id = $1 AND o.created_at < b.created_at
            WHERE b.member_id = $1 AND o.member_id IS NULL ORDER BY b.created_at DESC LIMIT $2
            """, me, limit)
    }
}
