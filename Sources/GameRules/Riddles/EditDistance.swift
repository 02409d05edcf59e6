/// How many slips of the fingers lie between two rows of letters: one left out, one too many, a wrong one, or two neighbours swapped
/// (Damerau-Levenshtein, as optimal string alignment: no letter is touched twice).
enum EditDistance {
    /// Whether there are at most `limit`. Only what lies so close to the diagonal is computed.
    static func isWithin<Letter: Equatable>(_ limit: Int, _ left: [Letter], _ right: [Letter]) -> Bool {
        guard abs(left.count - right.count) <= limit else { return false }
        let far = limit + 1
        var (beforeLast, last) = ([Int](), (0...right.count).map { min($0, far) })
        for row in left.indices {
            var current = Array(repeating: far, count: right.count + 1)
            current[0] = min(row + 1, far)
            for column in max(0, row - limit)..<min(right.count, row + far) {
                var cost = min(last[column] + (left[row] == right[column] ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current[column + 1] = min(cost, far)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count] <= limit
    }
}
