import Foundation
import GameRules
import Testing

struct StaircaseTests {
    private func play(_ games: String, from level: Int, of levels: Int = 15) -> [Int] {
        var staircase = Staircase(level: level)
        return games.map { game in
            _ = staircase.count(isGood: game == "+", of: levels, mayEase: true)
            return staircase.level
        }
    }

    @Test func `three good games lead up and a bad one down`() {
        // A step is two levels until the direction changes for the first time.
        #expect(play("+++", from: 5) == [5, 5, 7])
        #expect(play("++++++", from: 5) == [5, 5, 7, 7, 7, 9])
        #expect(play("+++-++++++", from: 5) == [5, 5, 7, 6, 6, 6, 7, 7, 7, 8])
        #expect(play("++-+++", from: 5) == [5, 5, 3, 3, 3, 4])
    }

    @Test func `the level stays between the first and the last`() {
        #expect(play("---", from: 2) == [1, 1, 1])
        #expect(play("++++++", from: 14) == [14, 14, 15, 15, 15, 15])
    }

    @Test func `a second step down needs the member's consent`() {
        var staircase = Staircase(level: 5)
        #expect(staircase.count(isGood: false, of: 15, mayEase: true) == .easier)
        #expect(staircase.count(isGood: false, of: 15, mayEase: false) == .askEasier && staircase.level == 3)
        #expect(staircase.ease(of: 15) == .easier && staircase.level == 1)
        #expect(staircase.count(isGood: false, of: 15, mayEase: false) == .same)
    }

    /// The chance of a good game falls with the level as a logistic curve. It is one half at a person's ability.
    @Test(arguments: [(15, WordleyLevel.first), (16, SlideItLevel.first)])
    func `the level settles where about 80 percent of games are good`(levels: Int, first: Int) {
        var generator = SplitMix64(seed: 1971)
        var (sum, count) = (0.0, 0)
        for _ in 0..<2000 {
            let ability = Double.random(in: 4...Double(levels - 2), using: &generator)
            func chance(_ level: Int) -> Double { 1 / (1 + exp((Double(level) - ability) / 0.9)) }
            var staircase = Staircase(level: first)
            for game in 1...40 {
                let chance = chance(staircase.level)
                if game > 20 { (sum, count) = (sum + chance, count + 1) }
                _ = staircase.count(isGood: Double.random(in: 0..<1, using: &generator) < chance, of: levels, mayEase: true)
            }
        }
        let mean = sum / Double(count)
        #expect(mean > 0.76 && mean < 0.83, "\(mean)")
    }
}
