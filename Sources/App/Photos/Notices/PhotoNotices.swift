import Postgres

extension NoticeKind {
    /// Tells a member that somebody has commented on a photo. The notice is computed from the comments when the notice is read, so deleted
    /// comments are not in the notice.
    static let comment = NoticeKind(
        "comment", "Somebody comments on my photo, or on one that I commented on",
        reading: Reading(
            isThere: """
                EXISTS (SELECT FROM (\(photo)) p JOIN messages l ON \(newComments))
                """,
            rows: """
                SELECT (array_agg(said.member_id ORDER BY said.id DESC))[1], count(*), max(said.owner) FROM (
                    SELECT l.id, l.member_id, p.member_id AS owner FROM (\(photo)) p JOIN messages l ON \(newComments)
                    ORDER BY l.id DESC LIMIT 100
                ) said HAVING count(*) > 0
                """),
        text: { notice, me in
            let text =
                notice.owner.map { owner in
                    owner.id == me
                        ? "commented on your photo"
                        : owner.id == notice.actor.id
                            ? "also commented on their photo"
                            : "also commented on the photo by \u{2068}\(owner.name)\u{2069}"
                } ?? "commented on a photo"
            return text + (notice.events == 1 ? "" : " · \(notice.events > 99 ? "99+" : "\(notice.events)") new comments")
        }, path: { "/photos/\($0.subject)" })

    /// Tells a member that somebody likes their photo. The notice is computed from the likes when the notice is read, so deleted likes are
    /// not in the notice.
    static let like = NoticeKind(
        "like", "Somebody likes my photo",
        reading: Reading(
            isThere: """
                EXISTS (SELECT FROM (\(photo)) p JOIN likes k ON k.club_id = p.club_id AND k.photo_id = p.id AND k.member_id <> ALL ($2))
                """,
            rows: """
                SELECT (array_agg(k.member_id ORDER BY k.member_id = n.actor_id DESC, k.created_at DESC))[1], count(*), max(p.member_id)
                FROM (\(photo)) p JOIN likes k ON k.club_id = p.club_id AND k.photo_id = p.id AND k.member_id <> ALL ($2) HAVING count(*) > 0
                """),
        text: { notice, _ in
            switch notice.events {
            case 1: "likes your photo"
            case 2: "and one other like your photo"
            default: "and \(notice.events - 1) others like your photo"
            }
        }, path: { "/photos/\($0.subject)" })

    static let ofPhotos = [comment, like]

    /// A `SELECT` of the photo of a notice `n` if the member `$1` may see it. `$2` are the members who are hidden from `$1`.
    private static let photo: SQL = """
        SELECT p.club_id, p.id, p.member_id FROM photos p WHERE p.club_id = n.club_id AND p.id = n.subject_id
            AND \(PhotoAccess.isListed("p", to: "$1", hidden: "$2"))
        """

    /// The condition of a JOIN with the comments `l` on the photo `p` that are new since the notice `n`.
    private static let newComments: SQL = """
        l.club_id = p.club_id AND l.room_kind = 'photo' AND l.room_number = p.id AND l.id >= coalesce(n.message_id, 0) AND l.removed_at IS NULL
            AND l.member_id <> $1 AND l.member_id <> ALL ($2)
        """
}
