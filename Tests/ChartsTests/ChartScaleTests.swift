import TestSupport
import Testing

@testable import Charts

@Suite struct ChartScaleTests {
    @Test(arguments: [
        ([48.0], [0.0, 20, 40, 60]), ([1], [0, 1]), ([0, 0], [0, 1]), ([4], [0, 1, 2, 3, 4]), ([0.4], [0, 0.1, 0.2, 0.3, 0.4]),
        ([-8, 12.5], [-10, 0, 10, 20]), ([-3], [-3, -2, -1, 0]), ([100], [0, 50, 100]), ([], [0, 1]), ([.nan, .infinity, 2], [0, 1, 2]),
    ])
    func `ticks are round numbers and include zero`(values: [Double], expected: [Double]) {
        let ticks = ChartScale(values).ticks
        #expect(ticks.count == expected.count && zip(ticks, expected).allSatisfy { abs($0 - $1) < 1e-12 }, "\(ticks)")
    }

    @Test(arguments: [(1.0, 1.0), (1.1, 2), (2.5, 5), (6, 10), (0.03, 0.05), (0.1, 0.1), (1e9, 1e9), (2.1e-7, 5e-7), (0, 1)])
    func `a step is one, two or five times a power of ten`(least: Double, expected: Double) {
        #expect(abs(ChartScale.niceStep(least) - expected) <= expected * 1e-9)
    }

    @Test func `random values lie on their scale`() throws {
        for seed in (0..<500).map({ _ in UInt64.random(in: 0...UInt64.max) }) {
            var random = Seeded(state: seed)
            let size = Double.random(in: -9...15, using: &random)
            let values = (0...Int.random(in: 0...5, using: &random)).map { _ in Double.random(in: -1...4, using: &random) * size.exponential
            }
            let hasZero = Bool.random(using: &random)
            let scale = ChartScale(values, hasZero: hasZero)
            try #require(values.allSatisfy { (0...100).contains(scale.percent($0)) }, "seed \(seed)")
            try #require((2...7).contains(scale.ticks.count), "seed \(seed): \(scale.ticks)")
            try #require(!hasZero || scale.ticks.contains(0), "seed \(seed)")
            try #require(Set(scale.ticks.map(scale.label)).count == scale.ticks.count, "seed \(seed): \(scale.ticks.map(scale.label))")
        }
    }

    @Test(arguments: [[1e300, -1e300], [.greatestFiniteMagnitude], [1e18, 1e18 + 512], [Double.leastNonzeroMagnitude]])
    func `extreme values do not crash`(values: [Double]) {
        for hasZero in [true, false] {
            let scale = ChartScale(values, hasZero: hasZero)
            #expect(scale.ticks.count < 20)
            #expect(scale.ticks.map(scale.label).allSatisfy { !$0.isEmpty })
        }
    }

    @Test func `a scale can begin above zero`() {
        #expect(ChartScale([1_427, 1_705], hasZero: false).ticks == [1_400, 1_500, 1_600, 1_700, 1_800])
        #expect(ChartScale([5, 5], hasZero: false).ticks == [5, 6])
    }
}

extension Double {
    /// Ten to the power of the number.
    var exponential: Double { (0..<Int(magnitude)).reduce(1) { power, _ in self < 0 ? power / 10 : power * 10 } }
}
