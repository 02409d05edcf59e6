#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Formats the numbers of a chart.
enum ChartNumber {
    /// Returns all digits of a number, with at most two decimals, such as "12,345.5".
    static func full(_ value: Double) -> String { decimal(value, step: 0.01) }

    /// Returns all digits of a number, with enough decimals to tell apart two ticks that differ by `step`.
    static func decimal(_ value: Double, step: Double) -> String {
        guard value.isFinite else { return "–" }
        guard value.magnitude < 1e16, step > 1e-9 else { return "\(value)" }
        let parts = fixed(value, decimals: decimals(in: step)).split(separator: ".")
        let (sign, digits) = parts[0].hasPrefix("−") ? ("−", parts[0].dropFirst()) : ("", parts[0])
        return sign + grouped(digits) + (parts.count > 1 ? "." + parts[1] : "")
    }

    /// Returns all digits of a number up to 9,999. A larger number has three digits and a unit, such as "12.3k".
    static func short(_ value: Double) -> String {
        guard value.isFinite, value.magnitude >= 10_000 else { return full(value) }
        return compact(value, step: pow(10, floor(log10(value.magnitude)) - 2))
    }

    /// Returns a short text such as "12k" or "2.5M", with enough decimals to tell apart two ticks that differ by `step`.
    static func compact(_ value: Double, step: Double) -> String {
        guard value.magnitude < 1e16 else { return "\(value)" }
        var unit = units.last { $0.size <= value.magnitude } ?? (1, "")
        if let larger = units.first(where: { $0.size > unit.size }), (value.magnitude / step).rounded() * step >= larger.size {
            unit = larger
        }
        return fixed(value / unit.size, decimals: min(decimals(in: step / unit.size), 9)) + unit.sign
    }

    private static func decimals(in step: Double) -> Int { Int(max(0, ceil(-log10(step) - 1e-9))) }

    private static let units: [(size: Double, sign: String)] = [(1, ""), (1e3, "k"), (1e6, "M"), (1e9, "B"), (1e12, "T")]

    /// Returns the number without zeros at the end of its decimals. A negative number has a minus sign instead of a hyphen.
    private static func fixed(_ value: Double, decimals: Int) -> String {
        let scale = pow(10, Double(decimals))
        let scaled = (value.magnitude * scale).rounded()
        guard scaled < 9e18 else { return "\(value)" }
        let (whole, part) = Int(scaled).quotientAndRemainder(dividingBy: Int(scale))
        let sign = value < 0 && scaled > 0 ? "−" : ""
        guard part > 0 else { return sign + String(whole) }
        var digits = String(part)
        digits = String(repeating: "0", count: decimals - digits.utf8.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }

    private static func grouped(_ digits: Substring) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.utf8.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }
}

/// The unit of the values, in singular and plural, such as "lap" and "laps".
public struct ChartUnit: Hashable, Sendable {
    let one: String
    let many: String

    /// Creates a unit from the word for 1, and the word for all other numbers.
    public init(_ one: String, _ many: String) {
        (self.one, self.many) = (one, many)
    }

    /// Returns a value with its unit, such as "1 lap" or "1,204 laps".
    func text(_ value: Double) -> String { "\(ChartNumber.full(value)) \(value == 1 ? one : many)" }
}
