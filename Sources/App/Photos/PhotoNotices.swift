import Postgres

extension NoticeKind {
    /// Somebody said something about a photo. What was said is read where it is.
    static let comment = NoticeKind(
        "comment", "Somebody says something about a photo of mine, or where I said something",
        reading: Reading(
            isThere: """
                EXISTS (SELECT FROM (\(photo)) p JOIN lines l ON \(newLines))
                """,
            rows: """
                SELECT (array_agg(said.member_id ORDER BY said.id DESC))[1], count(*), max(said.owner) FROM (
                    SELECT l.id, l.member_id, p.member_id AS owner FROM (\(photo)) p JOIN lines l ON \(newLines)
                    ORDER BY l.id DESC LIMIT 100
                ) said HAVING count(*) > 0
                """),
        words: { notice, me in
            let words =
                notice.owner.map { owner in
                    owner.id == me
                        ? "said something about your photo"
                        : owner.id == notice.actor.id
                            ? "also said something about their photo"
                            : "also said something about the photo by \u{2068}\(owner.name)\u{2069}"
                } ?? "said something about a photo"
            return words + (notice.events == 1 ? "" : " · \(notice.events > 99 ? "99+" : "\(notice.events)") new comments")
        }, path: { "/photos/\($0.subject)" })

    /// Somebody likes a photo. Who does is read where it is.
    static let like = NoticeKind(
        "like", "Somebody likes a photo of mine",
        reading: Reading(
            isThere: """
                EXISTS (SELECT FROM (\(photo)) p JOIN likes k ON k.club_id = p.club_id AND k.photo_id = p.id AND k.member_id <> ALL ($2))
                """,
            rows: """
                SELECT (array_agg(k.member_id ORDER BY k.member_id = n.actor_id DESC, k.created_at DESC))[1], count(*), max(p.member_id)
                FROM (\(photo)) p JOIN likes k ON k.club_id = p.club_id AND k.photo_id = p.id AND k.member_id <> ALL ($2) HAVING count(*) > 0
                """),
        words: { notice, _ in
            switch notice.events {
            case 1: "likes your photo"
            case 2: "and one other like your photo"
            default: "and \(notice.events - 1) others like your photo"
            }
        }, path: { "/photos/\($0.subject)" })

    static let ofPhotos = [comment, like]

    /// The photo of a notice `n`, if `$1` may see it.
    private static let photo: SQL = """
        SELECT p.club_id, p.id, p.member_id FROM photos p WHERE p.club_id = n.club_id AND p.id = n.subject_id
            AND (p.member_id = $1 OR p.member_id <> ALL ($2) AND \(Photo.isShared("p", with: "$1")))
        """

    /// What has been said under the photo `p` since the notice `n`.
    private static let newLines: SQL = """
        l.club_id = p.club_id AND l.room_kind = 'photo' AND l.room_number = p.id AND l.id >= coalesce(n.line_id, 0) AND l.removed_at IS NULL
            AND l.member_id <> $1 AND l.member_id <> ALL ($2)
        """
}

/// What is noted about photos for those who should hear of it.
struct PhotoNoticeQueries {
    /// Somebody said something under a photo: its owner hears of it, and whoever said something there lately and still sees it. Returns
    /// whom to tell.
    func comment(on photo: ID<Photo>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, subject_id, line_id)
            SELECT p.club_id, m.id, 'comment', $2, p.id,
                (SELECT max(l.id) FROM lines l WHERE l.room_kind = 'photo' AND l.room_number = p.id AND l.member_id = $2)
            FROM photos p
            CROSS JOIN LATERAL (
                SELECT p.member_id UNION SELECT said.member_id FROM (SELECT l.member_id FROM lines l
                    WHERE l.room_kind = 'photo' AND l.room_number = p.id AND l.removed_at IS NULL ORDER BY l.id DESC LIMIT 50) said
            ) concerned
            JOIN members m ON m.club_id = p.club_id AND m.id = concerned.member_id
            WHERE p.id = $1 AND m.id <> $2 AND \(NoticeQueries.hears("m", of: "comment", by: "$2"))
                AND (m.id = p.member_id OR \(Photo.isShared("p", with: "m.id")))
                AND NOT EXISTS (SELECT FROM apart a
                    WHERE a.club_id = p.club_id AND a.member_id = m.id AND a.other_id = p.member_id)
            FOR KEY SHARE OF p
            ON CONFLICT (club_id, member_id, kind, subject_id)
            DO UPDATE SET id = DEFAULT, line_id = CASE WHEN n.is_read THEN excluded.line_id ELSE n.line_id END, is_read = false,
                actor_id = excluded.actor_id, created_at = excluded.created_at
            RETURNING n.member_id
            """, photo, me)
    }

    /// Somebody likes a photo. Returns whom to tell; whoever was the last to like it is not told of again.
    func like(of photo: ID<Photo>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, subject_id)
            SELECT p.club_id, p.member_id, 'like', $2, p.id FROM photos p JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            WHERE p.id = $1 AND p.member_id <> $2 AND \(NoticeQueries.hears("m", of: "like", by: "$2"))
            FOR KEY SHARE OF p
            ON CONFLICT (club_id, member_id, kind, subject_id)
            DO UPDATE SET id = DEFAULT, is_read = n.is_read AND n.actor_id = excluded.actor_id, actor_id = excluded.actor_id,
                created_at = excluded.created_at
            RETURNING n.member_id
            """, photo, me)
    }

    /// Who has not looked yet at what is said of a photo, and who likes it.
    func unread(of photo: ID<Photo>) -> Query<[ID<Member>]> { NoticeQueries().unread(photo.rawValue, NoticeKind.ofPhotos) }
}
