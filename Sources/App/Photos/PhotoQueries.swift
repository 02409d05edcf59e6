import Postgres

/// All SQL over `photos` and their files.
struct PhotoQueries {
    /// The photo that the member has sent before, by its digest.
    func photo(sentAs digest: [UInt8], by me: ID<Member>) -> Query<ID<Photo>?> {
        .first("SELECT id FROM photos WHERE member_id = $1 AND digest = $2", me, Bytes(digest))
    }

    /// Stores a photo with its files, once; nil when the member has as many as one may have.
    func add(_ pictures: PhotoWorkshop.Pictures, digest: [UInt8], by me: ID<Member>, caption: String, description: String, quota: Int)
        -> Query<ID<Photo>?>
    {
        .first(
            """
            WITH photo AS (
                INSERT INTO photos (club_id, member_id, digest, caption, description)
                SELECT club_id, id, $2, $3, $4 FROM members
                WHERE id = $1 AND (SELECT count(*) FROM photos WHERE member_id = $1) < $5
                ON CONFLICT ON CONSTRAINT photos_once DO UPDATE SET caption = photos.caption
                RETURNING club_id, id
            ), files AS (
                INSERT INTO photo_files (club_id, photo_id, size, width, height, data)
                SELECT photo.club_id, photo.id, file.size, file.width, file.height, file.data
                FROM photo, (VALUES ('large', $6::integer, $7::integer, $8::bytea), ('small', $9, $10, $11)) file (size, width, height, data)
                ON CONFLICT DO NOTHING
            )
            SELECT id FROM photo
            """, me, Bytes(digest), caption, description, quota, pictures.large.width, pictures.large.height, Bytes(pictures.large.bytes),
            pictures.small.width, pictures.small.height, Bytes(pictures.small.bytes))
    }

    /// The club's photos, or those of one member, the newest first, from behind one, with the measures of their small files.
    func photos(before photo: ID<Photo>, limit: Int) -> Query<[Photo]> {
        .all(
            """
            SELECT p.id, m.id, m.handle, m.display_name, p.caption, p.description, p.created_at, f.width, f.height
            FROM (SELECT club_id, id, member_id, caption, description, created_at FROM photos WHERE id < $1 ORDER BY id DESC LIMIT $2) p
            JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
            ORDER BY p.id DESC
            """, photo, limit)
    }

    func photos(of member: ID<Member>, before photo: ID<Photo>, limit: Int) -> Query<[Photo]> {
        .all(
            """
            SELECT p.id, m.id, m.handle, m.display_name, p.caption, p.description, p.created_at, f.width, f.height
            FROM (SELECT club_id, id, member_id, caption, description, created_at FROM photos WHERE member_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3) p
            JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
            ORDER BY p.id DESC
            """, member, photo, limit)
    }

    /// One photo with the measures of its large file.
    func photo(_ id: ID<Photo>) -> Query<Photo?> {
        .first(
            """
            SELECT p.id, m.id, m.handle, m.display_name, p.caption, p.description, p.created_at, f.width, f.height
            FROM photos p
            JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'large'
            WHERE p.id = $1
            """, id)
    }

    /// The file's first bytes, and what there is to know of the whole, unless the photo's owner is hidden from whoever asks.
    func file(_ size: Photo.Size, of photo: ID<Photo>, hidden: [ID<Member>], bytes: Int) -> Query<PhotoFile?> {
        .first(
            """
            SELECT p.digest, octet_length(f.data), substring(f.data FROM 1 FOR $4::integer)
            FROM photos p JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id
            WHERE p.id = $1 AND f.size = $2 AND p.member_id <> ALL ($3)
            """, photo, size.rawValue, hidden, bytes)
    }

    func bytes(_ size: Photo.Size, of photo: ID<Photo>, from start: Int, count: Int) -> Query<Bytes?> {
        .first(
            "SELECT substring(data FROM $3::integer FOR $4::integer) FROM photo_files WHERE photo_id = $1 AND size = $2", photo,
            size.rawValue, start + 1, count)
    }

    /// Changes the words beside one's own photo. Returns how many photos that are.
    func describe(_ photo: ID<Photo>, of me: ID<Member>, caption: String, description: String) -> Query<Int> {
        .change("UPDATE photos SET caption = $3, description = $4 WHERE id = $1 AND member_id = $2", photo, me, caption, description)
    }

    /// Deletes one's own photo with its files; as an admin, anybody's. Returns how many photos that are.
    func delete(_ photo: ID<Photo>, by me: ID<Member>, isAdmin: Bool) -> Query<Int> {
        .change("DELETE FROM photos WHERE id = $1 AND (member_id = $2 OR $3)", photo, me, isAdmin)
    }

    /// Makes one's own photo the face beside one's name. Returns how many that changed.
    func setPicture(_ photo: ID<Photo>, of me: ID<Member>) -> Query<Int> {
        .change(
            "UPDATE members SET photo_id = $1 WHERE id = $2 AND EXISTS (SELECT FROM photos WHERE id = $1 AND member_id = $2)", photo, me)
    }
}

extension ID<Photo> {
    /// Behind every photo there will be.
    static let last = ID(Int.max)
}
