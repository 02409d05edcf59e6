extension TicTacToe {
    /// A computer player. For the same position, random generator and strength it always makes the same move.
    public struct Machine: Sendable {
        public enum Strength: String, CaseIterable, Sendable {
            case easy, fair, strong
        }

        public let strength: Strength
        /// The maximum number of positions that the strong machine examines for one move.
        let budget: Int

        public init(_ strength: Strength) { self.init(strength, budget: 6000) }

        init(_ strength: Strength, budget: Int) {
            self.strength = strength
            self.budget = budget
        }

        /// Returns the move of the machine. Nil if the game is over.
        public func move(in position: TicTacToe, using generator: inout some RandomNumberGenerator) -> Int? {
            guard position.turn != nil else { return nil }
            let side = position.ply & 1
            let board = Threats(position)
            switch strength {
            case .easy: return easyMove(in: position, board, for: side, using: &generator)
            case .fair: return fairMove(on: board, for: side, using: &generator)
            case .strong:
                var search = Search(board, budget: budget)
                return search.best(for: side, using: &generator)
            }
        }

        /// Returns a move that wins at once or prevents a win of the opponent, if there is one. Otherwise it returns the best of a random
        /// two thirds of the empty cells, without looking ahead.
        private func fairMove(on board: Threats, for side: Threats.Side, using generator: inout some RandomNumberGenerator) -> Int? {
            let view = board.view(for: side)
            if let cell = view.win ?? view.answers.first { return cell }
            let cells = board.isEmpty.indices.filter { board.isEmpty[$0] }.shuffled(using: &generator)
            return bestCell(among: Array(cells.prefix(cells.count * 2 / 3 + 1)), on: board, for: side, using: &generator)
        }

        /// Returns the move of a weak player, who misses a win one time in eight, and a threat of the opponent one time in three. If there
        /// is no win and no threat, it is the best of a few cells near other marks.
        private func easyMove(
            in position: TicTacToe, _ board: Threats, for side: Threats.Side, using generator: inout some RandomNumberGenerator
        ) -> Int? {
            let view = board.view(for: side)
            if let cell = view.win, Int.random(in: 0..<8, using: &generator) > 0 { return cell }
            if let cell = view.answers.first, Int.random(in: 0..<3, using: &generator) > 0 { return cell }
            let cells = position.cellsNearMarks.shuffled(using: &generator).prefix(3)
            return bestCell(among: Array(cells), on: board, for: side, using: &generator)
        }

        /// Returns the best of `cells` without looking ahead. Random errors in the comparison make the machine weaker.
        private func bestCell(
            among cells: [Int], on board: Threats, for side: Threats.Side, using generator: inout some RandomNumberGenerator
        ) -> Int? {
            var best: (cell: Int, worth: Double)?
            for cell in cells {
                let worth = Double(board.shape(of: cell, for: side).value * 2 + board.shape(of: cell, for: 1 - side).value)
                let seen = worth * Double.random(in: 0.4...1, using: &generator)
                if best.map({ seen > $0.worth }) ?? true { best = (cell, seen) }
            }
            return best?.cell
        }
    }

    /// The empty cells next to a mark. If there is no such cell, all empty cells.
    private var cellsNearMarks: [Int] {
        let near = variant.cells.filter { cell in mark(at: cell) == nil && moves.contains { isNeighbour($0, of: cell) } }
        return near.isEmpty ? variant.cells.filter { mark(at: $0) == nil } : near
    }

    private func isNeighbour(_ one: Int, of other: Int) -> Bool {
        abs(one / variant.size - other / variant.size) <= 1 && abs(one % variant.size - other % variant.size) <= 1
    }
}
