import Pictures
import Postgres

/// Stores and changes photos, their files and likes, and reads single photos. Other queries over photos are in `PhotoFeedQueries` (lists),
/// `PhotoTagQueries`, `PhotoDataQueries` (export and erasure) and the folder `Reports` (removed photos). The parameter `hidden` has the
/// members who are hidden from `me`. Their photos and likes are left out.
struct PhotoQueries {
    /// The photo with this hash that the member has uploaded before to the same conversation. If `conversation` is nil, the photo that the
    /// member has uploaded outside of conversations.
    func known(sentAs digest: [UInt8], by me: ID<Member>, to conversation: ID<ChatRoom>?) -> Query<KnownPhoto?> {
        .first(
            """
            SELECT id, audience FROM photos WHERE member_id = $1 AND digest = $2 AND coalesce(conversation_id, 0) = coalesce($3::bigint, 0)
            """, me, Bytes(digest), conversation)
    }

    /// Stores a photo with its files. Returns the stored photo if the member has uploaded the same file before. Nil if the member
    /// has as many photos as allowed, or if the club has no room for the bytes.
    /// - Parameter clubBytes: The maximum bytes of photos in a club.
    func add(_ photo: NewPhoto, by me: ID<Member>, clubBytes: Int) -> Query<ID<Photo>?> {
        let (large, small) = (photo.pictures.large, photo.pictures.small)
        return .first(
            """
            WITH photo AS (
                INSERT INTO photos (club_id, member_id, digest, caption, description, audience, conversation_id)
                SELECT club_id, id, $2, $3, $4, $5, $6 FROM (SELECT club_id, id FROM members WHERE id = $1 AND left_at IS NULL FOR KEY SHARE) members
                WHERE (SELECT count(*) FROM photos WHERE member_id = $1) < $7
                    AND (SELECT c.photo_bytes FROM clubs c WHERE c.id = members.club_id) + octet_length($10::bytea) + octet_length($13::bytea) <= $14
                ON CONFLICT (club_id, member_id, digest, coalesce(conversation_id, 0)) DO UPDATE SET caption = photos.caption
                RETURNING club_id, id, member_id
            ), files AS (
                INSERT INTO photo_files (club_id, photo_id, member_id, size, width, height, data)
                SELECT photo.club_id, photo.id, photo.member_id, file.size, file.width, file.height, file.data
                FROM photo, (VALUES ('large', $8::integer, $9::integer, $10::bytea), ('small', $11, $12, $13)) file
                    (size, width, height, data)
                ON CONFLICT DO NOTHING
            )
            SELECT id FROM photo
            """, me, Bytes(photo.digest), photo.texts.caption, photo.texts.description,
            photo.conversation == nil ? photo.audience.rawValue : "conversation", photo.conversation, NewPhoto.quota, large.width,
            large.height, Bytes(large.bytes), small.width, small.height, Bytes(small.bytes), clubBytes)
    }

    func newest(of me: ID<Member>, limit: Int) -> Query<[ID<Photo>]> {
        .all("SELECT id FROM photos WHERE member_id = $1 ORDER BY id DESC LIMIT $2", me, limit)
    }

    func count(of me: ID<Member>) -> Query<Int> { .one("SELECT count(*) FROM photos WHERE member_id = $1", me) }

