extension Int {
    /// The number with commas between groups of three digits: "1,204".
    var grouped: String {
        let digits = String(self)
        return String(
            digits.enumerated().flatMap { index, digit in index > 0 && (digits.count - index).isMultiple(of: 3) ? [",", digit] : [digit] })
    }
}
