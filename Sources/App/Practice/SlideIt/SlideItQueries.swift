import Postgres

struct SlideItQueries {
    func game(_ id: ID<SlideItGame>, of me: ID<Member>) -> Query<SlideItGame?> {
        .first("SELECT \(SlideItGame.columns) FROM slideit_games g WHERE g.id = $1 AND g.member_id = $2", id, me)
    }

    func newest(of me: ID<Member>) -> Query<SlideItGame?> {
        .first("SELECT \(SlideItGame.columns) FROM slideit_games g WHERE g.member_id = $1 ORDER BY g.id DESC LIMIT 1", me)
    }

    /// Stores a new game. Nil if the member has an open game, does not own the photo, or has left the club.
    func create(_ game: NewSlideItGame, by me: ID<Member>) -> Query<ID<SlideItGame>?> {
        .first(
            """
            INSERT INTO slideit_games (club_id, member_id, level, size, shuffle, exact, tile_style, photo_id)
            SELECT m.club_id, m.id, $2::bigint, $3::bigint, $4, $5::bigint, $6, $7 FROM members m
            WHERE m.id = $1 AND m.left_at IS NULL
                AND ($7::bigint IS NULL OR EXISTS (SELECT FROM photos p WHERE p.club_id = m.club_id AND p.id = $7 AND p.member_id = m.id))
            ON CONFLICT DO NOTHING RETURNING id
            """, me, game.level.number, game.level.size, SlideMoves.text(game.shuffle), game.fewestMoves, game.tileStyle, game.photo)
    }

    /// Stores all moves of a game and adds the measured taps. Nil if the game is not open, or if the number of its changes (moves and
    /// undos) is no longer `count`.
    /// - Parameters:
    ///   - changes: the number of moves and undos after this change.
    ///   - isHome: whether the moves solve the puzzle, which ends the game.
    func storeMoves(
        _ moves: [UInt8], changes: Int, after count: Int, isHome: Bool, taps: TapMeasure = TapMeasure(), in game: ID<SlideItGame>,
        by me: ID<Member>
    ) -> Query<SlideItGame?> {
        .first(
            """
            UPDATE slideit_games g SET moves = $3, changes = $4::bigint, hinted = NULL,
                way_at = CASE WHEN g.way_at <= length($3) THEN g.way_at END,
                state = CASE WHEN $6 THEN 'won' ELSE 'open' END, finished_at = CASE WHEN $6 THEN now() END,
                left_taps = g.left_taps + $7::bigint, left_ms = g.left_ms + $8::bigint, left_missed = g.left_missed + $9::bigint,
                right_taps = g.right_taps + $10::bigint, right_ms = g.right_ms + $11::bigint, right_missed = g.right_missed + $12::bigint
            WHERE g.id = $1 AND g.member_id = $2 AND g.state = 'open' AND g.changes = $5 RETURNING \(SlideItGame.columns)
            """, game, me, SlideMoves.text(moves), changes, count, isHome, taps.left.taps, taps.left.time, taps.left.missed,
            taps.right.taps, taps.right.time, taps.right.missed)
    }

    /// Takes all moves back. Increases the number of changes by more than one request can contain. The server therefore refuses moves that
    /// a browser has made offline before the restart.
    func restart(_ game: ID<SlideItGame>, by me: ID<Member>) -> Query<SlideItGame?> {
        .first(
            """
            UPDATE slideit_games g SET moves = '', changes = g.changes + 10000, hinted = NULL, way = '', way_at = NULL
            WHERE g.id = $1 AND g.member_id = $2 AND g.state = 'open' RETURNING \(SlideItGame.columns)
            """, game, me)
    }

    /// Counts a hint, and stores the moves that solve the puzzle from the current position. Nil if the game has changed in the meantime.
    func storeHint(_ path: [UInt8], in game: SlideItGame, by me: ID<Member>) -> Query<SlideItGame?> {
        .first(
            """
            UPDATE slideit_games g SET hints = least(g.hints + 1, 999), way = $3, way_at = length(g.moves), hinted = $4::bigint
            WHERE g.id = $1 AND g.member_id = $2 AND g.state = 'open' AND g.changes = $5 RETURNING \(SlideItGame.columns)
            """, game.id, me, SlideMoves.text(path), path.first.map(Int.init), game.changes)
    }

    func giveUp(_ game: ID<SlideItGame>, by me: ID<Member>) -> Query<SlideItGame?> {
        .first(
            """
            UPDATE slideit_games g SET state = 'lost', hinted = NULL, finished_at = now()
            WHERE g.id = $1 AND g.member_id = $2 AND g.state = 'open' RETURNING \(SlideItGame.columns)
            """, game, me)
    }

    // MARK: Export and erasure
}
