import Logging
import Postgres
import ServiceLifecycle
import Synchronization

struct PresenceQueries {
    /// SQL condition: whether a member counts as online. `time` is the time of the last request of the member's browser. NULL if `time` is
    /// NULL.
    static func isHere(at time: SQL) -> SQL { "\(time) > now() - interval '90 seconds'" }

    func onlineCount(among members: [ID<Member>]) -> Query<Int> {
        .one(
            "SELECT count(*) FROM presence WHERE member_id = ANY ($1) AND \(PresenceQueries.isHere(at: "seen_at"))", members)
    }

    func seen(_ members: [ID<Member>]) -> Query<Int> {
        .change(
            """
            INSERT INTO presence (club_id, member_id, seen_at)
            SELECT club_id, id, now() FROM members WHERE id = ANY ($1) AND left_at IS NULL ORDER BY id
            ON CONFLICT (club_id, member_id) DO UPDATE SET seen_at = excluded.seen_at
            """, members)
    }

    /// Deletes the rows in `presence` of members who have not been online for a day, and stores in `members.seen_at` when they were last
    /// online. Returns the number of members.
    func deleteOld(limit: Int) -> Query<Int> {
        .change(
            """
            WITH gone AS (
                DELETE FROM presence WHERE member_id IN (
                    SELECT member_id FROM presence WHERE seen_at < now() - interval '1 day' ORDER BY seen_at LIMIT $1)
                RETURNING club_id, member_id, seen_at
            )
            UPDATE members m SET seen_at = gone.seen_at FROM gone WHERE m.club_id = gone.club_id AND m.id = gone.member_id
            """, limit)
    }

    /// Deletes the row in `presence` of a member who has just signed out, and stores the current time in `members.seen_at`.
    func remove(_ member: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH gone AS (DELETE FROM presence WHERE member_id = $1 RETURNING club_id, member_id)
            UPDATE members m SET seen_at = now() FROM gone WHERE m.club_id = gone.club_id AND m.id = gone.member_id
            """, member)
    }
}
