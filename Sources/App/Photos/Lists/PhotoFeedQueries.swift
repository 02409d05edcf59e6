import Postgres

/// All SQL for lists of photos, and for the previous and the next photo in a list.
struct PhotoFeedQueries {
    /// Photos that `me` may see, with the dimensions of their small files.
    func feed(to me: ID<Member>, hidden: [ID<Member>], at cursor: Cursor<Photo>, limit: Int) -> Query<[Photo]> {
        .all(
            """
            SELECT \(Photo.listColumns)
            FROM (
                (SELECT \(Photo.storedColumns) FROM photos
                    WHERE \(PhotoAccess.isForClub) AND id \(cursor.beyond) $2 AND member_id <> ALL ($4) ORDER BY id \(cursor.order) LIMIT $3)
                UNION ALL
                (SELECT q.club_id, q.id, q.member_id, q.caption, q.description, q.audience, q.created_at, q.likes
                    FROM (SELECT club_id, followed_id FROM follows WHERE member_id = $1 AND is_mutual
                        UNION ALL SELECT club_id, id FROM members WHERE id = $1) w
                    CROSS JOIN LATERAL (
                        SELECT \(Photo.storedColumns) FROM photos
                        WHERE club_id = w.club_id AND member_id = w.followed_id AND \(PhotoAccess.isForFriends) AND id \(cursor.beyond) $2
                        ORDER BY id \(cursor.order) LIMIT $3
                    ) q
                    WHERE q.member_id <> ALL ($4) ORDER BY q.id \(cursor.order) LIMIT $3)
                ORDER BY id \(cursor.order) LIMIT $3
            ) p
            JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
            ORDER BY p.id \(cursor.order)
            """, me, cursor.key, limit, hidden)
    }

    func feed(ofFriendsOf me: ID<Member>, hidden: [ID<Member>], at cursor: Cursor<Photo>, limit: Int) -> Query<[Photo]> {
        .all(
            """
            SELECT \(Photo.listColumns)
            FROM (
                SELECT q.club_id, q.id, q.member_id, q.caption, q.description, q.audience, q.created_at, q.likes
                FROM follows w CROSS JOIN LATERAL (
                    SELECT \(Photo.storedColumns) FROM photos
                    WHERE club_id = w.club_id AND member_id = w.followed_id AND \(PhotoAccess.isForClubOrFriends) AND id \(cursor.beyond) $2
                    ORDER BY id \(cursor.order) LIMIT $3
                ) q
                WHERE w.member_id = $1 AND w.is_mutual AND q.member_id <> ALL ($4) ORDER BY q.id \(cursor.order) LIMIT $3
            ) p
            JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
            ORDER BY p.id \(cursor.order)
            """, me, cursor.key, limit, hidden)
    }

    /// Photos of a member that `me` may see. If `me` is this member, these are all of the member's photos. Photos in conversations are left
    /// out.
    func photos(of member: ID<Member>, to me: ID<Member>, hidden: [ID<Member>], at cursor: Cursor<Photo>, limit: Int) -> Query<[Photo]> {
        .all(
            """
            SELECT \(Photo.listColumns)
            FROM (
                SELECT \(Photo.storedColumns) FROM photos q
                WHERE q.member_id = $1 AND q.id \(cursor.beyond) $3 AND \(PhotoAccess.isListed("q", to: "$2", hidden: "$4"))
                ORDER BY q.id \(cursor.order) LIMIT $5
            ) p
            JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
            ORDER BY p.id \(cursor.order)
            """, member, me, cursor.key, hidden, limit)
    }

    func photos(of tag: PhotoTag, to me: ID<Member>, hidden: [ID<Member>], at cursor: Cursor<Photo>, limit: Int) -> Query<[Photo]> {
        .all(
            """
            SELECT \(Photo.listColumns)
            FROM (
                SELECT q.club_id, q.id, q.member_id, q.caption, q.description, q.audience, q.created_at, q.likes
                FROM photo_tags t JOIN photos q ON q.club_id = t.club_id AND q.id = t.photo_id
                WHERE t.kind = $5 AND t.subject_id = $6 AND t.photo_id \(cursor.beyond) $2
                    AND \(PhotoAccess.isListed("q", to: "$1", hidden: "$4"))
                ORDER BY t.photo_id \(cursor.order) LIMIT $3
            ) p
            JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
            ORDER BY p.id \(cursor.order)
            """, me, cursor.key, limit, hidden, tag.kind, tag.subject)
    }

