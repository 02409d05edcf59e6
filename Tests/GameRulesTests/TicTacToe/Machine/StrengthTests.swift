import Testing

@testable import GameRules

/// The strong machine examines fewer positions here than in real games, because tests run without optimisation.
struct StrengthTests {
    typealias Machine = TicTacToe.Machine

    @Test(arguments: [(TicTacToe.Variant.five, 20), (.fifteen, 6)])
    func `the strong machine beats the fair one`(variant: TicTacToe.Variant, games: Int) throws {
        let result = try match(Machine(.strong, budget: 150), Machine(.fair), variant, games: games)
        #expect(result.won * 2 + result.drawn >= games * 5 / 4)
        #expect(result.lost * 4 <= result.won)
    }

    @Test(arguments: [(TicTacToe.Variant.three, 200), (.five, 60), (.fifteen, 12)])
    func `the fair machine beats the easy one`(variant: TicTacToe.Variant, games: Int) throws {
        let result = try match(Machine(.fair), Machine(.easy), variant, games: games)
        #expect(result.won * 4 >= result.lost * 5)
        if variant != .three { #expect(result.won * 3 >= games * 2) }
    }

    /// The results of `one` against `other`. Each begins every second game.
    private func match(
        _ one: Machine, _ other: Machine, _ variant: TicTacToe.Variant, games: Int
    ) throws -> (won: Int, drawn: Int, lost: Int) {
        var generator = SplitMix64(seed: 7)
        var result = (won: 0, drawn: 0, lost: 0)
        for number in 0..<games {
            let mark = TicTacToe.Mark(ofPly: number)
            var game = TicTacToe(variant)
            while let turn = game.turn, let cell = (turn == mark ? one : other).move(in: game, using: &generator) { try game.play(cell) }
            switch game.outcome {
            case .won(mark, _): result.won += 1
            case .won: result.lost += 1
            case .drawn, .running: result.drawn += 1
            }
        }
        return result
    }
}
