import FoundationEssentials
import Postgres

struct PlayerRequestQueries {
    static let limit = 30

    /// Player requests for a game that have not expired, the newest first.
    func requests(for game: ID<VideoGame>, to me: ID<Member>, hidden: [ID<Member>]) -> Query<[PlayerRequest]> {
        .all(
            """
            SELECT \(PlayerRequest.columns(to: "$2")) FROM (SELECT * FROM player_requests WHERE video_game_id = $1 AND expires_at > now()
                AND member_id <> ALL ($3) ORDER BY created_at DESC, member_id LIMIT $4) r \(PlayerRequest.joins)
            """, game, me, hidden, Self.limit)
    }

    /// Player requests for all games that have not expired, the newest first.
    ///
    /// The table allows requests of at most 12 hours, so the statement reads only the requests of the last 12 hours.
    func all(to me: ID<Member>, hidden: [ID<Member>]) -> Query<[PlayerRequest]> {
        .all(
            """
            SELECT \(PlayerRequest.columns(to: "$1")) FROM (
                SELECT * FROM player_requests
                WHERE created_at > now() - interval '12 hours' AND expires_at > now() AND member_id <> ALL ($2)
                ORDER BY created_at DESC, member_id LIMIT $3
            ) r \(PlayerRequest.joins)
            """, me, hidden, Self.limit)
    }

    /// The player requests for `game` that have not expired. If `game` is nil, the requests for all games are returned.
    static func find(of game: ID<VideoGame>?, _ visit: MemberVisit) -> Query<[PlayerRequest]> {
        let queries = PlayerRequestQueries()
        return game.map { queries.requests(for: $0, to: visit.me, hidden: visit.hidden) } ?? queries.all(to: visit.me, hidden: visit.hidden)
    }

    /// Creates the player request of `me`, or replaces an earlier one. Returns 0 if the game does not exist.
    func save(_ form: PlayerRequestForm, for game: ID<VideoGame>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO player_requests (club_id, member_id, video_game_id, own_video_game_id, note, expires_at)
            SELECT m.club_id, m.id, t.id, CASE WHEN t.club_id <> 0 THEN t.id END, $3, now() + make_interval(mins => $4::integer)
            FROM members m JOIN video_games t ON t.id = $2 WHERE m.id = $1 AND m.left_at IS NULL FOR KEY SHARE OF m
            ON CONFLICT (club_id, member_id) DO UPDATE SET video_game_id = excluded.video_game_id,
                own_video_game_id = excluded.own_video_game_id, note = excluded.note, created_at = now(), expires_at = excluded.expires_at
            """, me, game, form.note, form.minutes)
    }

    func delete(of me: ID<Member>) -> Query<Int> { .change("DELETE FROM player_requests WHERE member_id = $1", me) }
}