    /// The given photos that belong to `me`, newest first. Leaves out photos in conversations.
    func ownPhotos(_ photos: [ID<Photo>], of me: ID<Member>) -> Query<[Photo]> {
        .all(
            """
            SELECT \(Photo.listColumns)
            FROM (SELECT \(Photo.storedColumns) FROM photos WHERE id = ANY ($2) AND member_id = $1 AND conversation_id IS NULL LIMIT $3) p
            JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'small'
            ORDER BY p.id DESC
            """, me, photos, photos.count, [ID<Member>]())
    }

    /// The previous and the next photo in the selection, among those that `me` may see.
    func neighbours(of photo: ID<Photo>, in selection: PhotoSelection, to me: ID<Member>, hidden: [ID<Member>]) -> Query<PhotoNeighbours> {
        switch selection {
        case .club: neighbours(of: photo, to: me, hidden: hidden)
        case .friends: neighbours(of: photo, ofFriendsOf: me)
        case .member(let member, _): neighbours(of: photo, of: member, to: me, hidden: hidden)
        case .tagged(let subject): neighbours(of: photo, of: subject.tag, to: me, hidden: hidden)
        }
    }

    private func neighbours(of photo: ID<Photo>, to me: ID<Member>, hidden: [ID<Member>]) -> Query<PhotoNeighbours> {
        .one(
            """
            SELECT min(id) FILTER (WHERE id > $2), max(id) FILTER (WHERE id < $2) FROM (
                (SELECT id FROM photos WHERE \(PhotoAccess.isForClub) AND id > $2 AND member_id <> ALL ($3) ORDER BY id LIMIT 1)
                UNION ALL
                (SELECT id FROM photos WHERE \(PhotoAccess.isForClub) AND id < $2 AND member_id <> ALL ($3) ORDER BY id DESC LIMIT 1)
                UNION ALL
                SELECT q.id FROM (SELECT club_id, followed_id FROM follows WHERE member_id = $1 AND is_mutual
                    UNION ALL SELECT club_id, id FROM members WHERE id = $1) w
                CROSS JOIN LATERAL (
                    (SELECT id FROM photos WHERE club_id = w.club_id AND member_id = w.followed_id AND \(PhotoAccess.isForFriends) AND id > $2
                        ORDER BY id LIMIT 1)
                    UNION ALL
                    (SELECT id FROM photos WHERE club_id = w.club_id AND member_id = w.followed_id AND \(PhotoAccess.isForFriends) AND id < $2
                        ORDER BY id DESC LIMIT 1)
                ) q
            ) near
            """, me, photo, hidden)
    }

    private func neighbours(of photo: ID<Photo>, of tag: PhotoTag, to me: ID<Member>, hidden: [ID<Member>]) -> Query<PhotoNeighbours> {
        .one(
            """
            WITH seen AS NOT MATERIALIZED (
                SELECT t.photo_id AS id FROM photo_tags t JOIN photos q ON q.club_id = t.club_id AND q.id = t.photo_id
                WHERE t.kind = $4 AND t.subject_id = $5 AND \(PhotoAccess.isListed("q", to: "$1", hidden: "$3"))
            )
            SELECT (SELECT id FROM seen WHERE id > $2 ORDER BY id LIMIT 1), (SELECT id FROM seen WHERE id < $2 ORDER BY id DESC LIMIT 1)
            """, me, photo, hidden, tag.kind, tag.subject)
    }

    private func neighbours(of photo: ID<Photo>, ofFriendsOf me: ID<Member>) -> Query<PhotoNeighbours> {
        .one(
            """
            SELECT min(q.id) FILTER (WHERE q.id > $2), max(q.id) FILTER (WHERE q.id < $2)
            FROM follows w CROSS JOIN LATERAL (
                (SELECT id FROM photos WHERE club_id = w.club_id AND member_id = w.followed_id AND \(PhotoAccess.isForClubOrFriends)
                    AND id > $2 ORDER BY id LIMIT 1)
                UNION ALL
                (SELECT id FROM photos WHERE club_id = w.club_id AND member_id = w.followed_id AND \(PhotoAccess.isForClubOrFriends)
                    AND id < $2 ORDER BY id DESC LIMIT 1)
            ) q
            WHERE w.member_id = $1 AND w.is_mutual
            """, me, photo)
    }

    private func neighbours(
        of photo: ID<Photo>, of member: ID<Member>, to me: ID<Member>, hidden: [ID<Member>]
    ) -> Query<PhotoNeighbours> {
        .one(
            """
            WITH seen AS NOT MATERIALIZED (
                SELECT q.id FROM photos q
                WHERE q.member_id = $1 AND \(PhotoAccess.isListed("q", to: "$2", hidden: "$4"))
            )
            SELECT (SELECT id FROM seen WHERE id > $3 ORDER BY id LIMIT 1), (SELECT id FROM seen WHERE id < $3 ORDER BY id DESC LIMIT 1)
            """, member, me, photo, hidden)
    }
}
