import GameRules
import Postgres

struct RatingQueries {
    /// Creates the rows of both members in `ratings` if they are missing. The order of the inserts prevents a deadlock between two games
    /// that end at the same time.
    func createMissing(_ one: ID<Member>, _ other: ID<Member>, _ variant: TicTacToe.Variant) -> Query<Int> {
        .change(
            """
            INSERT INTO ratings (club_id, member_id, variant)
            SELECT club_id, id, $3 FROM members WHERE id IN ($1, $2) ORDER BY id ON CONFLICT DO NOTHING
            """, one, other, variant)
    }

    func lock(_ one: ID<Member>, _ other: ID<Member>, _ variant: TicTacToe.Variant) -> Query<[RatingRecord]> {
        .all(
            """
            SELECT member_id, games, rating, deviation, volatility, played_at FROM ratings
            WHERE member_id IN ($1, $2) AND variant = $3 ORDER BY member_id FOR UPDATE
            """, one, other, variant)
    }

    /// - Parameter points: 1 for a win, 0.5 for a draw, 0 for a loss.
    func addResult(_ points: Double, to member: ID<Member>, _ variant: TicTacToe.Variant, _ rating: Rating) -> Query<Int> {
        .change(
            """
            WITH today AS (
                INSERT INTO rating_days (club_id, member_id, variant, day, wins, draws, losses)
                SELECT s.club_id, s.member_id, s.variant, \(Day.of("now()", in: "c.time_zone")), ($3 = 1)::integer, ($3 = 0.5)::integer,
                    ($3 = 0)::integer
                FROM ratings s JOIN clubs c ON c.id = s.club_id WHERE s.member_id = $1 AND s.variant = $2
                ON CONFLICT (club_id, member_id, variant, day) DO UPDATE SET wins = rating_days.wins + excluded.wins,
                    draws = rating_days.draws + excluded.draws, losses = rating_days.losses + excluded.losses
            )
            UPDATE ratings SET
                wins = wins + ($3 = 1)::integer, draws = draws + ($3 = 0.5)::integer, losses = losses + ($3 = 0)::integer,
                recent_wins = recent_wins + ($3 = 1)::integer, recent_draws = recent_draws + ($3 = 0.5)::integer,
                recent_losses = recent_losses + ($3 = 0)::integer,
                streak = CASE $3 WHEN 1 THEN greatest(streak, 0) + 1 WHEN 0 THEN least(streak, 0) - 1 ELSE 0 END,
                best_streak = greatest(best_streak, CASE $3 WHEN 1 THEN greatest(streak, 0) + 1 ELSE 0 END),
                rating = $4, deviation = $5, volatility = $6, played_at = now()
            WHERE member_id = $1 AND variant = $2
            """, member, variant, points, rating.rating, rating.deviation, rating.volatility)
    }

    /// The member's ratings and results on each kind of board, the most played kind first.
    func ratings(of member: ID<Member>) -> Query<[BoardStanding]> {
        .all(
            """
            SELECT \(Standing.columns),
                s.variant, s.best_streak
            FROM ratings s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
            WHERE s.member_id = $1 AND s.games > 0 ORDER BY s.games DESC, s.variant
            """, member)
    }

    func lastDays(of member: ID<Member>) -> Query<[PlayedDay]> {
        .all(
            """
            SELECT d.day, sum(d.wins + d.draws + d.losses), \(Day.of("now()", in: "c.time_zone")) AS today
            FROM rating_days d JOIN clubs c ON c.id = d.club_id
            WHERE d.member_id = $1 AND d.day > \(Day.of("now()", in: "c.time_zone")) - 30 GROUP BY d.day, today ORDER BY d.day
            """, member)
    }

