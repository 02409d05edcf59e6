import GameRules
import Postgres

/// All SQL over `scores`.
struct ScoreQueries {
    /// Sees to it that both have a row. Always in the order of members, so that two games that end at once do not wait for each other.
    func begin(_ one: ID<Member>, _ other: ID<Member>, _ variant: TicTacToe.Variant) -> Query<Int> {
        .change(
            """
            INSERT INTO scores (club_id, member_id, variant)
            SELECT club_id, id, $3 FROM members WHERE id IN ($1, $2) ORDER BY id ON CONFLICT DO NOTHING
            """, one, other, variant)
    }

    func lock(_ one: ID<Member>, _ other: ID<Member>, _ variant: TicTacToe.Variant) -> Query<[ScoreRecord]> {
        .all(
            """
            SELECT member_id, games, rating, deviation, volatility, played_at FROM scores
            WHERE member_id IN ($1, $2) AND variant = $3 ORDER BY member_id FOR UPDATE
            """, one, other, variant)
    }

    /// - Parameter points: 1 for a win, 0.5 for a draw, 0 for a loss.
    func add(_ points: Double, to member: ID<Member>, _ variant: TicTacToe.Variant, _ rating: Rating) -> Query<Int> {
        .change(
            """
            UPDATE scores SET
                wins = wins + ($3 = 1)::integer, draws = draws + ($3 = 0.5)::integer, losses = losses + ($3 = 0)::integer,
                streak = CASE $3 WHEN 1 THEN greatest(streak, 0) + 1 WHEN 0 THEN least(streak, 0) - 1 ELSE 0 END,
                best_streak = greatest(best_streak, CASE $3 WHEN 1 THEN greatest(streak, 0) + 1 ELSE 0 END),
                rating = $4, deviation = $5, volatility = $6, played_at = now()
            WHERE member_id = $1 AND variant = $2
            """, member, variant, points, rating.rating, rating.deviation, rating.volatility)
    }

    /// The ladder from behind a place, best first: whoever has played so many games, and lately if so wanted.
    func ladder(_ ladder: Ladder, after place: Ladder.Place?, limit: Int) -> Query<[Standing]> {
        .all(
            """
            SELECT m.id, m.handle, m.display_name, s.wins, s.draws, s.losses, s.streak, s.rating, s.deviation, s.played_at
            FROM scores s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
            WHERE s.variant = $1 AND s.games >= $2 AND ($6 OR s.played_at > now() - interval '30 days')
                AND ($3::double precision IS NULL OR s.rating <= $3 AND (s.rating < $3 OR s.member_id > $4))
            ORDER BY s.rating DESC, s.member_id LIMIT $5
            """, ladder.variant, ladder.minimum, place?.rating, place?.member, limit, ladder.isOfAllTime)
    }

    /// A member's own standing, however few games it is of, and how many of the ladder are rated higher as one reads it.
    func standing(of member: ID<Member>, on ladder: Ladder) -> Query<OwnStanding?> {
        .first(
            """
            SELECT m.id, m.handle, m.display_name, s.wins, s.draws, s.losses, s.streak, s.rating, s.deviation, s.played_at,
                (SELECT count(*) FROM scores a WHERE a.club_id = s.club_id AND a.variant = s.variant
                    AND a.rating >= floor(s.rating + 0.5) + 0.5 AND a.games >= $3 AND ($4 OR a.played_at > now() - interval '30 days'))
            FROM scores s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
            WHERE s.member_id = $1 AND s.variant = $2
            """, member, ladder.variant, ladder.minimum, ladder.isOfAllTime)
    }
}
