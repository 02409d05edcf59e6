/// Finds the best move by alpha-beta search with iterative deepening. It stops after `budget` positions have been examined.
///
/// A move that answers a threat does not count as depth. So sequences of threats are searched to their end.
struct Search {
    private static let win = 1_000_000
    private static let width = 10
    private static let widthAtRoot = 20

    private var board: Threats
    /// The number of positions that the search may still examine.
    private(set) var remaining: Int

    init(_ board: Threats, budget: Int) {
        self.board = board
        remaining = budget
    }

    /// Returns the best move of `side`. Nil if the board is full. If several moves are equally good, the random generator decides.
    mutating func best(for side: Threats.Side, using generator: inout some RandomNumberGenerator) -> Int? {
        let view = board.view(for: side)
        if let cell = view.win ?? view.answers.first { return cell }
        if let cell = winningThreat(of: side, steps: 20, positions: remaining / 4) { return cell }
        var cells = board.candidates(for: side, view, limit: Self.widthAtRoot).shuffled(using: &generator)
        for depth in 1...max(1, board.emptyCount) where cells.count > 1 {
            let value = rank(&cells, for: side, depth: depth)
            if remaining <= 0 || abs(value) > Self.win / 2 { break }
        }
        return cells.first
    }

    /// Sorts `cells` so that the best is first, by a search of `depth` moves. Returns the value of the best cell.
    private mutating func rank(_ cells: inout [Int], for side: Threats.Side, depth: Int) -> Int {
        var alpha = -Self.win
        var values = Array(repeating: -Self.win - 1, count: cells.count)
        for (index, cell) in cells.enumerated() {
            let value = value(of: cell, for: side, depth: depth, alpha: alpha, beta: Self.win, ply: 0)
            if remaining <= 0 { break }
            values[index] = value
            // The first search must find the order of all moves. Later searches need to find only the best move.
            if depth > 1 { alpha = max(alpha, value) }
        }
        let order = cells.indices.sorted { (-values[$0], $0) < (-values[$1], $1) }
        cells = order.map { cells[$0] }
        return values[order[0]]
    }

    private mutating func value(of cell: Int, for side: Threats.Side, depth: Int, alpha: Int, beta: Int, ply: Int) -> Int {
        board.play(cell, for: side)
        defer { board.takeBack(cell, for: side) }
        return -value(for: 1 - side, depth: depth - 1, alpha: -beta, beta: -alpha, ply: ply + 1)
    }

    private mutating func value(for side: Threats.Side, depth: Int, alpha: Int, beta: Int, ply: Int) -> Int {
        remaining -= 1
        guard remaining > 0, board.emptyCount > 0 else { return 0 }
        let view = board.view(for: side)
        if view.win != nil { return Self.win - ply }
        if view.answers.count > 1 { return ply + 1 - Self.win }
        if depth <= 0, view.answers.isEmpty { return estimate(for: side, view, ply: ply) }
        var best = -Self.win
        for cell in board.candidates(for: side, view, limit: Self.width) {
            let depth = view.answers.isEmpty ? depth : depth + 1
            best = max(best, value(of: cell, for: side, depth: depth, alpha: max(alpha, best), beta: beta, ply: ply))
            if remaining <= 0 || best >= beta { break }
        }
        return best
    }

    /// Returns the value of the position for `side` without a search, except for sequences of threats.
    private mutating func estimate(for side: Threats.Side, _ view: View, ply: Int) -> Int {
        if view.best.threatens, winningThreat(of: side, steps: 8, positions: 40) != nil { return Self.win - ply - 5 }
        let urgent = (view.best.isStrong ? 150 : 0) - (view.danger.isDouble ? 50 : 0)
        return board.totals[side] - board.totals[1 - side] + urgent
    }

    /// Returns the first move of a sequence of threats with which `side` wins, whatever the opponent does. Nil if no such sequence is found
    /// within `positions` positions.
    private mutating func winningThreat(of side: Threats.Side, steps: Int, positions: Int) -> Int? {
        let rest = max(0, remaining - positions)
        remaining -= rest
        defer { remaining += rest }
        return winningThreat(of: side, steps: steps)
    }

    private mutating func winningThreat(of side: Threats.Side, steps: Int) -> Int? {
        remaining -= 1
        let view = board.view(for: side)
        if let cell = view.win { return cell }
        guard steps > 0, remaining > 0, view.answers.count < 2, view.best.threatens else { return nil }
        return board.threats(of: side, view, limit: 6).first { winsByThreat($0, of: side, steps: steps) }
    }

    private mutating func winsByThreat(_ cell: Int, of side: Threats.Side, steps: Int) -> Bool {
        board.play(cell, for: side)
        defer { board.takeBack(cell, for: side) }
        remaining -= 1
        let view = board.view(for: 1 - side)
        guard view.win == nil, let answer = view.answers.first else { return false }
        if view.answers.count > 1 { return true }
        board.play(answer, for: 1 - side)
        defer { board.takeBack(answer, for: 1 - side) }
        return winningThreat(of: side, steps: steps - 1) != nil
    }
}
