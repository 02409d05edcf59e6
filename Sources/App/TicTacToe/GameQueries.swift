import GameRules
import Postgres

struct GameQueries {
    func game(_ id: ID<Game>) -> Query<GameRecord?> {
        .first(
            """
            SELECT g.id, g.variant, g.machine,
                \(GameRecord.playerColumns("x")),
                coalesce(sx.wins, 0), coalesce(sx.draws, 0), coalesce(sx.losses, 0), sx.rating,
                coalesce(NOT \(PrivacyKind.clubSees("games", of: "x")), false),
                \(GameRecord.playerColumns("o")),
                coalesce(so.wins, 0), coalesce(so.draws, 0), coalesce(so.losses, 0), so.rating,
                coalesce(NOT \(PrivacyKind.clubSees("games", of: "o")), false),
                g.moves, g.outcome, g.ending, g.moved_at, g.finished_at
            FROM games g
            \(GameRecord.playerJoins)
            LEFT JOIN ratings sx ON sx.club_id = g.club_id AND sx.member_id = g.x_member AND sx.variant = g.variant
            LEFT JOIN ratings so ON so.club_id = g.club_id AND so.member_id = g.o_member AND so.variant = g.variant
            WHERE g.id = $1
            """, id)
    }

    func matchState(of game: ID<Game>) -> Query<MatchState?> {
        .first(
            """
            SELECT g.offer, g.offer_by, g.is_offer_declined, g.round, coalesce(c.best_of, 1), coalesce(won.x, 0), coalesce(won.o, 0),
                coalesce(g.is_live, true),
                extract(epoch FROM now() - greatest(g.moved_at, coalesce(px.seen_at, g.started_at)))::integer,
                extract(epoch FROM now() - greatest(g.moved_at, coalesce(po.seen_at, g.started_at)))::integer
            FROM games g
            LEFT JOIN challenges c ON c.club_id = g.club_id AND c.id = g.challenge_id
            LEFT JOIN presence px ON px.club_id = g.club_id AND px.member_id = g.x_member
            LEFT JOIN presence po ON po.club_id = g.club_id AND po.member_id = g.o_member
            LEFT JOIN LATERAL (
                SELECT count(*) FILTER (WHERE CASE r.outcome WHEN 'x' THEN r.x_member WHEN 'o' THEN r.o_member END = g.x_member)::integer AS x,
                    count(*) FILTER (WHERE CASE r.outcome WHEN 'x' THEN r.x_member WHEN 'o' THEN r.o_member END = g.o_member)::integer AS o
                FROM games r WHERE c.best_of > 1 AND r.club_id = g.club_id AND r.challenge_id = g.challenge_id AND r.round <= g.round
            ) won ON true
            WHERE g.id = $1
            """, game)
    }

    func running(of me: ID<Member>, limit: Int) -> Query<[GameRecord]> {
        .all(
            """
            SELECT \(GameRecord.listColumns)
            FROM (
                (SELECT \(GameRecord.storedColumns)
                    FROM games WHERE x_member = $1 AND outcome = 'running' ORDER BY id DESC LIMIT $2)
                UNION ALL
                (SELECT \(GameRecord.storedColumns)
                    FROM games WHERE o_member = $1 AND outcome = 'running' ORDER BY id DESC LIMIT $2)
            ) g
            \(GameRecord.playerJoins)
            ORDER BY g.moved_at DESC LIMIT $2
            """, me, limit)
    }

    func finished(of me: ID<Member>, limit: Int) -> Query<[GameRecord]> {
        .all(
            """
            SELECT \(GameRecord.listColumns)
            FROM (
                (SELECT \(GameRecord.storedColumns)
                    FROM games WHERE x_member = $1 AND outcome <> 'running' ORDER BY finished_at DESC LIMIT $2)
                UNION ALL
                (SELECT \(GameRecord.storedColumns)
                    FROM games WHERE o_member = $1 AND outcome <> 'running' ORDER BY finished_at DESC LIMIT $2)
            ) g
            \(GameRecord.playerJoins)
            ORDER BY g.finished_at DESC LIMIT $2
            """, me, limit)
    }