    func likes(of photo: ID<Photo>, hidden: [ID<Member>], at cursor: Cursor<Member>, limit: Int) -> Query<[PersonRecord]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")) FROM likes k
            JOIN members m ON m.club_id = k.club_id AND m.id = k.member_id
            WHERE k.photo_id = $1 AND k.member_id \(cursor.beyond) $3 AND k.member_id <> ALL ($2) ORDER BY k.member_id \(cursor.order) LIMIT $4
            """, photo, hidden, cursor.key, limit)
    }

    /// A photo with the dimensions of its large file. Nil if `me` may not see it.
    func photo(_ id: ID<Photo>, to me: ID<Member>, hidden: [ID<Member>]) -> Query<Photo?> {
        .first(
            """
            SELECT p.id, \(PersonRecord.columns(of: "m")), p.caption, p.description, p.audience, p.created_at,
                p.likes - (SELECT count(*) FROM likes k WHERE k.club_id = p.club_id AND k.photo_id = p.id AND k.member_id = ANY ($3)),
                EXISTS (SELECT FROM likes k WHERE k.club_id = p.club_id AND k.photo_id = p.id AND k.member_id = $2), 0, f.width, f.height,
                p.conversation_id, (SELECT v.removed_at + make_interval(days => $4::integer) FROM removals v
                    WHERE v.club_id = p.club_id AND v.photo_id = p.id)
            FROM photos p
            JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'large'
            WHERE p.id = $1 AND \(PhotoAccess.isOpen("p", to: "$2", hidden: "$3"))
            """, id, me, hidden, Club.adminDaysToRestore)
    }

    /// The first bytes of a file, and facts about the whole file. Nil if `me` may not see the photo. An avatar is visible to all who may
    /// see its owner, and is the small file if there is no `avatar` file. Admins also see photos that are reported or removed.
    func file(_ size: Photo.Size, of photo: ID<Photo>, to me: ID<Member>, hidden: [ID<Member>], isAdmin: Bool, bytes: Int)
        -> Query<PhotoFile?>
    {
        .first(
            """
            SELECT p.digest, f.size, p.member_id, p.audience, octet_length(f.data), substring(f.data FROM 1 FOR $5::integer)
            FROM photos p JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id
            WHERE p.id = $1 AND (f.size = $2 OR $2 = 'avatar' AND f.size = 'small') AND (
                \(PhotoAccess.isOpen("p", to: "$3", hidden: "$4"))
                OR $2 = 'avatar' AND p.member_id <> ALL ($4) AND \(PhotoAccess.isAvatar("p"))
                OR $6 AND \(PhotoAccess.isForAdmins("p")))
            ORDER BY f.size LIMIT 1
            """, photo, size, me, hidden, bytes, isAdmin)
    }

    func bytes(_ size: Photo.Size, of photo: ID<Photo>, from start: Int, count: Int) -> Query<Bytes?> {
        .first(
            "SELECT substring(data FROM $3::integer FOR $4::integer) FROM photo_files WHERE photo_id = $1 AND size = $2", photo,
            size, start + 1, count)
    }

    /// The large file of the member's own photo. Nil if the photo belongs to a conversation or is removed.
    func largeFile(_ photo: ID<Photo>, of me: ID<Member>) -> Query<Bytes?> {
        .first(
            """
            SELECT f.data FROM photos p JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id
            WHERE p.id = $1 AND p.member_id = $2 AND p.audience NOT IN ('conversation', 'removed') AND f.size = 'large'
            """, photo, me)
    }

    /// Changes the texts and the audience of the member's own photo. Returns 0 if there is no such photo.
    /// - Parameter audience: If it is nil, the audience does not change. The audience of a photo that is removed or in a conversation never
    /// changes.
    func update(_ photo: ID<Photo>, of me: ID<Member>, _ texts: PhotoCaption, for audience: Audience?) -> Query<Int> {
        .change(
            """
            UPDATE photos SET caption = $3, description = $4, audience = CASE WHEN audience IN ('conversation', 'removed') THEN audience ELSE coalesce($5, audience) END
            WHERE id = $1 AND member_id = $2
            """, photo, me, texts.caption, texts.description, audience?.rawValue)
    }

    func delete(_ photo: ID<Photo>, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM photos WHERE id = $1 AND member_id = $2", photo, me)
    }

    /// Changes the audience of the member's own photos, except photos that are removed or in a conversation. Returns the changed photos.
    func setAudience(of photos: [ID<Photo>], by me: ID<Member>, to audience: Audience) -> Query<[ID<Photo>]> {
        .all(
            "UPDATE photos SET audience = $3 WHERE id = ANY ($1) AND member_id = $2 AND audience IN ('club', 'friends', 'me') RETURNING id",
            photos, me, audience)
    }

    /// Deletes the member's own photos, except photos in conversations. Returns the deleted photos.
    func delete(_ photos: [ID<Photo>], by me: ID<Member>) -> Query<[ID<Photo>]> {
        .all("DELETE FROM photos WHERE id = ANY ($1) AND member_id = $2 AND conversation_id IS NULL RETURNING id", photos, me)
    }

    /// Deletes a photo that the member has uploaded for a conversation, if no message contains it.
    func deleteUnsent(_ photo: ID<Photo>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            DELETE FROM photos p WHERE p.id = $1 AND p.member_id = $2 AND p.conversation_id IS NOT NULL
                AND NOT EXISTS (SELECT FROM messages l WHERE l.club_id = p.club_id AND l.photo_id = p.id)
            """, photo, me)
    }

    /// Makes the member's own photo their avatar. Returns 0 if there is no such photo, or it is removed.
    func setAvatar(_ photo: ID<Photo>, of me: ID<Member>) -> Query<Int> {
        .change(
            "UPDATE members SET photo_id = $1 WHERE id = $2 AND EXISTS (SELECT FROM photos WHERE id = $1 AND member_id = $2 AND audience <> 'removed')",
            photo, me)
    }

    /// Stores the avatar file of the member's own photo, unless the photo already has one.
    func storeAvatar(_ avatar: WebPPicture, of photo: ID<Photo>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO photo_files (club_id, photo_id, member_id, size, width, height, data)
            SELECT club_id, id, member_id, 'avatar', $3::integer, $4::integer, $5 FROM photos WHERE id = $1 AND member_id = $2 ON CONFLICT DO NOTHING
            """, photo, me, avatar.width, avatar.height, Bytes(avatar.bytes))
    }

    /// Adds or deletes the like of `me`. Adds no like if `me` may not see the photo. Returns the number of likes that were added or
    /// deleted.
    func setLike(_ isLiked: Bool, _ photo: ID<Photo>, by me: ID<Member>) -> Query<Int> {
        .one(
            """
            WITH seen AS (
                SELECT p.club_id, p.id FROM photos p WHERE p.id = $2 AND p.member_id <> $3
                    AND \(PhotoAccess.isNotBlocked("p", for: "$3")) AND \(PhotoAccess.isShared("p", with: "$3"))
            ), added AS (
                INSERT INTO likes (club_id, photo_id, member_id) SELECT club_id, id, $3 FROM seen WHERE $1
                ON CONFLICT DO NOTHING RETURNING club_id, photo_id
            ), removed AS (
                DELETE FROM likes WHERE photo_id = $2 AND member_id = $3 AND NOT $1 RETURNING club_id, photo_id
            ), counted AS (
                UPDATE photos p SET likes = p.likes + change.by
                FROM (SELECT club_id, photo_id, 1 AS by FROM added UNION ALL SELECT club_id, photo_id, -1 FROM removed) change
                WHERE p.club_id = change.club_id AND p.id = change.photo_id RETURNING p.id
            )
            SELECT count(*) FROM counted
            """, isLiked, photo, me)
    }
}
