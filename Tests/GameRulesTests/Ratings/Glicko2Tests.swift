import Foundation
import GameRules
import Testing

struct Glicko2Tests {
    let system = Glicko2()

    /// The expected numbers have the digits that the paper gives.
    @Test func `the example of the Glicko-2 paper gives its results`() {
        let player = Rating(rating: 1500, deviation: 200, volatility: 0.06)
        let updated = system.updated(
            player,
            after: [
                (Rating(rating: 1400, deviation: 30), 1), (Rating(rating: 1550, deviation: 100), 0),
                (Rating(rating: 1700, deviation: 300), 0),
            ])
        #expect(abs(updated.rating - 1464.06) < 0.01)
        #expect(abs(updated.deviation - 151.52) < 0.01)
        #expect(abs(updated.volatility - 0.05999) < 0.00001)
    }

    /// At the new volatility the function of the paper's step 5 is zero. The test finds that place by bisection.
    @Test func `the volatility is the root of the paper's function`() {
        for (opponent, score) in [(1000.0, 0.0), (1500, 1), (2400, 1), (3000, 1)] {
            let games = [(opponent: Rating(rating: opponent, deviation: 60), score: score)]
            let found = system.updated(Rating(deviation: 80), after: games).volatility
            #expect(abs(found - volatilityByHalving(deviation: 80, opponent: opponent, score: score)) < 1e-6)
        }
    }

    @Test func `a new player has the paper's initial values`() {
        #expect(Rating() == Rating(rating: 1500, deviation: 350, volatility: 0.06))
        #expect(system.tau == 0.5)
    }

    @Test func `the ratings of equal players change by the same amount`() {
        let after = system.updated(pair: Rating(), Rating(), score: 1)
        #expect(after.first.rating > 1500)
        #expect(abs(after.first.rating + after.second.rating - 3000) < 1e-9)
        #expect(abs(after.first.deviation - after.second.deviation) < 1e-9)
        let drawn = system.updated(pair: Rating(), Rating(), score: 0.5)
        #expect(drawn.first == drawn.second)
        #expect(drawn.first.rating == 1500)
    }

    @Test func `the order of the two players does not matter`() {
        forEachPair { first, second, score in
            let one = system.updated(pair: first, second, score: score)
            let other = system.updated(pair: second, first, score: 1 - score)
            #expect(one.first == other.second)
            #expect(one.second == other.first)
        }
    }

    @Test func `both players are rated from the ratings before the game`() {
        let (first, second) = (Rating(rating: 1700, deviation: 90), Rating(rating: 1450, deviation: 210))
        let after = system.updated(pair: first, second, score: 0)
        #expect(after.first == system.updated(first, after: [(second, 0)]))
        #expect(after.second == system.updated(second, after: [(first, 1)]))
    }

    @Test func `a win never lowers a rating, a loss never raises it`() {
        forEachPair { first, second, _ in
            let won = system.updated(pair: first, second, score: 1)
            #expect(won.first.rating >= first.rating)
            #expect(won.second.rating <= second.rating)
        }
    }

    @Test func `a better score never gives a lower rating`() {
        forEachPair { first, second, _ in
            let ratings = [0, 0.5, 1].map { system.updated(Rating(rating: first.rating), after: [(second, $0)]).rating }
            #expect(ratings == ratings.sorted())
        }
    }

    @Test func `extreme ratings stay finite and in range`() {
        forEachPair(extreme: true) { first, second, score in
            let after = system.updated(pair: first, second, score: score)
            for rating in [after.first, after.second, system.idle(first, periods: 1e300)] {
                #expect(rating.rating.isFinite && rating.volatility.isFinite && rating.volatility > 0, "\(first) \(second) \(score)")
                #expect(Glicko2.deviations.contains(rating.deviation))
            }
            // One game never changes a rating by more than it changes the rating of an unknown player.
            #expect(abs(after.first.rating - first.rating) < 710 + abs(first.rating) * 1e-12)
        }
    }

    @Test func `a thousand games in one period stay finite`() {
        let games = (0..<1000).map { number -> (opponent: Rating, score: Double) in
            (Rating(rating: Double(number * 10)), Double(number % 3) / 2)
        }
        let after = system.updated(Rating(), after: games)
        #expect(after.rating.isFinite && (1500...10_000).contains(after.rating))
        #expect((30...60).contains(after.deviation))
    }

