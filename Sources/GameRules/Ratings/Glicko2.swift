#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Computes ratings as described by Mark Glickman, "Example of the Glicko-2 system", 22 March 2022. Comments name the steps of that paper.
///
/// Ratings are always finite numbers, because deviations and volatilities are limited to ranges, and because no expected result is more
/// certain than `e^20` to 1.
public struct Glicko2: Sendable {
    /// The range of deviations. The lower bound is necessary because each game is a rating period of its own here. Without it, many games
    /// would reduce the deviation to almost 0, and the rating would no longer change. The upper bound is the deviation of an unknown player
    /// (step 1).
    public static let deviations = 30.0...350.0
    /// The range of volatilities. It is far larger than the changes that games can cause.
    static let volatilities = 0.001...1.0

    private static let scale = 173.7178
    private static let tolerance = 0.000_001

    /// The system constant tau of the paper. It limits how much volatilities change over time. The paper suggests 0.3 to 1.2.
    public let tau: Double

    public init(tau: Double = 0.5) {
        precondition((0.01...10).contains(tau), "tau is out of range")
        self.tau = tau
    }

    /// Returns the new rating of a player after one rating period with these games. A score is 1 (won), 0.5 (drawn) or 0 (lost).
    public func updated(_ rating: Rating, after games: [(opponent: Rating, score: Double)]) -> Rating {
        guard !games.isEmpty else { return idle(rating, periods: 1) }
        let player = Self.limited(rating)
        let deviation = player.deviation / Self.scale
        var (information, improvement) = (0.0, 0.0)
        for game in games {
            let opponent = Self.limited(game.opponent)
            let weight = Self.weight(ofDeviation: opponent.deviation / Self.scale)
            let expected = Self.expected(weight * (player.rating - opponent.rating) / Self.scale)
            information += weight * weight * expected * (1 - expected)
            improvement += weight * (game.score - expected)
        }
        let volatility = volatility(of: player, deviation: deviation, variance: 1 / information, improvement: improvement / information)
        // Steps 6 and 7 of the paper.
        let before = min((deviation * deviation + volatility * volatility).squareRoot(), Self.deviations.upperBound / Self.scale)
        let after = 1 / (1 / (before * before) + information)
        return Self.limited(
            Rating(
                rating: player.rating + Self.scale * after * improvement, deviation: Self.scale * after.squareRoot(),
                volatility: volatility))
    }

    /// Returns the new ratings of both players after a game. Each is computed from the other player's rating before the game. `score` is
    /// the score of the first player.
    public func updated(pair first: Rating, _ second: Rating, score: Double) -> (first: Rating, second: Rating) {
        (updated(first, after: [(second, score)]), updated(second, after: [(first, 1 - score)]))
    }

    /// Returns the new rating of a player after `periods` rating periods without games. Only its uncertainty grows (step 6).
    public func idle(_ rating: Rating, periods: Double) -> Rating {
        var idle = Self.limited(rating)
        let growth = max(0, periods) * idle.volatility * idle.volatility * Self.scale * Self.scale
        idle.deviation = (idle.deviation * idle.deviation + growth).squareRoot()
        return Self.limited(idle)
    }

    /// Returns `g` of step 3: the weight of a game against an opponent with this deviation.
    private static func weight(ofDeviation deviation: Double) -> Double {
        1 / (1 + 3 * deviation * deviation / (.pi * .pi)).squareRoot()
    }

    /// Returns `E` of step 3: the expected score. `difference` is the weighted difference of the ratings.
    private static func expected(_ difference: Double) -> Double {
        1 / (1 + exp(-min(max(difference, -20), 20)))
    }

    private static func limited(_ rating: Rating) -> Rating {
        Rating(
            rating: rating.rating,
            deviation: min(max(rating.deviation, deviations.lowerBound), deviations.upperBound),
            volatility: min(max(rating.volatility, volatilities.lowerBound), volatilities.upperBound))
    }

    /// Returns the new volatility (step 5), where the function `f` of the paper is 0. It is found by the Illinois algorithm.
    private func volatility(of player: Rating, deviation: Double, variance: Double, improvement: Double) -> Double {
        let start = 2 * log(player.volatility)
        let (spread, square) = (deviation * deviation + variance, improvement * improvement)
        func f(_ x: Double) -> Double {
            let power = exp(x)
            return power * (square - spread - power) / (2 * (spread + power) * (spread + power)) - (x - start) / (tau * tau)
        }
        var (a, b) = (start, start - tau)
        if square > spread { b = log(square - spread) } else { while f(b) < 0 { b -= tau } }
        var (atA, atB) = (f(a), f(b))
        while abs(b - a) > Self.tolerance {
            let c = a + (a - b) * atA / (atB - atA)
            let atC = f(c)
            if atC * atB <= 0 { (a, atA) = (b, atB) } else { atA /= 2 }
            (b, atB) = (c, atC)
        }
        let volatility = exp(a / 2)
        return min(max(volatility, Self.volatilities.lowerBound), Self.volatilities.upperBound)
    }
}
