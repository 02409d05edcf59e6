import FoundationEssentials
import GameRules
import Postgres

/// Counts what a game that ends is worth, in the transaction that ends it.
struct Scoring {
    private let database: Database
    private let club: ID<Club>
    private let queries = ScoreQueries()
    private static let glicko = Glicko2()
    /// Without games a rating becomes less certain with every such period, in seconds.
    private static let period = 30.0 * 86_400

    init(_ database: Database, in club: ID<Club>) { (self.database, self.club) = (database, club) }

    /// Ends a rated game by `step`, which says how many games it changed. Throws `Refusal` when somebody was faster.
    func end(_ game: GameRecord, outcome: String, by step: Query<Int>) async throws {
        let (x, o, variant) = (game.x.person.id, game.o.person.id, game.variant)
        try await database.transaction(tenant: club.rawValue, retrying: true) { transaction in
            let (changed, _, scores) = try await transaction.run(
                step, queries.begin(x, o, variant), queries.lock(x, o, variant))
            guard changed == 1 else { throw Refusal.stale }
            guard let first = scores.first(where: { $0.member == x }), let second = scores.first(where: { $0.member == o }) else { return }
            let points = outcome == "x" ? 1 : outcome == "o" ? 0 : 0.5
            let (ofX, ofO) = Self.glicko.updated(pair: Self.present(first), Self.present(second), score: points)
            try await transaction.run(
                queries.add(points, to: x, variant, ofX), queries.add(1 - points, to: o, variant, ofO),
                GameBadges.games.settle([x, o]))
        }
    }

    /// What a rating is worth by now.
    static func present(_ rating: Rating, playedAt: Date) -> Rating {
        glicko.idle(rating, periods: max(0, Date().timeIntervalSince(playedAt)) / period)
    }

    private static func present(_ score: ScoreRecord) -> Rating {
        score.games > 0 ? present(score.rating, playedAt: score.playedAt) : score.rating
    }
}

/// A member's rating on one kind of board.
struct ScoreRecord: Sendable, RowDecodable {
    var member: ID<Member>
    var games: Int
    var rating: Rating
    var playedAt: Date

    init(_ row: inout Row) throws {
        member = try row.next()
        games = try row.next()
        rating = Rating(rating: try row.next(), deviation: try row.next(), volatility: try row.next())
        playedAt = try row.next()
    }
}
