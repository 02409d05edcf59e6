import Postgres

struct PhotoDataQueries {
    func tags(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT p.id, json_build_object('photo', p.id, 'tags',
                (SELECT json_agg(json_build_object('kind', t.kind, 'number', t.subject_id) ORDER BY t.kind, t.subject_id)
                    FROM photo_tags t WHERE t.club_id = p.club_id AND t.photo_id = p.id))::text
            FROM photos p WHERE p.member_id = $1 AND p.id > $2
                AND EXISTS (SELECT FROM photo_tags t WHERE t.club_id = p.club_id AND t.photo_id = p.id) ORDER BY p.id LIMIT $3
            """, me, after, limit)
    }

    /// The large file of the member's first photo after the key `after`.
    func file(of me: ID<Member>, after: Int) -> Query<ExportFile?> {
        .first(
            """
            SELECT p.id, p.id::text || '.webp', p.created_at, f.data FROM photos p
            JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'large'
            WHERE p.member_id = $1 AND p.id > $2 ORDER BY p.id LIMIT 1
            """, me, after)
    }

    func eraseLikes(of member: ID<Member>, limit: Int) -> Query<Int> {
        .one(
            """
            WITH gone AS (
                DELETE FROM likes WHERE member_id = $1
                    AND photo_id IN (SELECT photo_id FROM likes WHERE member_id = $1 ORDER BY photo_id LIMIT $2)
                RETURNING club_id, photo_id
            ), counted AS (
                UPDATE photos p SET likes = p.likes - 1 FROM gone WHERE p.club_id = gone.club_id AND p.id = gone.photo_id
            )
            SELECT count(*) FROM gone
            """, member, limit)
    }
}
