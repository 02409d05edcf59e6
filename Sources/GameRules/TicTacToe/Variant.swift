extension TicTacToe {
    /// A variant of the game: the size of the board, and the number of marks in a row that win. A longer row wins too.
    public enum Variant: String, CaseIterable, Sendable {
        case three = "3x3"
        case five = "5x5"
        case fifteen = "15x15"

        /// The number of rows and of columns.
        public var size: Int {
            switch self {
            case .three: 3
            case .five: 5
            case .fifteen: 15
            }
        }

        /// The number of marks in a row that win.
        public var row: Int {
            switch self {
            case .three: 3
            case .five: 4
            case .fifteen: 5
            }
        }

        /// The numbers of all cells. They are counted from 0, row by row from the top left.
        public var cells: Range<Int> { 0..<size * size }

        /// The four directions of a row. Opposite directions count as one.
        static let directions = [(down: 0, across: 1), (down: 1, across: 0), (down: 1, across: 1), (down: 1, across: -1)]

        /// Returns "top left" for the first cell of the 3x3 board, for example, and "row 7, column 12" on a larger board.
        public func label(of cell: Int) -> String {
            let (row, column) = (cell / size, cell % size)
            guard self == .three else { return "row \(row + 1), column \(column + 1)" }
            if row == 1, column == 1 { return "centre" }
            return ["top", "middle", "bottom"][row] + " " + ["left", "middle", "right"][column]
        }
    }
}
