/// Tic-tac-toe on a 3 by 3 board: three in a row wins. Cells are numbered 0 to 8, row by row; crosses move first.
public struct TicTacToe: Equatable, Sendable {
    public enum Mark: Sendable {
        case x, o
        public var opponent: Mark { self == .x ? .o : .x }
    }

    public enum Outcome: Equatable, Sendable {
        case running
        /// The winner, and the cells of every completed row of three.
        case won(Mark, cells: Set<Int>)
        case drawn
    }

    public enum IllegalMove: Error, Equatable, Sendable {
        case noSuchCell, taken, gameOver
    }

    public static let size = 3
    public static let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]

    /// The cells in the order they were played.
    public private(set) var moves: [Int] = []

    public init() {}

    /// Replays `moves`. Throws `IllegalMove` at the first that breaks a rule.
    public init(moves: some Sequence<Int>) throws(IllegalMove) {
        for cell in moves { try play(cell) }
    }

    public var ply: Int { moves.count }

    /// Whose turn it is; nil when the game is over.
    public var turn: Mark? { outcome == .running ? Self.mark(ofPly: ply) : nil }

    public func mark(at cell: Int) -> Mark? {
        moves.firstIndex(of: cell).map(Self.mark(ofPly:))
    }

    public var outcome: Outcome {
        for mark in [Mark.x, .o] {
            let full = Self.lines.filter { line in line.allSatisfy { self.mark(at: $0) == mark } }
            if !full.isEmpty { return .won(mark, cells: Set(full.joined())) }
        }
        return moves.count == Self.size * Self.size ? .drawn : .running
    }

    /// Plays `cell` for whoever's turn it is.
    public mutating func play(_ cell: Int) throws(IllegalMove) {
        guard outcome == .running else { throw .gameOver }
        guard (0..<Self.size * Self.size).contains(cell) else { throw .noSuchCell }
        guard !moves.contains(cell) else { throw .taken }
        moves.append(cell)
    }

    private static func mark(ofPly ply: Int) -> Mark { ply.isMultiple(of: 2) ? .x : .o }
}
