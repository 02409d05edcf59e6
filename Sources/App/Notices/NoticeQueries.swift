import Postgres

/// All SQL over `notices`, and the count of all that waits for a member.
struct NoticeQueries {
    func counts(for me: ID<Member>, hidden: [ID<Member>]) -> Query<NoticeCounts?> {
        .first(
            """
            SELECT
                CASE WHEN 'turn' = ANY (m.quiet) THEN 0 ELSE (SELECT count(*) FROM (
                    SELECT FROM games WHERE x_member = $1 AND outcome = 'running' AND machine IS NULL AND ply % 2 = 0
                    UNION ALL SELECT FROM games WHERE o_member = $1 AND outcome = 'running' AND machine IS NULL AND ply % 2 = 1
                    LIMIT 100) mine) END,
                CASE WHEN 'challenge' = ANY (m.quiet) THEN 0 ELSE (SELECT count(*) FROM (
                    SELECT FROM challenges WHERE to_member = $1 AND state = 'open' AND expires_at > now() AND from_member <> ALL ($2)
                    LIMIT 100) dared) END,
                CASE WHEN 'request' = ANY (m.quiet) THEN 0 ELSE (SELECT count(*) FROM (
                    SELECT FROM follows WHERE followed_id = $1 AND NOT is_mutual AND NOT is_ignored AND member_id <> ALL ($2)
                    LIMIT 100) asked) END,
                CASE WHEN 'message' = ANY (m.quiet) THEN 0 ELSE (SELECT count(*) FROM (
                    SELECT FROM conversation_sides WHERE member_id = $1 AND unread > 0 AND other_id <> ALL ($2)
                    LIMIT 100) written) END,
                (SELECT count(*) FROM (
                    SELECT FROM notices n WHERE n.member_id = $1 AND NOT n.is_read AND CASE
                        WHEN n.photo_id IS NULL THEN n.actor_id <> ALL ($2)
                        ELSE EXISTS (SELECT FROM photos p WHERE p.club_id = n.club_id AND p.id = n.photo_id
                            AND (p.member_id = $1 OR p.member_id <> ALL ($2) AND \(Photo.isShared("p", with: "$1")))
                            AND CASE n.kind
                                WHEN 'comment' THEN EXISTS (SELECT FROM lines l WHERE l.club_id = p.club_id AND l.room = 'photo:' || p.id::text
                                    AND l.id >= coalesce(n.line_id, 0) AND l.removed_at IS NULL AND l.member_id <> $1
                                    AND l.member_id <> ALL ($2))
                                ELSE EXISTS (SELECT FROM likes k WHERE k.club_id = p.club_id AND k.photo_id = p.id
                                    AND k.member_id <> ALL ($2)) END) END
                    LIMIT 100) told)
            FROM members m WHERE m.id = $1
            """, me, hidden)
    }

    /// What was noted for `me`, the latest first, from behind one. Comments and likes are read where they are: what is gone, and whoever
    /// is hidden, is not told of.
    func notices(for me: ID<Member>, hidden: [ID<Member>], before notice: ID<Notice>, limit: Int) -> Query<[Notice]> {
        .all(
            """
            SELECT n.id, n.kind, \(PersonRecord.columns(of: "m")), told.events, n.photo_id,
                CASE WHEN o.id <> $1 THEN o.display_name END, coalesce(o.id = m.id, false), n.game_id, n.created_at, n.is_read
            FROM notices n
            LEFT JOIN photos p ON p.club_id = n.club_id AND p.id = n.photo_id
                AND (p.member_id = $1 OR p.member_id <> ALL ($2) AND \(Photo.isShared("p", with: "$1")))
            LEFT JOIN members o ON o.club_id = p.club_id AND o.id = p.member_id
            CROSS JOIN LATERAL (
                SELECT n.actor_id AS actor, 1 AS events WHERE n.photo_id IS NULL AND n.actor_id <> ALL ($2)
                UNION ALL
                SELECT (array_agg(said.member_id ORDER BY said.id DESC))[1], count(*) FROM (
                    SELECT l.id, l.member_id FROM lines l WHERE n.kind = 'comment' AND l.club_id = p.club_id
                        AND l.room = 'photo:' || p.id::text AND l.id >= coalesce(n.line_id, 0) AND l.removed_at IS NULL
                        AND l.member_id <> $1 AND l.member_id <> ALL ($2)
                    ORDER BY l.id DESC LIMIT 100
                ) said HAVING count(*) > 0
                UNION ALL
                SELECT (array_agg(k.member_id ORDER BY k.member_id = n.actor_id DESC, k.created_at DESC))[1], count(*) FROM likes k
                WHERE n.kind = 'like' AND k.club_id = p.club_id AND k.photo_id = p.id AND k.member_id <> ALL ($2) HAVING count(*) > 0
            ) told
            JOIN members m ON m.club_id = n.club_id AND m.id = told.actor
            WHERE n.member_id = $1 AND n.id < $3 ORDER BY n.id DESC LIMIT $4
            """, me, hidden, notice, limit)
    }

    /// `me` has looked at the notices up to one. Returns how many were new.
    func markRead(by me: ID<Member>, upTo notice: ID<Notice>) -> Query<Int> {
        .change("UPDATE notices SET is_read = true WHERE member_id = $1 AND id <= $2 AND NOT is_read", me, notice)
    }

