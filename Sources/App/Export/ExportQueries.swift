import Postgres

/// Everything of one member, as JSON that PostgreSQL makes: a part of a list at a time, by key.
struct ExportQueries {
    /// - Parameter clubs: their addresses.
    func account(_ account: ID<Account>, in clubs: [String]) -> Query<ExportPart?> {
        .first(
            """
            SELECT id, json_build_object('username', username, 'name', display_name, 'email', email, 'clubs', $2::text[],
                'comfort', json_build_object('scheme', scheme, 'text_size', text_size, 'large_targets', has_large_targets,
                'more_contrast', has_more_contrast, 'less_motion', has_less_motion, 'left_handed', is_left_handed, 'sounds', sounds,
                'vibrates', vibrates))::text
            FROM accounts WHERE id = $1
            """, account, clubs)
    }

    func profile(of me: ID<Member>) -> Query<ExportPart?> {
        .first(
            """
            SELECT id, json_build_object('name', display_name, 'handle', handle, 'role', role, 'about', about, 'joined_at', joined_at,
                'picture', photo_id, 'who_sees', json_build_object('about', about_for, 'games', games_for, 'friends', friends_for,
                'last_seen', seen_for, 'messages_from', messages_from, 'shows_reading', shows_reading), 'silenced', quiet)::text
            FROM members WHERE id = $1
            """, me)
    }

    func scores(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportPart]> {
        .all(
            """
            SELECT number, score FROM (
                SELECT row_number() OVER (ORDER BY variant) AS number, json_build_object('board', variant, 'wins', wins, 'draws', draws,
                    'losses', losses, 'rating', rating, 'deviation', deviation, 'best_streak', best_streak, 'played_at', played_at)::text AS score
                FROM scores WHERE member_id = $1
            ) mine WHERE number > $2 ORDER BY number LIMIT $3
            """, me, after, limit)
    }

    func games(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportPart]> {
        .all(
            """
            SELECT g.id, json_build_object('id', g.id, 'board', g.variant, 'mark', CASE WHEN g.x_member = $1 THEN 'x' ELSE 'o' END,
                'opponent', coalesce(m.display_name, 'The machine'), 'machine', g.machine, 'moves', g.moves, 'outcome', g.outcome,
                'ending', g.ending, 'started_at', g.started_at, 'finished_at', g.finished_at)::text
            FROM (
                (SELECT id FROM games WHERE x_member = $1 AND id > $2 ORDER BY id LIMIT $3)
                UNION ALL (SELECT id FROM games WHERE o_member = $1 AND id > $2 ORDER BY id LIMIT $3)
                ORDER BY id LIMIT $3
            ) mine JOIN games g ON g.id = mine.id
            LEFT JOIN members m ON m.club_id = g.club_id AND m.id = CASE WHEN g.x_member = $1 THEN g.o_member ELSE g.x_member END
            ORDER BY g.id
            """, me, after, limit)
    }

    /// What was said in rooms for all; messages are with their conversations.
    func lines(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportPart]> {
        .all(
            """
            SELECT id, json_build_object('id', id, 'room', room, 'text', text, 'sent_at', created_at, 'removed_at', removed_at)::text
            FROM lines WHERE member_id = $1 AND id > $2 AND conversation_id IS NULL ORDER BY id LIMIT $3
            """, me, after, limit)
    }

    func conversations(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportPart]> {
        .all(
            """
            SELECT s.conversation_id, m.display_name FROM conversation_sides s
            JOIN members m ON m.club_id = s.club_id AND m.id = s.other_id
            WHERE s.member_id = $1 AND s.conversation_id > $2 AND s.last_line IS NOT NULL ORDER BY s.conversation_id LIMIT $3
            """, me, after, limit)
    }

    func messages(in conversation: ID<Conversation>, of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportPart]> {
        .all(
            """
            SELECT l.id, json_build_object('id', l.id, 'mine', l.member_id = $2,
                'text', CASE WHEN l.removed_at IS NULL OR l.member_id = $2 THEN l.text ELSE '' END,
                'photo', CASE WHEN l.removed_at IS NULL OR l.member_id = $2 THEN l.picture_id END,
                'sent_at', l.created_at, 'removed_at', l.removed_at)::text
            FROM lines l WHERE l.room = $1 AND l.id > $3
                AND EXISTS (SELECT FROM conversation_sides s WHERE s.member_id = $2 AND s.conversation_id = l.conversation_id)
            ORDER BY l.id LIMIT $4
            """, Room.conversation(conversation).name, me, after, limit)
    }

