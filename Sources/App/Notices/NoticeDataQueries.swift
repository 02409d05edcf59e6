import Postgres

struct NoticeDataQueries {
    func notices(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT n.id, json_build_object('kind', n.kind, 'by', m.display_name, 'about', n.subject_id, 'at', n.created_at)::text
            FROM notices n JOIN members m ON m.club_id = n.club_id AND m.id = n.actor_id
            WHERE n.member_id = $1 AND n.id > $2 ORDER BY n.id LIMIT $3
            """, me, after, limit)
    }

    /// Deletes the notices to the member, and the notices about actions of the member. A notice whose kind has a `Reading` also stands for
    /// actions of other members. Such a notice stays, and the receiver of the notice replaces the member as the actor.
    func eraseNotices(of member: ID<Member>, reading kinds: [NoticeKind], limit: Int) -> Query<Int> {
        .one(
            """
            WITH gone AS (
                DELETE FROM notices WHERE (member_id, id) IN (
                    (SELECT member_id, id FROM notices WHERE member_id = $1 LIMIT $2)
                    UNION (SELECT member_id, id FROM notices WHERE actor_id = $1 AND kind <> ALL ($3) LIMIT $2)) RETURNING id
            ), renamed AS (
                UPDATE notices SET actor_id = member_id WHERE (member_id, id) IN (
                    SELECT member_id, id FROM notices WHERE actor_id = $1 AND member_id <> $1 AND kind = ANY ($3) LIMIT $2) RETURNING id
            )
            SELECT (SELECT count(*) FROM gone) + (SELECT count(*) FROM renamed)
            """, member, limit, kinds.map(\.name.description))
    }
}