    /// The member's running games, ordered by their last move, and then the finished games, both with the latest first. The member has
    /// crosses in some games and noughts in the others. Each limit applies to both kinds separately, so there can be twice as many games.
    func games(of me: ID<Member>, running: Int, finished: Int) -> Query<[GameRecord]> {
        .all(
            """
            SELECT \(GameRecord.listColumns)
            FROM (
                (SELECT \(GameRecord.storedColumns)
                    FROM games WHERE x_member = $1 AND outcome = 'running' ORDER BY id DESC LIMIT $2)
                UNION ALL
                (SELECT \(GameRecord.storedColumns)
                    FROM games WHERE o_member = $1 AND outcome = 'running' ORDER BY id DESC LIMIT $2)
                UNION ALL
                (SELECT \(GameRecord.storedColumns)
                    FROM games WHERE x_member = $1 AND outcome <> 'running' ORDER BY finished_at DESC LIMIT $3)
                UNION ALL
                (SELECT \(GameRecord.storedColumns)
                    FROM games WHERE o_member = $1 AND outcome <> 'running' ORDER BY finished_at DESC LIMIT $3)
            ) g
            \(GameRecord.playerJoins)
            ORDER BY g.finished_at DESC NULLS FIRST, g.moved_at DESC
            """, me, running, finished)
    }

    /// Running games between members, the newest first.
    func running(limit: Int) -> Query<[GameRecord]> {
        .all(
            """
            SELECT \(GameRecord.listColumns)
            FROM (
                SELECT \(GameRecord.storedColumns)
                FROM games WHERE outcome = 'running' AND machine IS NULL ORDER BY id DESC LIMIT $1
            ) g
            \(GameRecord.playerJoins)
            ORDER BY g.id DESC
            """, limit)
    }

    /// The running games in which nobody has moved for a week.
    func overdue(limit: Int) -> Query<[ID<Game>]> {
        .all("SELECT id FROM games WHERE outcome = 'running' AND moved_at < now() - interval '7 days' ORDER BY moved_at LIMIT $1", limit)
    }

    /// The latest finished games between members who both show their games to the club.
    func latestFinished(limit: Int) -> Query<[GameRecord]> {
        .all(
            """
            SELECT \(GameRecord.listColumns)
            FROM (
                SELECT \(GameRecord.storedColumns)
                FROM games WHERE outcome NOT IN ('running', 'void') AND machine IS NULL ORDER BY finished_at DESC LIMIT 10 * $1
            ) g
            \(GameRecord.playerJoins)
            WHERE coalesce(\(PrivacyKind.clubSees("games", of: "x")), true) AND coalesce(\(PrivacyKind.clubSees("games", of: "o")), true)
            ORDER BY g.finished_at DESC LIMIT $1
            """, limit)
    }

    /// Adds the moves `cells`, which may be empty, to a running game with `ply` moves, and stores the outcome. If the game is finished and
    /// the match is not decided, the same statement starts the next game of the match, with crosses and noughts swapped. It does not start
    /// a game if one player has blocked the other. Returns 0 if another request has changed the game first.
    func advance(_ id: ID<Game>, ply: Int, cells: [Int], outcome: String, ending: String?) -> Query<Int> {
        .one(
            """
            WITH advanced AS (
                UPDATE games SET
                    moves = moves || $3::smallint[],
                    outcome = $4, ending = $5, moved_at = now(), \(GameQueries.noOffer),
                    finished_at = CASE WHEN $4 <> 'running' THEN now() END,
                    is_live = coalesce(is_live, CASE WHEN ply + cardinality($3::smallint[]) >= 2
                        THEN started_at > now() - interval '5 minutes' END)
                WHERE id = $1 AND ply = $2 AND outcome = 'running'
                RETURNING club_id, challenge_id, variant, round, x_member, o_member, outcome
            ), next AS (
                \(GameQueries.insertPair) SELECT a.club_id, a.challenge_id, a.variant, a.round + 1, a.o_member, a.x_member
                FROM advanced a JOIN challenges c ON c.club_id = a.club_id AND c.id = a.challenge_id
                CROSS JOIN LATERAL (
                    SELECT count(*) FILTER (WHERE winner = a.x_member) AS x, count(*) FILTER (WHERE winner = a.o_member) AS o
                    FROM (
                        SELECT CASE r.outcome WHEN 'x' THEN r.x_member WHEN 'o' THEN r.o_member END AS winner FROM games r
                        WHERE r.club_id = a.club_id AND r.challenge_id = a.challenge_id AND r.round < a.round
                        UNION ALL SELECT CASE a.outcome WHEN 'x' THEN a.x_member WHEN 'o' THEN a.o_member END
                    ) rounds
                ) won
                WHERE a.outcome NOT IN ('running', 'void') AND a.round < c.best_of AND 2 * greatest(won.x, won.o) <= c.best_of
                    AND NOT EXISTS (SELECT FROM blocked_pairs p
                        WHERE p.club_id = a.club_id AND p.member_id = a.x_member AND p.other_id = a.o_member)
            )
            SELECT count(*) FROM advanced
            """, id, ply, cells, outcome, ending)
    }

    /// The beginning of every statement that starts games of two members. A query follows that selects these six columns.
    static let insertPair: SQL = "INSERT INTO games (club_id, challenge_id, variant, round, x_member, o_member)"

