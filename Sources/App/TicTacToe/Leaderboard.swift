import FoundationEssentials
import GameRules
import Postgres

/// Which leaderboard is looked at.
struct Leaderboard: Sendable {
    var variant = TicTacToe.Variant.three
    /// Games that one must have played to be on it.
    var minimum = 1
    /// Else what was played in the last 30 days counts.
    var isOfAllTime = true

    static let minimums = [1, 5, 20]

    /// Where a page of the leaderboard ends: the next one goes on behind it.
    struct Place: Sendable {
        var rating: Double
        var member: ID<Member>
        /// How many stand on the leaderboard up to here, and the rank of the last.
        var count: Int
        var rank: Int

        /// What an address may say: whatever lies outside has been made up.
        private static let counts = 0...1_000_000_000
        private static let ratings = -1_000_000.0...1_000_000.0

        init(rating: Double, member: ID<Member>, count: Int, rank: Int) {
            (self.rating, self.member, self.count, self.rank) = (rating, member, count, rank)
        }

        /// As an address has it: `1512.25_17_50_49`. The rating's bits, so that nothing is rounded.
        init?(_ text: String) {
            let parts = text.split(separator: "_")
            guard parts.count == 4, let bits = UInt64(parts[0], radix: 36), let member = ID<Member>(parts[1]), let count = Int(parts[2]),
                let rank = Int(parts[3]), Self.counts.contains(count), (0...max(1, count)).contains(rank),
                Self.ratings.contains(Double(bitPattern: bits))
            else { return nil }
            self.init(rating: Double(bitPattern: bits), member: member, count: count, rank: rank)
        }

        var text: String { "\(String(rating.bitPattern, radix: 36))_\(member)_\(count)_\(rank)" }
    }

    /// Competition ranking (1, 2, 2, 4) by the rating as one reads it, from behind `place`.
    static func ranks(of ratings: [Double], after place: Place? = nil) -> [Int] {
        var (count, rank, last) = (place?.count ?? 0, place?.rank ?? 0, place.map { shown($0.rating) })
        return ratings.map { rating in
            count += 1
            if shown(rating) != last { rank = count }
            last = shown(rating)
            return rank
        }
    }

    static func shown(_ rating: Double) -> Int { Int((rating + 0.5).rounded(.down)) }
}

/// How a member stands on one kind of board.
struct Standing: Sendable, RowDecodable {
    var person: PersonRecord
    var wins: Int
    var draws: Int
    var losses: Int
    var streak: Int
    var rating: Double
    /// How sure the rating is by now: less with every period without a game.
    var deviation: Double
    var playedAt: Date

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        wins = try row.next()
        draws = try row.next()
        losses = try row.next()
        streak = try row.next()
        let last = Rating(rating: try row.next(), deviation: try row.next(), volatility: try row.next())
        playedAt = try row.next()
        (rating, deviation) = (last.rating, Scoring.present(last, playedAt: playedAt).deviation)
    }

    /// Of a row `s` of `scores` and its member `m`: games of all time.
    static let columns: SQL = """
        \(PersonRecord.columns(of: "m")), s.wins, s.draws, s.losses, s.streak, s.rating, s.deviation, s.volatility, s.played_at
        """

    /// Games of the last 30 days.
    static let recentColumns: SQL = """
        \(PersonRecord.columns(of: "m")), s.recent_wins, s.recent_draws, s.recent_losses, s.streak, s.rating, s.deviation, s.volatility,
        s.played_at
        """

    var games: Int { wins + draws + losses }

    /// Half the width of the rating's 95 % interval.
    var spread: Int { Int((1.96 * deviation).rounded()) }

    /// Of the points there were to win, in percent; a draw is half a point.
    static func ratio(wins: Int, draws: Int, losses: Int) -> Int {
        let games = wins + draws + losses
        return games == 0 ? 0 : (200 * wins + 100 * draws + games) / (2 * games)
    }
}

/// How a member stands on each kind of board.
struct BoardStanding: Sendable, RowDecodable {
    var standing: Standing
    var variant: TicTacToe.Variant
    /// The most games won in a row.
    var bestStreak: Int

    init(_ row: inout Row) throws {
        standing = try Standing(&row)
        variant = try row.next()
        bestStreak = try row.next()
    }
}

struct OwnStanding: Sendable, RowDecodable {
    var standing: Standing
    /// How many of the leaderboard are rated higher.
    var higher: Int

    init(_ row: inout Row) throws {
        standing = try Standing(&row)
        higher = try row.next()
    }
}
