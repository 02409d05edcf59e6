/// Converts between moves and their texts. On 3x3, a text is the row (T, M or B for top, middle or bottom), the column (1 to 3) and the
/// mark, such as `T2X`. On the larger boards, the row and the column are numbers, such as `7-12X`.
extension TicTacToe.Variant {
    /// Returns the text for playing `mark` in `cell`, which must be on the board.
    public func name(of cell: Int, by mark: TicTacToe.Mark) -> String {
        let (row, column) = (cell / size, cell % size)
        let place = self == .three ? "\(["T", "M", "B"][row])\(column + 1)" : "\(row + 1)-\(column + 1)"
        return place + (mark == .x ? "X" : "O")
    }

    /// Parses a text in the form that `name(of:by:)` returns. Nil if it is not the text of a move.
    public func move(named name: String) -> (cell: Int, mark: TicTacToe.Mark)? {
        guard let cell = cell(at: name.dropLast()) else { return nil }
        // Other spellings, such as 07-12X, are refused, so that each move has exactly one text.
        return TicTacToe.Mark.allCases.first { self.name(of: cell, by: $0) == name }.map { (cell, $0) }
    }

    private func cell(at place: Substring) -> Int? {
        if self == .three {
            guard let first = place.first, let row = ["T": 1, "M": 2, "B": 3][first] else { return nil }
            return cell(row: row, column: Int(place.dropFirst()))
        }
        let numbers = place.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false).map { Int($0) }
        return numbers.count == 2 ? cell(row: numbers[0], column: numbers[1]) : nil
    }

    private func cell(row: Int?, column: Int?) -> Int? {
        guard let row, let column, (1...size).contains(row), (1...size).contains(column) else { return nil }
        return (row - 1) * size + column - 1
    }
}
