import FoundationEssentials
import GameRules
import Postgres

/// Updates the ratings of both players in the transaction that ends their game.
struct RatingUpdate {
    private let database: Database
    private let club: ID<Club>
    private let queries = RatingQueries()
    private static let glicko = Glicko2()
    /// The length of a Glicko-2 rating period in seconds. A rating becomes less certain with every rating period without games.
    private static let period = 30.0 * 86_400

    init(_ database: Database, in club: ID<Club>) { (self.database, self.club) = (database, club) }

    /// Ends a rated game with the statement `step`, which returns the number of changed games, and updates both ratings. Throws a `Refusal`
    /// if another request has changed the game first.
    func end(_ game: GameRecord, outcome: String, by step: Query<Int>) async throws {
        let (x, o, variant) = (game.x.person.id, game.o.person.id, game.variant)
        try await database.transaction(tenant: club.rawValue, retrying: true) { transaction in
            let (changed, _, ratings) = try await transaction.run(
                step, queries.createMissing(x, o, variant), queries.lock(x, o, variant))
            guard changed == 1 else { throw Refusal.stale }
            guard let first = ratings.first(where: { $0.member == x }), let second = ratings.first(where: { $0.member == o })
            else { return }
            let points = outcome == "x" ? 1 : outcome == "o" ? 0 : 0.5
            let (ratingOfX, ratingOfO) = Self.glicko.updated(pair: Self.current(first), Self.current(second), score: points)
            try await transaction.run(
                queries.addResult(points, to: x, variant, ratingOfX), queries.addResult(1 - points, to: o, variant, ratingOfO),
                GameBadges.games.award(to: [x, o]))
        }
    }

    /// The rating with its current deviation. The deviation has grown since the last game, at `playedAt`.
    static func current(_ rating: Rating, playedAt: Date) -> Rating {
        glicko.idle(rating, periods: max(0, Date().timeIntervalSince(playedAt)) / period)
    }

    private static func current(_ record: RatingRecord) -> Rating {
        record.games > 0 ? current(record.rating, playedAt: record.playedAt) : record.rating
    }
}

struct RatingRecord: Sendable, RowDecodable {
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
