#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A numeric axis with ticks at equal distances. The step between two ticks is 1, 2 or 5 times a power of ten.
struct ChartScale: Hashable, Sendable {
    let step: Double
    private let first: Int
    private let last: Int

    /// Creates an axis that contains all finite values. If all values are whole numbers, the ticks are whole numbers too. Differences below
    /// a millionth of the largest value are ignored.
    /// - Parameters:
    ///   - hasZero: Whether the axis must contain zero. It must if the lengths of bars are compared.
    ///   - intervals: The approximate number of intervals between ticks.
    init(_ values: some Sequence<Double>, hasZero: Bool = true, intervals: Int = 4) {
        let values = values.filter(\.isFinite).map { min(max(-1e300, $0), 1e300) }
        var (low, high) = (values.min() ?? 0, values.max() ?? 0)
        if hasZero { (low, high) = (min(low, 0), max(high, 0)) }
        let magnitude = max(low.magnitude, high.magnitude)
        let least = values.allSatisfy { $0 == $0.rounded() } ? 1 : 0
        step = max(Self.niceStep(max((high - low) / Double(intervals), magnitude * 1e-6)), Double(least))
        first = Int((low / step + 1e-9).rounded(.down))
        last = max(first + 1, Int((high / step - 1e-9).rounded(.up)))
    }

    var ticks: [Double] { (first...last).map { Double($0) * step } }

    /// Returns the position of a value, in percent of the axis.
    func percent(_ value: Double) -> Double {
        let (low, high) = (Double(first) * step, Double(last) * step)
        return Self.rounded((value - low) / (high - low) * 100)
    }

    /// Returns the label of a tick. If all ticks are below 10,000, the label has all digits. Otherwise it is short, such as "12k".
    func label(_ tick: Double) -> String {
        let largest = Double(max(first.magnitude, last.magnitude)) * step
        return largest < 10_000 ? ChartNumber.decimal(tick, step: step) : ChartNumber.compact(tick, step: step)
    }

    /// Returns the smallest nice step that is at least `least`. Nice steps are 1, 2 and 5 times a power of ten. If `least` is 0, returns 1.
    static func niceStep(_ least: Double) -> Double {
        guard least > 0 else { return 1 }
        let power = pow(10, floor(log10(least)))
        let step = [1.0, 2, 5, 10].first { (step: Double) -> Bool in step * power >= least * (1 - 1e-9) } ?? 10
        return step * power
    }

    /// Rounds to two decimals. A hundredth of a percent is less than a pixel.
    static func rounded(_ percent: Double) -> Double { (percent * 100).rounded() / 100 }
}