    func photos(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportPart]> {
        .all(
            """
            SELECT id, json_build_object('id', id, 'file', 'photos/' || id::text || '.webp', 'caption', caption, 'description', description,
                'audience', audience, 'conversation', conversation_id, 'likes', likes, 'shared_at', created_at)::text
            FROM photos WHERE member_id = $1 AND id > $2 ORDER BY id LIMIT $3
            """, me, after, limit)
    }

    /// The next of one's photos, whole.
    func file(of me: ID<Member>, after: Int) -> Query<ExportFile?> {
        .first(
            """
            SELECT p.id, p.created_at, f.data FROM photos p
            JOIN photo_files f ON f.club_id = p.club_id AND f.photo_id = p.id AND f.size = 'large'
            WHERE p.member_id = $1 AND p.id > $2 ORDER BY p.id LIMIT 1
            """, me, after)
    }

    func follows(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportPart]> {
        .all(
            """
            SELECT m.id, json_build_object('name', m.display_name, 'handle', m.handle, 'is_friend', f.is_mutual, 'since', f.created_at)::text
            FROM follows f JOIN members m ON m.club_id = f.club_id AND m.id = f.followed_id
            WHERE f.member_id = $1 AND f.followed_id > $2 ORDER BY f.followed_id LIMIT $3
            """, me, after, limit)
    }

    func followers(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportPart]> {
        .all(
            """
            SELECT m.id, json_build_object('name', m.display_name, 'handle', m.handle, 'is_friend', f.is_mutual, 'since', f.created_at)::text
            FROM follows f JOIN members m ON m.club_id = f.club_id AND m.id = f.member_id
            WHERE f.followed_id = $1 AND f.member_id > $2 ORDER BY f.member_id LIMIT $3
            """, me, after, limit)
    }

    func blocks(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportPart]> {
        .all(
            """
            SELECT m.id, json_build_object('name', m.display_name, 'handle', m.handle, 'since', b.created_at)::text
            FROM blocks b JOIN members m ON m.club_id = b.club_id AND m.id = b.blocked_id
            WHERE b.member_id = $1 AND b.blocked_id > $2 ORDER BY b.blocked_id LIMIT $3
            """, me, after, limit)
    }

    func likes(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportPart]> {
        .all(
            """
            SELECT photo_id, json_build_object('photo', photo_id, 'at', created_at)::text FROM likes
            WHERE member_id = $1 AND photo_id > $2 ORDER BY photo_id LIMIT $3
            """, me, after, limit)
    }

    func challenges(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportPart]> {
        .all(
            """
            SELECT c.id, json_build_object('id', c.id, 'to', m.display_name, 'board', c.variant, 'best_of', c.best_of, 'words', c.words,
                'state', c.state, 'sent_at', c.created_at)::text
            FROM challenges c JOIN members m ON m.club_id = c.club_id AND m.id = c.to_member
            WHERE c.from_member = $1 AND c.id > $2 ORDER BY c.id LIMIT $3
            """, me, after, limit)
    }

    func notices(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportPart]> {
        .all(
            """
            SELECT n.id, json_build_object('kind', n.kind, 'by', m.display_name, 'photo', n.photo_id, 'game', n.game_id, 'at', n.created_at)::text
            FROM notices n JOIN members m ON m.club_id = n.club_id AND m.id = n.actor_id
            WHERE n.member_id = $1 AND n.id > $2 ORDER BY n.id LIMIT $3
            """, me, after, limit)
    }

    func reports(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportPart]> {
        .all(
            """
            SELECT id, json_build_object('line', line_id, 'photo', photo_id, 'reason', reason, 'verdict', verdict, 'at', created_at)::text
            FROM reports WHERE member_id = $1 AND id > $2 ORDER BY id LIMIT $3
            """, me, after, limit)
    }
}

/// A part of a list, as JSON, and what the next one comes after.
struct ExportPart: Sendable, RowDecodable {
    var key: Int
    var text: String

    init(_ row: inout Row) throws {
        key = try row.next()
        text = try row.next()
    }
}
