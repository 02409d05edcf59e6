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
                    SELECT FROM notices WHERE member_id = $1 AND NOT is_read AND actor_id <> ALL ($2) LIMIT 100) told)
            FROM members m WHERE m.id = $1
            """, me, hidden)
    }

    /// What was noted for `me`, the latest first, from behind one.
    func notices(for me: ID<Member>, hidden: [ID<Member>], before notice: ID<Notice>, limit: Int) -> Query<[Notice]> {
        .all(
            """
            SELECT n.id, n.kind, m.id, m.handle, m.display_name, m.photo_id, CASE n.kind WHEN 'like' THEN greatest(p.likes, 1) ELSE n.events END,
                n.photo_id, n.game_id, n.created_at, n.is_read
            FROM (
                SELECT club_id, id, kind, actor_id, events, photo_id, game_id, created_at, is_read FROM notices
                WHERE member_id = $1 AND id < $3 AND actor_id <> ALL ($2) ORDER BY id DESC LIMIT $4
            ) n
            JOIN members m ON m.club_id = n.club_id AND m.id = n.actor_id
            LEFT JOIN photos p ON p.club_id = n.club_id AND p.id = n.photo_id ORDER BY n.id DESC
            """, me, hidden, notice, limit)
    }

    /// `me` has looked. Returns how many notices were new.
    func markRead(by me: ID<Member>) -> Query<Int> {
        .change("UPDATE notices SET is_read = true WHERE member_id = $1 AND NOT is_read", me)
    }

    func markRead(_ photo: ID<Photo>, by me: ID<Member>) -> Query<Int> {
        .change("UPDATE notices SET is_read = true WHERE member_id = $1 AND photo_id = $2 AND NOT is_read", me, photo)
    }

    /// Somebody said something under a photo. Returns whom to tell.
    func comment(on photo: ID<Photo>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, photo_id)
            SELECT p.club_id, p.member_id, 'comment', $2, p.id FROM photos p JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            WHERE p.id = $1 AND p.member_id <> $2 AND NOT 'comment' = ANY (m.quiet)
            ON CONFLICT (club_id, member_id, kind, coalesce(photo_id, game_id, actor_id))
            DO UPDATE SET id = DEFAULT, events = CASE WHEN n.is_read THEN 1 ELSE n.events + 1 END, is_read = false,
                actor_id = excluded.actor_id, created_at = excluded.created_at
            RETURNING n.member_id
            """, photo, me)
    }

    /// Somebody took back what they said under a photo, of which its owner has not heard yet. Returns whom to tell.
    func takeBackComment(on photo: ID<Photo>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            WITH gone AS (
                DELETE FROM notices WHERE photo_id = $1 AND kind = 'comment' AND NOT is_read AND events = 1 AND member_id <> $2
                RETURNING member_id
            ), fewer AS (
                UPDATE notices SET events = events - 1
                WHERE photo_id = $1 AND kind = 'comment' AND NOT is_read AND events > 1 AND member_id <> $2 RETURNING member_id
            )
            SELECT member_id FROM gone UNION ALL SELECT member_id FROM fewer
            """, photo, me)
    }

    /// Somebody likes a photo. Returns whom to tell; whoever was the last to like it is not told of again.
    func like(of photo: ID<Photo>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, photo_id)
            SELECT p.club_id, p.member_id, 'like', $2, p.id FROM photos p JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            WHERE p.id = $1 AND p.member_id <> $2 AND NOT 'like' = ANY (m.quiet)
            ON CONFLICT (club_id, member_id, kind, coalesce(photo_id, game_id, actor_id))
            DO UPDATE SET id = DEFAULT, is_read = n.is_read AND n.actor_id = excluded.actor_id, actor_id = excluded.actor_id,
                created_at = excluded.created_at
            RETURNING n.member_id
            """, photo, me)
    }

    /// Somebody no longer likes a photo: if somebody else does, it is them whom the notice names. Returns whom to tell.
    func takeBackLike(of photo: ID<Photo>) -> Query<[ID<Member>]> {
        .all(
            """
            WITH last AS (SELECT member_id FROM likes WHERE photo_id = $1 ORDER BY created_at DESC, member_id LIMIT 1), gone AS (
                DELETE FROM notices WHERE photo_id = $1 AND kind = 'like' AND NOT EXISTS (SELECT FROM last) RETURNING member_id
            ), renamed AS (
                UPDATE notices SET actor_id = last.member_id FROM last WHERE photo_id = $1 AND kind = 'like' RETURNING notices.member_id
            )
            SELECT member_id FROM gone UNION ALL SELECT member_id FROM renamed
            """, photo)
    }

    /// `me` follows somebody back, who is told, but not of the same again within a day.
    func befriend(_ other: ID<Member>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id)
            SELECT m.club_id, m.id, 'friend', $2 FROM members m WHERE m.id = $1 AND NOT 'friend' = ANY (m.quiet)
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
