extension Output {
    /// Writes a number as JavaScript writes it, because data for Mustache are JavaScript values. A whole number is written without a
    /// fraction.
    mutating func write(_ number: Double, as escape: Escape) {
        if let whole = Int(exactly: number), whole.magnitude < 1 << 53 {
            append(integer: whole)
        } else {
            write(number.asInJavaScript, as: escape)
        }
    }
}

extension Double {
    /// The shortest digits that identify the number. It has an exponent only if it is at least 10²¹ or below 10⁻⁶ (ECMA-262, 6.1.6.1.20).
    var asInJavaScript: String {
        guard isFinite else { return isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity" }
        guard self != 0 else { return "0" }
        let sign = self < 0 ? "-" : ""
        let (digits, point) = magnitude.digits
        switch point {
        case digits.count...21: return sign + digits + zeros(point - digits.count)
        case 1...21: return sign + digits.prefix(point) + "." + digits.dropFirst(point)
        case -5...0: return sign + "0." + zeros(-point) + digits
        default:
            let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
            return sign + digits.prefix(1) + fraction + "e" + (point > 0 ? "+" : "") + String(point - 1)
        }
    }

    /// The digits of the number without zeros at either end, and the number of digits before the decimal point.
    private var digits: (digits: String, point: Int) {
        let parts = description.split(separator: "e")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let digits = mantissa.joined().drop { $0 == "0" }
        let leadingZeros = mantissa.joined().count - digits.count
        let last = digits.lastIndex { $0 != "0" } ?? digits.startIndex
        return (String(digits[...last]), mantissa[0].count + exponent - leadingZeros)
    }

    private func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
}
