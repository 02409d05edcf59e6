import GameRules
import Testing

struct TicTacToeTests {
    @Test(arguments: TicTacToe.Variant.three.lines)
    func `every row of three wins`(line: [Int]) throws {
        let others = (0..<9).filter { !line.contains($0) }
        // The other side has only two marks, which never make a row.
        let game = try TicTacToe(moves: [line[0], others[0], line[1], others[1], line[2]])
        #expect(game.outcome == .won(.x, cells: Set(line)))
        #expect(game.turn == nil)
    }

    @Test func `a full board without a row is a draw`() throws {
        try #expect(TicTacToe(moves: [4, 0, 2, 6, 3, 5, 1, 7, 8]).outcome == .drawn)
    }

    @Test func `one move can complete two rows`() throws {
        let game = try TicTacToe(moves: [0, 1, 2, 3, 4, 5, 6, 7, 8].reordered)
        #expect(game.outcome == .won(.x, cells: [0, 4, 8, 2, 6]))
    }

    @Test func `illegal moves are refused`() throws {
        var game = try TicTacToe(moves: [4])
        #expect(throws: TicTacToe.IllegalMove.taken) { try game.play(4) }
        #expect(throws: TicTacToe.IllegalMove.noSuchCell) { try game.play(9) }
        #expect(throws: TicTacToe.IllegalMove.noSuchCell) { try game.play(-1) }
        #expect(throws: TicTacToe.IllegalMove.gameOver) { _ = try TicTacToe(moves: [0, 3, 1, 4, 2, 5]) }
        #expect(game.moves == [4])
    }

    /// There are 255,168 different games: crosses win 131,184, noughts win 77,904, and 46,080 are drawn.
    @Test func `the number of possible games is the known number`() throws {
        // By symmetry, one corner, one edge and the centre stand for all nine first moves.
        var (x, o, drawn) = (0, 0, 0)
        func count(_ game: TicTacToe, weight: Int) throws {
            switch game.outcome {
            case .won(.x, _): x += weight
            case .won(.o, _): o += weight
            case .drawn: drawn += weight
            case .running:
                for cell in 0..<9 where game.mark(at: cell) == nil {
                    var next = game
                    try next.play(cell)
                    try count(next, weight: weight)
                }
            }
        }
        try count(TicTacToe(moves: [0]), weight: 4)
        try count(TicTacToe(moves: [1]), weight: 4)
        try count(TicTacToe(moves: [4]), weight: 1)
        #expect((x, o, drawn) == (131_184, 77_904, 46_080))
    }
}

extension [Int] {
    /// Moves of which the last one, in the centre, completes both diagonals.
    fileprivate var reordered: [Int] { [0, 1, 8, 3, 2, 5, 6, 7, 4] }
}