    /// Deletes rows of `rating_days` whose day is at least 30 days ago, and subtracts their results from the totals of the last 30 days.
    /// Returns the number of changed rows of `ratings`.
    func deleteOldDays(limit: Int) -> Query<Int> {
        .change(
            """
            WITH ended AS (
                DELETE FROM rating_days WHERE (member_id, variant, day) IN (
                    SELECT member_id, variant, day FROM rating_days
                    WHERE day <= (SELECT \(Day.of("now()", in: "c.time_zone")) - 30 FROM clubs c
                        WHERE c.id = current_setting('app.club_id')::bigint)
                    ORDER BY day, member_id, variant LIMIT $1)
                RETURNING club_id, member_id, variant, wins, draws, losses
            ), sums AS (
                SELECT club_id, member_id, variant, sum(wins)::integer AS wins, sum(draws)::integer AS draws, sum(losses)::integer AS losses
                FROM ended GROUP BY 1, 2, 3
            ), locked AS (
                SELECT s.club_id, s.member_id, s.variant, d.wins, d.draws, d.losses
                FROM sums d JOIN ratings s ON s.club_id = d.club_id AND s.member_id = d.member_id AND s.variant = d.variant
                ORDER BY s.member_id FOR UPDATE OF s
            )
            UPDATE ratings s SET
                recent_wins = greatest(0, s.recent_wins - d.wins), recent_draws = greatest(0, s.recent_draws - d.draws),
                recent_losses = greatest(0, s.recent_losses - d.losses)
            FROM locked d WHERE s.club_id = d.club_id AND s.member_id = d.member_id AND s.variant = d.variant
            """, limit)
    }

    /// The members on the leaderboard who come after `place`, the highest rating first. If `place` is nil, the list begins with the first
    /// member.
    func leaderboard(_ leaderboard: RatingLeaderboard, after place: LeaderboardCursor?, limit: Int) -> Query<[Standing]> {
        guard leaderboard.isOfAllTime else { return recentLeaderboard(leaderboard, after: place, limit: limit) }
        return .all(
            """
            SELECT \(Standing.columns)
            FROM ratings s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
            WHERE s.variant = $1 AND s.games >= $2 AND \(LeaderboardMembers.includes("m"))
                AND s.rating <= $3 AND (s.rating < $3 OR s.member_id > $4)
            ORDER BY s.rating DESC, s.member_id LIMIT $5
            """, leaderboard.variant, leaderboard.minimum, place?.score ?? .infinity, place?.key ?? 0, limit)
    }

    private func recentLeaderboard(_ leaderboard: RatingLeaderboard, after place: LeaderboardCursor?, limit: Int) -> Query<[Standing]> {
        .all(
            """
            SELECT \(Standing.recentColumns)
            FROM ratings s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
            WHERE s.variant = $1 AND s.recent_games > 0 AND s.recent_games >= $2 AND \(LeaderboardMembers.includes("m"))
                AND s.rating <= $3 AND (s.rating < $3 OR s.member_id > $4)
            ORDER BY s.rating DESC, s.member_id LIMIT $5
            """, leaderboard.variant, leaderboard.minimum, place?.score ?? .infinity, place?.key ?? 0, limit)
    }

    /// The member's own rating and results, and the number of members on the leaderboard whose shown rating is higher. The result also
    /// exists if the member has too few games for the leaderboard.
    func standing(of member: ID<Member>, on leaderboard: RatingLeaderboard) -> Query<OwnStanding?> {
        guard leaderboard.isOfAllTime else { return recentStanding(of: member, on: leaderboard) }
        return .first(
            """
            SELECT \(Standing.columns), m.is_ranked,
                \(LeaderboardMembers.count(of: "ratings a", "a", in: "s.club_id", by: "a.rating DESC", where: RatingQueries.isBetter))
            FROM ratings s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
            WHERE s.member_id = $1 AND s.variant = $2
            """, member, leaderboard.variant, leaderboard.minimum)
    }

    /// The condition that the rounded rating of `a` is higher than the rounded rating of the member `$1` on the board `$2`. A subquery
    /// computes the smallest rating that is high enough, and `a.rating` is compared with it. So no function is called on a column of `a`:
    /// under row-level security, PostgreSQL uses no index for such a condition.
    private static let higherRating: SQL =
        "a.rating >= (SELECT floor(o.rating + 0.5) + 0.5 FROM ratings o WHERE o.member_id = $1 AND o.variant = $2)"
    private static let isBetter: SQL = "a.variant = $2 AND \(RatingQueries.higherRating) AND a.games >= $3"
    private static let isBetterLately: SQL =
        "a.variant = $2 AND \(RatingQueries.higherRating) AND a.recent_games > 0 AND a.recent_games >= $3"

    private func recentStanding(of member: ID<Member>, on leaderboard: RatingLeaderboard) -> Query<OwnStanding?> {
        .first(
            """
            SELECT \(Standing.recentColumns), m.is_ranked,
                \(LeaderboardMembers.count(of: "ratings a", "a", in: "s.club_id", by: "a.rating DESC", where: RatingQueries.isBetterLately))
            FROM ratings s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
            WHERE s.member_id = $1 AND s.variant = $2 AND s.recent_games > 0
            """, member, leaderboard.variant, leaderboard.minimum)
    }
}
