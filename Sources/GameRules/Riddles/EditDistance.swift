/// The number of typing errors by which two texts differ. A typing error is a missing letter, an extra letter, a wrong letter, or two
/// swapped letters next to each other (Damerau-Levenshtein distance as optimal string alignment, which changes no letter twice).
enum EditDistance {
    /// Returns whether the texts differ by at most `limit` typing errors. Only the cells near the diagonal of the table are computed.
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
