/// A game of tic-tac-toe on the board of a `Variant`. A player wins with enough marks in a row. Crosses move first.
public struct TicTacToe: Equatable, Sendable {
    public enum Mark: CaseIterable, Sendable {
        case x, o

        /// Returns the mark of the player who makes move number `ply`, counted from 0.
        public init(ofPly ply: Int) { self = ply.isMultiple(of: 2) ? .x : .o }

        public var opponent: Mark { self == .x ? .o : .x }
    }

    public enum Outcome: Equatable, Sendable {
        case running
        /// One side has won. `cells` are the cells of all winning rows that the last move completed.
        case won(Mark, cells: Set<Int>)
        case drawn
    }

    public enum IllegalMove: Error, Equatable, Sendable {
        case noSuchCell, taken, gameOver
    }

    public let variant: Variant
    /// The cells that were played, in the order of the moves.
    public private(set) var moves: [Int] = []
    public private(set) var outcome: Outcome = .running
    private var board: [Mark?]

    public init(_ variant: Variant = .three) {
        self.variant = variant
        board = Array(repeating: nil, count: variant.cells.count)
    }

    /// Plays `moves` on an empty board. Throws `IllegalMove` at the first move that breaks a rule.
    public init(_ variant: Variant = .three, moves: some Sequence<Int>) throws(IllegalMove) {
        self.init(variant)
        for cell in moves { try play(cell) }
    }

    public var ply: Int { moves.count }

    /// The mark that moves next. Nil if the game is over.
    public var turn: Mark? { outcome == .running ? Mark(ofPly: ply) : nil }

    /// Returns the mark in `cell`. Nil if the cell is empty or not on the board.
    public func mark(at cell: Int) -> Mark? {
        variant.cells.contains(cell) ? board[cell] : nil
    }

    /// Plays `cell` for the mark that moves next. If it throws, nothing has changed.
    public mutating func play(_ cell: Int) throws(IllegalMove) {
        guard let mark = turn else { throw .gameOver }
        guard variant.cells.contains(cell) else { throw .noSuchCell }
        guard board[cell] == nil else { throw .taken }
        board[cell] = mark
        moves.append(cell)
        let won = rows(of: mark, through: cell)
        if !won.isEmpty {
            outcome = .won(mark, cells: Set(won))
        } else if ply == board.count {
            outcome = .drawn
        }
    }

    /// Returns the cells of every row of `mark` that contains `cell` and is long enough to win. `cell` is repeated for each row.
    private func rows(of mark: Mark, through cell: Int) -> [Int] {
        var won: [Int] = []
        for direction in Variant.directions {
            let before = run(of: mark, from: cell, down: -direction.down, across: -direction.across)
            let after = run(of: mark, from: cell, down: direction.down, across: direction.across)
            guard before + 1 + after >= variant.row else { continue }
            let step = direction.down * variant.size + direction.across
            won += (-before...after).map { cell + $0 * step }
        }
        return won
    }

    /// Returns the number of marks of one side that follow `cell` without a gap in one direction.
    private func run(of mark: Mark, from cell: Int, down: Int, across: Int) -> Int {
        var (row, column) = (cell / variant.size + down, cell % variant.size + across)
        var length = 0
        while (0..<variant.size).contains(row), (0..<variant.size).contains(column), board[row * variant.size + column] == mark {
            length += 1
            row += down
            column += across
        }
        return length
    }
}
