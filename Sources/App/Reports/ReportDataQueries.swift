import Postgres

struct ReportDataQueries {
    func reports(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT id, json_build_object('line', message_id, 'photo', photo_id, 'reason', reason, 'verdict', verdict, 'at', created_at)::text
            FROM reports WHERE member_id = $1 AND id > $2 ORDER BY id LIMIT $3
            """, me, after, limit)
    }

    func clear(of member: ID<Member>) -> Query<Int> {
        .change("DELETE FROM reports WHERE member_id = $1", member)
    }
}
