import Postgres

struct AccountPictureQueries {
    /// Stores the picture of the current account, which an earlier statement of the transaction has set (`app.account_id`). If no account
    /// is set, nothing changes.
    func upsert(_ picture: AccountPicture) -> Query<Int> {
        let (large, small, avatar) = (picture.pictures.large, picture.pictures.small, picture.avatar)
        return .change(
            """
            INSERT INTO account_pictures (account_id, size, digest, width, height, data)
            SELECT named.id, file.size, $1, file.width, file.height, file.data
            FROM (SELECT nullif(current_setting('app.account_id', true), '')::bigint AS id) named,
                (VALUES ('large', $2::integer, $3::integer, $4::bytea), ('small', $5, $6, $7), ('avatar', $8, $9, $10)) file
                    (size, width, height, data)
            WHERE named.id IS NOT NULL
            ON CONFLICT (account_id, size) DO UPDATE SET digest = excluded.digest, width = excluded.width, height = excluded.height,
                data = excluded.data, made_at = excluded.made_at
            """, Bytes(picture.digest), large.width, large.height, Bytes(large.bytes), small.width, small.height, Bytes(small.bytes),
            avatar.width, avatar.height, Bytes(avatar.bytes))
    }

    func delete(of account: ID<Account>) -> Query<Int> { .change("DELETE FROM account_pictures WHERE account_id = $1", account) }

    /// A tag for the picture's URL, so that the URL changes when the picture changes. Nil if the account has no picture.
    func tag(of account: ID<Account>) -> Query<String?> {
        .first("SELECT encode(substring(digest FOR 12), 'hex') FROM account_pictures WHERE account_id = $1 AND size = 'small'", account)
    }

    func small(of account: ID<Account>) -> Query<Bytes?> {
        .first("SELECT data FROM account_pictures WHERE account_id = $1 AND size = 'small'", account)
    }

    func file(of account: ID<Account>) -> Query<ExportFile?> {
        .first("SELECT 1::bigint, 'picture.webp', made_at, data FROM account_pictures WHERE account_id = $1 AND size = 'large'", account)
    }

    /// Copies the picture of an account that has just joined the current club (`app.club_id`) to the club's photos, and makes the copy the
    /// new member's avatar. Adds nothing if the club or the account has reached its storage limit for photos.
    /// - Parameter clubBytes: the largest number of bytes that all photos of the club can have together.
    func insertMemberPhoto(of account: ID<Account>, clubBytes: Int) -> Query<Int> {
        .change(
            """
            WITH photo AS (
                INSERT INTO photos (club_id, member_id, digest, audience)
                SELECT s.club_id, s.member_id, p.digest, 'club' FROM memberships s
                JOIN clubs c ON c.id = s.club_id AND c.photo_bytes + (SELECT coalesce(sum(octet_length(p.data)), 0) FROM account_pictures p
                    WHERE p.account_id = $1) <= $2
                    AND (storage_limit('photo_bytes') IS NULL
                        OR account_bytes($1, true) + 2 * (SELECT max(octet_length(p.data)) FROM account_pictures p WHERE p.account_id = $1)
                            < storage_limit('photo_bytes'))
                JOIN account_pictures p ON p.account_id = s.account_id AND p.size = 'large'
                WHERE s.club_id = current_setting('app.club_id')::bigint AND s.account_id = $1
                ON CONFLICT DO NOTHING RETURNING club_id, id, member_id
            ), files AS (
                INSERT INTO photo_files (club_id, photo_id, member_id, size, width, height, data)
                SELECT photo.club_id, photo.id, photo.member_id, p.size, p.width, p.height, p.data FROM photo, account_pictures p WHERE p.account_id = $1
            ), counted AS (
                INSERT INTO badge_recalculations (club_id, member_id) SELECT club_id, member_id FROM photo ON CONFLICT DO NOTHING
            )
            UPDATE members m SET photo_id = photo.id FROM photo WHERE m.club_id = photo.club_id AND m.id = photo.member_id
            """, account, clubBytes)
    }
}
