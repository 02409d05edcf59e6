import GameRules
import Testing

struct VariantTests {
    @Test(arguments: [(TicTacToe.Variant.three, 200), (.five, 200), (.fifteen, 6)])
    func `the outcome of random games agrees with a check of every line`(variant: TicTacToe.Variant, games: Int) throws {
        let lines = variant.lines
        for seed in 0..<games {
            var generator = SplitMix64(seed: UInt64(seed))
            var game = TicTacToe(variant)
            for cell in variant.cells.shuffled(using: &generator) where game.turn != nil {
                try game.play(cell)
                #expect(game.outcome == game.naiveOutcome(lines))
            }
            #expect(game.outcome != .running)
            try #expect(TicTacToe(variant, moves: game.moves) == game)
        }
    }

    @Test(arguments: TicTacToe.Variant.allCases)
    func `illegal moves change nothing`(variant: TicTacToe.Variant) throws {
        var generator = SplitMix64(seed: 1)
        var game = TicTacToe(variant)
        for cell in variant.cells.shuffled(using: &generator) where game.turn != nil {
            try game.play(cell)
            let before = game
            let taken: TicTacToe.IllegalMove = game.turn == nil ? .gameOver : .taken
            #expect(throws: taken) { try game.play(cell) }
            for beyond in [-1, variant.cells.count, .min, .max] {
                #expect(throws: game.turn == nil ? .gameOver : TicTacToe.IllegalMove.noSuchCell) { try game.play(beyond) }
                #expect(game.mark(at: beyond) == nil)
            }
            #expect(game == before)
        }
        #expect(throws: TicTacToe.IllegalMove.gameOver) { try game.play(game.emptyCells.first ?? 0) }
    }

    @Test(arguments: TicTacToe.Variant.allCases)
    func `marks stand where they were played`(variant: TicTacToe.Variant) throws {
        let game = try TicTacToe(variant, moves: [3, 1, 4])
        #expect(game.ply == 3)
        #expect(game.turn == .o)
        #expect(variant.cells.map { game.mark(at: $0) }.prefix(5) == [nil, .o, nil, .x, .x])
    }

    @Test func `four in a row win on five by five, three do not`() throws {
        var game = try TicTacToe(.five, moves: [0, 5, 6, 10, 12, 20])
        #expect(game.outcome == .running)
        try game.play(18)
        #expect(game.outcome == .won(.x, cells: [0, 6, 12, 18]))
    }

    @Test func `a row longer than needed wins with all its cells`() throws {
        try #expect(TicTacToe(.five, moves: [0, 5, 1, 6, 3, 7, 4, 10, 2]).outcome == .won(.x, cells: [0, 1, 2, 3, 4]))
        let nine = try TicTacToe.placed(
            .fifteen, x: [1, 2, 3, 4, 6, 7, 8, 9, 5].map { ($0, 3) }, o: [1, 2, 3, 4, 6, 7, 8, 9].map { ($0, 2 * $0 % 5 + 6) })
        #expect(nine.outcome == .won(.x, cells: Set((0..<9).map { $0 * 15 + 2 })))
    }

    @Test func `no row goes around the edge of the board`() throws {
        let acrossTheEdge = try TicTacToe.placed(
            .fifteen, x: [(1, 13), (1, 14), (1, 15), (2, 1), (2, 2)], o: [(9, 1), (9, 3), (9, 5), (9, 7)])
        #expect(acrossTheEdge.outcome == .running)
        let downTheEdge = try TicTacToe.placed(
            .fifteen, x: [(1, 13), (2, 14), (3, 15), (5, 1), (6, 2)], o: [(9, 1), (9, 3), (9, 5), (9, 7)])
        #expect(downTheEdge.outcome == .running)
    }

    @Test func `a game that nobody can win ends when the board is full`() throws {
        // Crosses and noughts stand in pairs that shift by two in every row, so that no five of a kind stand in a row.
        let crosses = (0..<225).filter { (cell: Int) -> Bool in (cell % 15 + 2 * (cell / 15)) % 4 < 2 }
        let noughts = (0..<225).filter { !crosses.contains($0) }
        var game = try TicTacToe(.fifteen, moves: (0..<224).map { ($0 % 2 == 0 ? crosses : noughts)[$0 / 2] })
        #expect(game.turn == .x)
        try game.play(crosses[112])
        #expect(game.outcome == .drawn)
    }

    @Test func `every cell has a name`() {
        let names = [
            "top left", "top middle", "top right", "middle left", "centre", "middle right", "bottom left", "bottom middle",
            "bottom right",
        ]
        #expect(TicTacToe.Variant.three.cells.map(TicTacToe.Variant.three.label(of:)) == names)
        #expect(TicTacToe.Variant.five.label(of: 0) == "row 1, column 1")
        #expect(TicTacToe.Variant.fifteen.label(of: 6 * 15 + 11) == "row 7, column 12")
    }

    @Test func `variants have the sizes that their names say`() {
        #expect(TicTacToe.Variant.allCases.map(\.rawValue) == TicTacToe.Variant.allCases.map { "\($0.size)x\($0.size)" })
        #expect(TicTacToe.Variant.allCases.map(\.row) == [3, 4, 5])
        #expect(TicTacToe.Variant.allCases.map(\.cells.count) == [9, 25, 225])
        #expect(TicTacToe().variant == .three)
    }
}
