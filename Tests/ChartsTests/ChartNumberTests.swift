import Testing

@testable import Charts

@Suite struct ChartNumberTests {
    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (1, "1"), (999, "999"), (1_000, "1,000"), (1_234_567.891, "1,234,567.89"), (-12_345, "−12,345"),
        (2.5, "2.5"),
        (0.004, "0"), (-0.004, "0"), (.nan, "–"), (.infinity, "–"), (1e15, "1,000,000,000,000,000"), (1e16, "1e+16"), (100_000, "100,000"),
    ])
    func `a number is written in full with separators`(value: Double, expected: String) {
        #expect(ChartNumber.full(value) == expected)
    }

    @Test(arguments: [
        (9_999.0, "9,999"), (12_345, "12.3k"), (12_000, "12k"), (999_499, "999k"), (999_999, "1M"), (1_234_567, "1.23M"),
        (-54_321, "−54.3k"),
        (7.8e9, "7.8B"), (3e12, "3T"), (1e20, "1e+20"),
    ])
    func `a large number is shortened`(value: Double, expected: String) {
        #expect(ChartNumber.short(value) == expected)
    }

    @Test(arguments: [
        (12_000.0, 1_000.0, "12k"), (2_500_000, 500_000, "2.5M"), (1_000_500, 500, "1.0005M"), (0, 5_000, "0"), (5_000, 5_000, "5k"),
    ])
    func `neighbouring ticks have different labels`(value: Double, step: Double, expected: String) {
        #expect(ChartNumber.compact(value, step: step) == expected)
    }

    @Test func `a unit has a singular and a plural`() {
        let laps = ChartUnit("lap", "laps")
        #expect([0, 1, 2_000].map(laps.text) == ["0 laps", "1 lap", "2,000 laps"])
    }
}
