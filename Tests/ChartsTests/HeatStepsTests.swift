import TestSupport
import Testing

@testable import Charts

@Suite struct HeatStepsTests {
    @Test(arguments: [
        ([], []), ([0, -3], []), ([7], [7]), ([1, 1, 1], [1]), ([1, 2], [1, 2]), ([5, 4, 3, 2, 1], [1, 2, 3, 4, 5]),
        (Array(1...10), [2, 4, 6, 8, 10]),
        ([1, 1, 1, 1, 1, 1, 1, 1, 2, 900], [1, 2, 900]), ([1, 2, 3, 9, 9, 9, 9, 9, 20, 30], [2, 3, 9, 20, 30]),
        ([1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 6]),
    ])
    func `values are divided into up to five steps`(values: [Int], bounds: [Int]) {
        #expect(HeatSteps(values).bounds == bounds)
    }

    @Test func `colour levels are spread as far apart as possible`() {
        #expect([0, -1, 7].map(HeatSteps([7]).level) == [0, 0, 3])
        #expect([1, 2].map(HeatSteps([1, 2]).level) == [1, 5])
        #expect([1, 2, 900].map(HeatSteps([1, 2, 900]).level) == [1, 3, 5])
        #expect((1...5).map(HeatSteps(1...5).level) == [1, 2, 3, 4, 5])
    }

    @Test func `the key shows the numbers that occur`() {
        #expect(HeatSteps([1, 2, 4, 9, 12_345, 12_345]).ranges.map(\.text) == ["1", "2", "4", "9", "12.3k"])
        #expect(HeatSteps([]).ranges.isEmpty)
    }

    @Test func `a higher value never has a lower level`() throws {
        for seed in (0..<300).map({ _ in UInt64.random(in: 0...UInt64.max) }) {
            var random = Seeded(state: seed)
            let values = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                Int.random(in: 1...Int.random(in: 1...200, using: &random), using: &random)
            }
            let steps = HeatSteps(values)
            let levels = values.sorted().map(steps.level)
            try #require(levels == levels.sorted() && levels.allSatisfy { (1...5).contains($0) }, "seed \(seed)")
            try #require(steps.bounds.count == min(5, Set(values).count), "seed \(seed)")
        }
    }
}
