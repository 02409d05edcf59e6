import Postgres

/// All SQL over `blocks`. Whom that keeps apart is told by the view `apart`, which every statement asks that would bring two together. What is hidden from whom is kept with the memberships, in the same transaction.
struct BlockQueries {
    /// Throws on `blocks_blocked` when there is no such member.
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

    /// Hides the two from each other if one has blocked the other, and else no longer. Returns their accounts.
    func hide(_ one: ID<Member>, _ other: ID<Member>) -> Query<[ID<Account>]> {
        .all(
            """
            UPDATE memberships m SET hidden = array_remove(m.hidden, pair.other) || CASE WHEN EXISTS (
                SELECT FROM apart a WHERE a.club_id = m.club_id AND a.member_id = pair.one AND a.other_id = pair.other
            ) THEN ARRAY[pair.other] ELSE '{}' END
            FROM (VALUES ($1::bigint, $2::bigint), ($2, $1)) pair (one, other)
            WHERE m.club_id = current_setting('app.club_id')::bigint AND m.member_id = pair.one
            RETURNING m.account_id
            """, one, other)
    }

    /// Whom `me` has blocked, the latest first. Those who had blocked `me` before are not named: they were hidden already.
    func blocked(by me: ID<Member>, limit: Int) -> Query<[PersonRecord]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")) FROM blocks b JOIN members m ON m.club_id = b.club_id AND m.id = b.blocked_id
            LEFT JOIN blocks o ON o.club_id = b.club_id AND o.member_id = b.blocked_id AND o.blocked_id = $1 AND o.created_at < b.created_at
            WHERE b.member_id = $1 AND o.member_id IS NULL ORDER BY b.created_at DESC LIMIT $2
            """, me, limit)
    }
}
