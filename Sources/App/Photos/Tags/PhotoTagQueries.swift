import Postgres

/// SQL for the table `photo_tags`. Photos are given as numbers here, because the type `Photo` belongs to another feature. The SQL that
/// finds the photos of a tag is in that feature, too.
struct PhotoTagQueries {
    /// Adds a tag to the member's own photo. Does nothing if the subject of the tag does not exist or the photo has 20 tags already.
    /// Returns the number of new tags.
    func add(_ tag: PhotoTag, to photo: Int, by me: ID<Member>) -> Query<Int> { .change(Self.adding, tag.kind, tag.subject, photo, me) }

    static let adding: SQL = """
        INSERT INTO photo_tags (club_id, photo_id, kind, subject_id) SELECT p.club_id, p.id, $1, $2 FROM photos p
        CROSS JOIN LATERAL (SELECT p.club_id, $1::text AS kind, $2::bigint AS subject_id) t
        WHERE p.id = $3 AND p.member_id = $4 AND p.audience <> 'conversation' AND EXISTS (\(titleAndPath))
            AND (SELECT count(*) FROM photo_tags o WHERE o.club_id = p.club_id AND o.photo_id = p.id) < 20 ON CONFLICT DO NOTHING
        """

    /// Deletes the tags of the member's own photo, except `tags`. If `tags` is nil, no tag is deleted. Returns the number of deleted tags.
    func deleteTags(except tags: [PhotoTag]?, of photo: Int, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            DELETE FROM photo_tags t USING photos p WHERE p.club_id = t.club_id AND p.id = t.photo_id AND p.id = $1 AND p.member_id = $2
                AND t.kind || '-' || t.subject_id <> ALL ($3)
            """, photo, me, tags.map { $0.map(\.text) })
    }

    func subject(_ tag: PhotoTag) -> Query<TaggedSubject?> { .first(Self.subject, tag.kind, tag.subject) }

    static let subject: SQL = """
        SELECT t.kind, t.subject_id, s.title, s.path
        FROM (SELECT current_setting('app.club_id')::bigint AS club_id, $1::text AS kind, $2::bigint AS subject_id) t
        CROSS JOIN LATERAL (\(titleAndPath)) s
        """

    func subjects(of photo: Int) -> Query<[TaggedSubject]> { .all(Self.subjects, photo) }

    static let subjects: SQL = """
        SELECT t.kind, t.subject_id, s.title, s.path FROM photo_tags t CROSS JOIN LATERAL (\(titleAndPath)) s
        WHERE t.photo_id = $1 ORDER BY t.kind, t.subject_id LIMIT 20
        """

    /// Selects the title and the path of a tag's subject. Needs a row `t` with `club_id`, `kind` and `subject_id`.
    private static let titleAndPath: SQL =
        PhotoTagKind.all.map { "SELECT n.title, n.path FROM (\($0.subject)) n (title, path) WHERE t.kind = '\($0.name)'" as SQL }
        .joined(by: " UNION ALL ")
}