    func markRead(_ photo: ID<Photo>, by me: ID<Member>) -> Query<Int> {
        .change("UPDATE notices SET is_read = true WHERE member_id = $1 AND photo_id = $2 AND NOT is_read", me, photo)
    }

    /// Somebody said something under a photo: its owner hears of it, and whoever said something there lately and still sees it. Returns
    /// whom to tell.
    func comment(on photo: ID<Photo>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, photo_id, line_id)
            SELECT p.club_id, m.id, 'comment', $2, p.id, (SELECT max(id) FROM lines WHERE room = 'photo:' || p.id::text AND member_id = $2)
            FROM photos p
            CROSS JOIN LATERAL (
                SELECT p.member_id UNION SELECT said.member_id FROM (SELECT l.member_id FROM lines l
                    WHERE l.room = 'photo:' || p.id::text AND l.removed_at IS NULL ORDER BY l.id DESC LIMIT 50) said
            ) concerned
            JOIN members m ON m.club_id = p.club_id AND m.id = concerned.member_id AND m.left_at IS NULL
            WHERE p.id = $1 AND m.id <> $2 AND NOT 'comment' = ANY (m.quiet)
                AND (m.id = p.member_id OR \(Photo.isShared("p", with: "m.id")))
                AND NOT EXISTS (SELECT FROM apart a
                    WHERE a.club_id = p.club_id AND a.member_id = m.id AND a.other_id IN ($2, p.member_id))
            ON CONFLICT (club_id, member_id, kind, coalesce(photo_id, game_id, actor_id))
            DO UPDATE SET id = DEFAULT, line_id = CASE WHEN n.is_read THEN excluded.line_id ELSE n.line_id END, is_read = false,
                actor_id = excluded.actor_id, created_at = excluded.created_at
            RETURNING n.member_id
            """, photo, me)
    }

    /// Who has not looked yet at what is said of a photo, and who likes it: whatever is taken back or brought back there changes their count.
    func unread(of photo: ID<Photo>) -> Query<[ID<Member>]> {
        .all("SELECT member_id FROM notices WHERE photo_id = $1 AND NOT is_read", photo)
    }

    /// Somebody likes a photo. Returns whom to tell; whoever was the last to like it is not told of again.
    func like(of photo: ID<Photo>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, photo_id)
            SELECT p.club_id, p.member_id, 'like', $2, p.id FROM photos p JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            WHERE p.id = $1 AND p.member_id <> $2 AND NOT 'like' = ANY (m.quiet)
                AND NOT EXISTS (SELECT FROM apart a WHERE a.club_id = m.club_id AND a.member_id = m.id AND a.other_id = $2)
            ON CONFLICT (club_id, member_id, kind, coalesce(photo_id, game_id, actor_id))
            DO UPDATE SET id = DEFAULT, is_read = n.is_read AND n.actor_id = excluded.actor_id, actor_id = excluded.actor_id,
                created_at = excluded.created_at
            RETURNING n.member_id
            """, photo, me)
    }

    /// `me` follows somebody back, who is told, but not of the same again within a day.
    func befriend(_ other: ID<Member>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id)
            SELECT m.club_id, m.id, 'friend', $2 FROM members m WHERE m.id = $1 AND NOT 'friend' = ANY (m.quiet)
                AND NOT EXISTS (SELECT FROM apart a WHERE a.club_id = m.club_id AND a.member_id = m.id AND a.other_id = $2)
            ON CONFLICT (club_id, member_id, kind, coalesce(photo_id, game_id, actor_id))
            DO UPDATE SET id = DEFAULT, is_read = n.is_read AND n.created_at > now() - interval '1 day', created_at = excluded.created_at
            RETURNING n.member_id
            """, other, me)
    }

    /// `me` accepts somebody's challenge, and there is a game.
    func accept(_ game: ID<Game>, of other: ID<Member>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, game_id)
            SELECT m.club_id, m.id, 'accepted', $3, $1 FROM members m WHERE m.id = $2 AND NOT 'accepted' = ANY (m.quiet)
                AND NOT EXISTS (SELECT FROM apart a WHERE a.club_id = m.club_id AND a.member_id = m.id AND a.other_id = $3)
            ON CONFLICT (club_id, member_id, kind, coalesce(photo_id, game_id, actor_id)) DO NOTHING RETURNING n.member_id
            """, game, other, me)
    }

    /// `me` has opened the board of a game.
    func markRead(_ game: ID<Game>, by me: ID<Member>) -> Query<Int> {
        .change("UPDATE notices SET is_read = true WHERE member_id = $1 AND game_id = $2 AND NOT is_read", me, game)
    }

    func quiet(of me: ID<Member>) -> Query<[String]> { .one("SELECT quiet FROM members WHERE id = $1", me) }

    /// Kinds of which `me` does not want to hear.
    func setQuiet(_ kinds: [Notice.Kind], of me: ID<Member>) -> Query<Int> {
        .change("UPDATE members SET quiet = $2 WHERE id = $1", me, kinds.map(\.rawValue))
    }

    /// Forgets what is older than 90 days. Returns how many notices that were.
    func forget(limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM notices WHERE (member_id, id) IN (
                SELECT member_id, id FROM notices WHERE created_at < now() - interval '90 days' ORDER BY created_at LIMIT $1)
            """, limit)
    }
}

extension ID<Notice> {
    /// Behind every notice there will be.
    static let last = ID(Int.max)
}
