import GameRules

extension TicTacToe.Variant {
    /// Every line of `row` cells on the board, found in a slow and simple way.
    var lines: [[Int]] {
        cells.flatMap { cell in
            [(0, 1), (1, 0), (1, 1), (1, -1)].compactMap { down, across in line(from: cell, down: down, across: across) }
        }
    }

    private func line(from cell: Int, down: Int, across: Int) -> [Int]? {
        let places = (0..<row).map { (cell / size + $0 * down, cell % size + $0 * across) }
        guard places.allSatisfy({ (0..<size).contains($0) && (0..<size).contains($1) }) else { return nil }
        return places.map { $0 * size + $1 }
    }
}

extension TicTacToe {
    /// The outcome, found by checking all `lines` of the board.
    func naiveOutcome(_ lines: [[Int]]) -> Outcome {
        for mark in Mark.allCases {
            let full = lines.filter { line in line.allSatisfy { self.mark(at: $0) == mark } }
            if !full.isEmpty { return .won(mark, cells: Set(full.joined())) }
        }
        return moves.count == variant.cells.count ? .drawn : .running
    }

    var emptyCells: [Int] { variant.cells.filter { mark(at: $0) == nil } }

    /// A game with crosses and noughts at these cells, as (row, column) counted from 1.
    static func placed(_ variant: Variant, x: [(Int, Int)], o: [(Int, Int)]) throws -> TicTacToe {
        let cells = [x, o].map { places -> [Int] in places.map { (row, column) -> Int in (row - 1) * variant.size + column - 1 } }
        let moves = (0..<x.count + o.count).map { cells[$0 % 2][$0 / 2] }
        return try TicTacToe(variant, moves: moves)
    }
}