    /// Starts a game between a new member and the member who invited them. The new member has the first move. Nil if the inviter
    /// has 20 running games or has left the club, or if one of the two members has blocked the other.
    func startWelcomeGame(_ newcomer: ID<Member>, invitedBy inviter: ID<Member>) -> Query<ID<Game>?> {
        .first(
            """
            \(GameQueries.insertPair) SELECT m.club_id, NULL, '3x3', 1, $1, m.id FROM members m
            WHERE m.id = $2 AND m.left_at IS NULL
                AND (SELECT count(*) FROM games WHERE outcome = 'running' AND $2 IN (x_member, o_member)) < 20
                AND NOT EXISTS (SELECT FROM blocked_pairs a WHERE a.club_id = m.club_id AND a.member_id = $1 AND a.other_id = m.id)
            RETURNING id
            """, newcomer, inviter)
    }

    func running(between one: ID<Member>, and other: ID<Member>) -> Query<ID<Game>?> {
        .first(
            """
            SELECT id FROM games WHERE outcome = 'running' AND (x_member, o_member) IN (($1, $2), ($2, $1)) ORDER BY id DESC LIMIT 1
            """, one, other)
    }

    /// The five latest games between the two players of `game`, and `game` itself. Against the machine, only `game`.
    func latestGames(ofPlayersIn game: ID<Game>) -> Query<[ID<Game>]> {
        .all(
            """
            SELECT $1::bigint UNION (
                SELECT g.id FROM games one JOIN games g ON g.club_id = one.club_id AND g.machine IS NULL
                    AND least(g.x_member, g.o_member) = least(one.x_member, one.o_member)
                    AND greatest(g.x_member, g.o_member) = greatest(one.x_member, one.o_member)
                WHERE one.id = $1 AND one.machine IS NULL ORDER BY g.id DESC LIMIT 5)
            """, game)
    }

    /// Starts a game against the machine. The constraint `games_one_against_the_machine` refuses a second running game with the same board
    /// and strength.
    /// - Parameter moves: the machine's first move. Empty if the member has the first move.
    func start(
        against strength: TicTacToe.Machine.Strength, _ variant: TicTacToe.Variant, by me: ID<Member>, hasCrosses: Bool, moves: [Int]
    ) -> Query<ID<Game>?> {
        .first(
            """
            INSERT INTO games (club_id, variant, machine, x_member, o_member, moves)
            SELECT club_id, $2, $3, CASE WHEN $4 THEN id END, CASE WHEN $4 THEN NULL ELSE id END, $5::smallint[]
            FROM members WHERE id = $1 RETURNING id
            """, me, variant, strength.rawValue, hasCrosses, moves)
    }

    func running(against strength: TicTacToe.Machine.Strength, _ variant: TicTacToe.Variant, by me: ID<Member>) -> Query<ID<Game>?> {
        .first(
            """
            SELECT id FROM games
            WHERE coalesce(x_member, o_member) = $1 AND variant = $2 AND machine = $3 AND outcome = 'running'
            """, me, variant, strength.rawValue)
    }

    /// Stores an offer, unless another offer waits for its answer. Returns the number of changed games.
    func create(_ offer: Offer, in game: ID<Game>, ply: Int) -> Query<Int> {
        .change(
            """
            UPDATE games SET offer = $3, offer_by = $4, is_offer_declined = false
            WHERE id = $1 AND ply = $2 AND outcome = 'running'
                AND (offer IS NULL OR is_offer_declined AND (offer, offer_by) <> ($3, $4))
            """, game, ply, offer.kind.rawValue, offer.by.stored)
    }

    /// Stores that the opponent has declined the offer. Returns the number of changed games.
    func decline(_ offer: Offer, in game: ID<Game>, ply: Int) -> Query<Int> {
        .change(
            """
            UPDATE games SET is_offer_declined = true
            WHERE id = $1 AND ply = $2 AND offer = $3 AND offer_by = $4 AND outcome = 'running'
            """, game, ply, offer.kind.rawValue, offer.by.stored)
    }

    /// Takes back the last `count` moves of a running game with `ply` moves. Returns the number of changed games.
    func takeBack(_ count: Int, of game: ID<Game>, ply: Int) -> Query<Int> {
        .change(
            """
            UPDATE games SET moves = trim_array(moves, $3::integer), moved_at = now(), \(GameQueries.noOffer)
            WHERE id = $1 AND ply = $2 AND ply >= $3 AND outcome = 'running'
            """, game, ply, count)
    }

    private static let noOffer: SQL = "offer = NULL, offer_by = NULL, is_offer_declined = false"
}
