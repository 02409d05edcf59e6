import Testing

@testable import GameRules

struct MachineTests {
    typealias Machine = TicTacToe.Machine

    @Test(arguments: Machine.Strength.allCases, TicTacToe.Variant.allCases)
    func `the machine plays legal moves until the game is over`(strength: Machine.Strength, variant: TicTacToe.Variant) throws {
        var generator = SplitMix64(seed: 1)
        var game = TicTacToe(variant)
        let machine = Machine(strength, budget: 60)
        while let cell = machine.move(in: game, using: &generator) { try game.play(cell) }
        #expect(game.turn == nil)
    }

    /// Plays the whole tree: every reply of the opponent, for either mark.
    @Test(arguments: TicTacToe.Mark.allCases, [1, 2, 3])
    func `the strong machine never loses on three by three`(mark: TicTacToe.Mark, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var ends = 0
        func play(_ game: TicTacToe) throws {
            guard let turn = game.turn else {
                ends += 1
                if case .won(let winner, _) = game.outcome { #expect(winner == mark, "\(game.moves)") }
                return
            }
            let cells = turn == mark ? [Machine(.strong).move(in: game, using: &generator)].compactMap(\.self) : game.emptyCells
            for cell in cells {
                var next = game
                try next.play(cell)
                try play(next)
            }
        }
        try play(TicTacToe())
        #expect(ends > 50)
    }

    @Test(arguments: Machine.Strength.allCases, TicTacToe.Variant.allCases)
    func `the same seed gives the same move`(strength: Machine.Strength, variant: TicTacToe.Variant) throws {
        let game = try TicTacToe(variant, moves: [variant.cells.count / 2, 0])
        func move(seed: UInt64) -> Int? {
            var generator = SplitMix64(seed: seed)
            return Machine(strength, budget: 200).move(in: game, using: &generator)
        }
        #expect(move(seed: 5) == move(seed: 5))
    }

    @Test(arguments: [Machine.Strength.fair, .strong], TicTacToe.Variant.allCases)
    func `fair and strong machines take wins and answer threats`(strength: Machine.Strength, variant: TicTacToe.Variant) throws {
        let position = try Threatened(variant)
        for seed in 0..<20 {
            var generator = SplitMix64(seed: UInt64(seed))
            #expect(Machine(strength).move(in: position.toWin, using: &generator) == position.cell)
            #expect(Machine(strength).move(in: position.toAnswer, using: &generator) == position.cell)
        }
    }

    @Test(arguments: TicTacToe.Variant.allCases)
    func `the easy machine takes most wins and overlooks some threats`(variant: TicTacToe.Variant) throws {
        let position = try Threatened(variant)
        var (won, answered) = (0, 0)
        for seed in 0..<80 {
            var generator = SplitMix64(seed: UInt64(seed))
            if Machine(.easy).move(in: position.toWin, using: &generator) == position.cell { won += 1 }
            if Machine(.easy).move(in: position.toAnswer, using: &generator) == position.cell { answered += 1 }
        }
        #expect((60..<80).contains(won))
        #expect((40..<76).contains(answered))
    }

    @Test func `the strong machine stops an open three`() throws {
        let game = try TicTacToe.placed(.fifteen, x: [(8, 7), (8, 8), (8, 9)], o: [(3, 3), (12, 4)])
        for seed in 0..<3 {
            var generator = SplitMix64(seed: UInt64(seed))
            let cell = try #require(Machine(.strong, budget: 800).move(in: game, using: &generator))
            #expect([5, 6, 10, 11].map { 7 * 15 + $0 - 1 }.contains(cell))
        }
    }

    @Test func `the strong machine makes an open four`() throws {
        let game = try TicTacToe.placed(.fifteen, x: [(8, 7), (8, 8), (8, 9)], o: [(3, 3), (12, 4), (12, 9)])
        var generator = SplitMix64(seed: 1)
        let cell = try #require(Machine(.strong).move(in: game, using: &generator))
        #expect([6, 10].map { 7 * 15 + $0 - 1 }.contains(cell))
    }

    /// Crosses can make a four and an open three with one mark. From there they win against the best defence.
    @Test(arguments: [1, 2])
    func `the strong machine wins by a double threat`(seed: UInt64) throws {
        let game = try TicTacToe.placed(
            .fifteen, x: [(8, 5), (8, 6), (8, 7), (6, 8), (7, 8)], o: [(8, 4), (3, 12), (12, 3), (13, 12), (5, 13)])
        #expect(try finished(game, seed: seed).isWon(by: .x))
    }

    @Test(arguments: [1, 2])
    func `the strong machine wins by a double threat on five by five`(seed: UInt64) throws {
        let game = try TicTacToe.placed(.five, x: [(3, 3), (2, 2)], o: [(1, 5), (5, 5)])
        #expect(try finished(game, seed: seed).isWon(by: .x))
    }

    /// The win takes one threat after another, and the last one is double.
    @Test func `the strong machine sees a winning sequence of threats`() throws {
        let game = try TicTacToe.placed(
            .fifteen, x: [(5, 5), (5, 6), (5, 7), (6, 8), (7, 8), (9, 5), (9, 6)],
            o: [(5, 4), (10, 8), (2, 13), (12, 2), (14, 8), (13, 13), (2, 2)])
        #expect(try finished(game, seed: 1).isWon(by: .x))
    }

    @Test func `the search stops at its budget`() throws {
        var generator = SplitMix64(seed: 1)
        for budget in [1, 10, 300] {
            var search = Search(Threats(TicTacToe(.fifteen)), budget: budget)
            #expect(search.best(for: 0, using: &generator) != nil)
            #expect((-2...0).contains(search.remaining))
        }
    }

    /// The outcome when two strong machines play the game to its end.
    private func finished(_ start: TicTacToe, seed: UInt64) throws -> TicTacToe.Outcome {
        var generator = SplitMix64(seed: seed)
        var game = start
        while let cell = Machine(.strong, budget: 400).move(in: game, using: &generator) { try game.play(cell) }
        return game.outcome
    }
}

extension TicTacToe.Outcome {
    fileprivate func isWon(by mark: TicTacToe.Mark) -> Bool {
        if case .won(mark, _) = self { true } else { false }
    }
}

/// Two positions that differ in whose turn it is. A mark at `cell` completes the row in one, and stops it in the other.
private struct Threatened {
    let cell: Int
    let toWin: TicTacToe
    let toAnswer: TicTacToe

    init(_ variant: TicTacToe.Variant) throws {
        let x: [(Int, Int)]
        let o: [(Int, Int)]
        switch variant {
        case .three: (cell, x, o) = (2, [(1, 1), (1, 2)], [(2, 1), (3, 3)])
        case .five: (cell, x, o) = (13, [(3, 1), (3, 2), (3, 3)], [(1, 1), (2, 4), (5, 5)])
        case .fifteen: (cell, x, o) = (7 * 15 + 7, [(8, 5), (8, 6), (8, 7), (8, 9)], [(2, 2), (3, 9), (12, 4), (14, 11)])
        }
        toWin = try .placed(variant, x: x, o: o)
        toAnswer = try .placed(variant, x: x, o: Array(o.dropLast()))
    }
}
