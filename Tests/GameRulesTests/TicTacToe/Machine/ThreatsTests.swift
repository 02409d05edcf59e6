import Testing

@testable import GameRules

struct ThreatsTests {
    @Test(arguments: [(TicTacToe.Variant.three, 20), (.five, 10), (.fifteen, 5)])
    func `wins and threats of a cell agree with a check of its lines`(variant: TicTacToe.Variant, games: Int) throws {
        let lines = variant.lines
        let through = variant.cells.map { cell in lines.filter { $0.contains(cell) } }
        for seed in 0..<games {
            var generator = SplitMix64(seed: UInt64(seed))
            let moves = variant.cells.shuffled(using: &generator).prefix(variant.cells.count / 3)
            let game = try TicTacToe(variant, moves: moves)
            let threats = Threats(game)
            for cell in game.emptyCells {
                for mark in TicTacToe.Mark.allCases {
                    let shape = threats.shape(of: cell, for: mark == .x ? 0 : 1)
                    let marks = through[cell].map { line in line.map { game.mark(at: $0) } }
                    let own = marks.filter { !$0.contains(mark.opponent) }.map { $0.count { $0 == mark } }
                    #expect(shape.wins == own.contains(variant.row - 1))
                    #expect(shape.threatens == own.contains { $0 >= variant.row - 2 })
                }
            }
        }
    }

    @Test(arguments: TicTacToe.Variant.allCases)
    func `taking a move back restores the earlier state`(variant: TicTacToe.Variant) throws {
        var generator = SplitMix64(seed: 4)
        var game = TicTacToe(variant)
        var threats = Threats(game)
        var states = [threats.everything]
        // The machine never plays on a finished game, so moves that win are left out.
        for cell in variant.cells.shuffled(using: &generator) {
            var next = game
            try next.play(cell)
            guard next.turn != nil else { continue }
            threats.play(cell, for: game.ply & 1)
            game = next
            states.append(threats.everything)
        }
        #expect(Set(states).count == states.count)
        for cell in game.moves.reversed() {
            #expect(threats.everything == states.popLast())
            threats.takeBack(cell, for: states.count & 1 ^ 1)
        }
        #expect(threats.everything == states.first)
    }
}

extension Threats {
    fileprivate var everything: [Int] {
        isEmpty.indices.flatMap { [shape(of: $0, for: 0).value, shape(of: $0, for: 1).value, isEmpty[$0] ? 1 : 0] } + totals + [emptyCount]
    }
}
