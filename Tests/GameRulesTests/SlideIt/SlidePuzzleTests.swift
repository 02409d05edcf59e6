import GameRules
import Testing

struct SlidePuzzleTests {
    @Test func `half of all three by three arrangements can be solved`() {
        var (tiles, solvable, total, isSame) = (Array(UInt8(0)...8), 0, 0, true)
        // Heap's algorithm visits all permutations by one swap each. Parity of permutation and hole position also tells what is solvable.
        var counters = [Int](repeating: 0, count: 9)
        var isEven = true
        func visit() {
            let hole = tiles.firstIndex(of: 0) ?? 0
            // The identity has the hole first. The solved puzzle has it last, which is eight swaps away: an even number.
            let isHomeEven = isEven == ((hole / 3 + hole % 3) % 2 == 0)
            let puzzle = SlidePuzzle(tiles: tiles)
            isSame = isSame && (puzzle != nil) == isHomeEven
            solvable += puzzle == nil ? 0 : 1
            total += 1
        }
        visit()
        var index = 1
        while index < 9 {
            if counters[index] < index {
                tiles.swapAt(index % 2 == 0 ? 0 : counters[index], index)
                isEven.toggle()
                visit()
                counters[index] += 1
                index = 1
            } else {
                counters[index] = 0
                index += 1
            }
        }
        #expect(total == 362_880 && solvable == 181_440 && isSame)
    }

    @Test func `tiles that make no solvable puzzle are refused`() {
        #expect(SlidePuzzle(tiles: []) == nil && SlidePuzzle(tiles: [1, 2, 3, 0]) == nil)
        #expect(SlidePuzzle(tiles: [1, 1, 3, 4, 5, 6, 7, 8, 0]) == nil && SlidePuzzle(tiles: [1, 2, 3, 4, 5, 6, 8, 7, 0]) == nil)
        let fifteen = Array(UInt8(1)...13) + [15, 14, 0]
        #expect(SlidePuzzle(tiles: fifteen) == nil)
        #expect(SlidePuzzle(tiles: SlidePuzzle(size: 5).tiles)?.isHome == true)
    }

    @Test(arguments: SlidePuzzle.sizes) func `the moves of a shuffle, reversed, solve the puzzle`(size: Int) {
        var generator = SplitMix64(seed: UInt64(size))
        for count in [1, 2, 5, 30, 200] {
            let (puzzle, moves) = SlidePuzzle.shuffled(size: size, moves: count, using: &generator)
            #expect(!puzzle.isHome && moves.count >= count && zip(moves, moves.dropFirst()).allSatisfy { $0 != $1 })
            #expect(SlidePuzzle(size: size).after(moves) == puzzle && SlidePuzzle(tiles: puzzle.tiles) == puzzle)
            #expect(puzzle.after(moves.reversed())?.isHome == true)
        }
    }

    @Test func `an impossible move is refused`() {
        let home = SlidePuzzle(size: 4)
        #expect(home.movable == [12, 15])
        #expect(home.after([12, 1]) == nil && home.after([0]) == nil && home.after([16]) == nil && home.after([12, 12]) == home)
    }
}

struct SlideItLevelTests {
    @Test func `SlideIt levels grow harder`() {
        let levels = SlideItLevel.all
        #expect(levels.map(\.number) == Array(1...levels.count) && levels.count >= 12)
        #expect(zip(levels, levels.dropFirst()).allSatisfy { ($0.size, $0.moves) < ($1.size, $1.moves) })
        #expect(Set(levels.map(\.size)) == Set(SlidePuzzle.sizes))
    }
}