    @Test func `without games only the deviation grows`() {
        let player = Rating(rating: 1612, deviation: 80, volatility: 0.05)
        let after = system.updated(player, after: [])
        #expect(after.rating == player.rating && after.volatility == player.volatility)
        // Step 6 of the paper: the square root of the sum of the squares of deviation and volatility.
        #expect(abs(after.deviation - 80.4703) < 0.001)
        #expect(after == system.idle(player, periods: 1))
    }

    @Test func `periods without games add up`() {
        let player = Rating(rating: 1612, deviation: 80)
        let (once, twice) = (system.idle(player, periods: 7.5), system.idle(system.idle(player, periods: 3), periods: 4.5))
        #expect(abs(once.deviation - twice.deviation) < 1e-9)
        #expect(once.deviation > player.deviation)
        #expect(system.idle(player, periods: 0) == player)
        #expect(system.idle(player, periods: -1) == player)
        #expect(system.idle(player, periods: 1e9).deviation == 350)
    }

    @Test func `many games never freeze a rating`() {
        var player = Rating(deviation: 60, volatility: 0.001)
        for number in 0..<500 { player = system.updated(player, after: [(Rating(deviation: 30), Double(number % 2))]) }
        #expect(player.deviation == 30)
        #expect(system.updated(player, after: [(Rating(deviation: 30), 1)]).rating > player.rating + 2)
    }

    @Test func `an unexpected result raises the volatility`() {
        let (weak, strong) = (Rating(rating: 1000, deviation: 40), Rating(rating: 2400, deviation: 40))
        #expect(system.updated(weak, after: [(strong, 1)]).volatility > weak.volatility)
        #expect(system.updated(weak, after: [(Rating(rating: 1e9), 1)]).volatility > weak.volatility)
        // An expected result lowers the volatility.
        #expect(system.updated(weak, after: [(weak, 0.5)]).volatility < weak.volatility)
    }

    /// The new volatility of a player of 1500 with volatility 0.06 after a game against an opponent of deviation 60.
    private func volatilityByHalving(deviation: Double, opponent: Double, score: Double) -> Double {
        let (phi, phiJ) = (deviation / 173.7178, 60 / 173.7178)
        let g = 1 / (1 + 3 * phiJ * phiJ / (Double.pi * Double.pi)).squareRoot()
        let e = 1 / (1 + exp(-g * (1500 - opponent) / 173.7178))
        let v = 1 / (g * g * e * (1 - e))
        let delta = v * g * (score - e)
        var (low, high) = (-20.0, 20.0)
        for _ in 0..<100 {
            let x = (low + high) / 2
            let power = exp(x)
            let sum = phi * phi + v + power
            let value = power * (delta * delta - sum) / (2 * sum * sum) - (x - 2 * log(0.06)) / 0.25
            if value > 0 { low = x } else { high = x }
        }
        return exp(low / 2)
    }

    private func forEachPair(extreme: Bool = false, _ body: (Rating, Rating, Double) -> Void) {
        var generator = SplitMix64(seed: 11)
        for _ in 0..<2000 {
            let (first, second) = (Rating.any(extreme, using: &generator), Rating.any(extreme, using: &generator))
            body(first, second, [0, 0.5, 1].randomElement(using: &generator) ?? 0)
        }
    }
}

extension Rating {
    fileprivate static func any(_ extreme: Bool, using generator: inout SplitMix64) -> Rating {
        let rating = Rating(
            rating: .random(in: 0...3500, using: &generator), deviation: .random(in: 30...350, using: &generator),
            volatility: .random(in: 0.01...0.12, using: &generator))
        guard extreme, let number = [0, 1, -1, 1e9, -1e9, 1e300, -1e300, 1e-300].randomElement(using: &generator) else { return rating }
        return switch Int.random(in: 0..<4, using: &generator) {
        case 0: Rating(rating: number, deviation: rating.deviation, volatility: rating.volatility)
        case 1: Rating(rating: rating.rating, deviation: number, volatility: rating.volatility)
        case 2: Rating(rating: rating.rating, deviation: rating.deviation, volatility: number)
        default: Rating(rating: number, deviation: number, volatility: number)
        }
    }
}
