import GameRules
import Testing

struct NotationTests {
    @Test(arguments: TicTacToe.Variant.allCases)
    func `every written move is read back as the same move`(variant: TicTacToe.Variant) {
        var names: Set<String> = []
        for cell in variant.cells {
            for mark in TicTacToe.Mark.allCases {
                let name = variant.name(of: cell, by: mark)
                names.insert(name)
                #expect(variant.move(named: name).map { $0 == (cell, mark) } == true)
            }
        }
        #expect(names.count == 2 * variant.cells.count)
    }

    @Test func `moves are named after rows and columns`() {
        #expect(TicTacToe.Variant.three.name(of: 1, by: .x) == "T2X")
        #expect(TicTacToe.Variant.three.name(of: 8, by: .o) == "B3O")
        #expect(TicTacToe.Variant.fifteen.name(of: 6 * 15 + 11, by: .x) == "7-12X")
        #expect(TicTacToe.Variant.five.name(of: 0, by: .o) == "1-1O")
    }

    @Test(arguments: TicTacToe.Variant.allCases)
    func `invalid move names are refused`(variant: TicTacToe.Variant) {
        let wrong = [
            "", "X", "T", "T2", "t2X", "T2x", "T0X", "T4X", "A2X", "T2XX", " T2X", "T2X ", "T+2X", "T02X", "T-1X", "2TX", "T２X",
            "-", "1-1", "0-1X", "1-0X", "16-1X", "1-16X", "07-12X", "+1-1X", "1--1X", "1-1-1X", "1-1Z", "11X", "7-12X\u{301}",
            "T\(Int.min)X", "\(Int.max)-\(Int.max)X", "T99999999999999999999X",
        ]
        for name in wrong { #expect(variant.move(named: name) == nil, "\(name)") }
    }

    @Test(arguments: TicTacToe.Variant.allCases)
    func `every move name that is read is written the same way`(variant: TicTacToe.Variant) {
        var generator = SplitMix64(seed: 3)
        for _ in 0..<20_000 {
            let name = String(
                (0..<Int.random(in: 3...6, using: &generator)).map { _ in "TMB0123-XO".randomElement(using: &generator) ?? "-" })
            guard let move = variant.move(named: name) else { continue }
            #expect(variant.name(of: move.cell, by: move.mark) == name)
        }
    }
}
