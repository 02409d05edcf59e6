import GameRules
import Testing

struct SlideWayTests {
    /// The length is 0 for the solved puzzle and changes by one with each move, so that no solution can be shorter.
    @Test func `the solution of a three by three puzzle is the shortest`() throws {
        var generator = SplitMix64(seed: 9)
        var longest = 0
        for _ in 0..<300 {
            let (puzzle, walk) = SlidePuzzle.shuffled(size: 3, moves: 80, using: &generator)
            let (moves, isShortest) = SlideWay.home(from: puzzle, known: walk.reversed())
            let length = try #require(SlideWay.length(from: puzzle))
            #expect(isShortest && moves.count == length && puzzle.after(moves)?.isHome == true)
            for tile in puzzle.movable {
                let neighbour = try #require(puzzle.after([tile]).flatMap { SlideWay.length(from: $0) })
                #expect(abs(neighbour - length) == 1)
            }
            longest = max(longest, length)
        }
        let hardest = try #require(SlidePuzzle(tiles: [8, 6, 7, 2, 5, 4, 3, 0, 1]))
        #expect(SlideWay.home(from: hardest, known: []).moves.count == 31 && longest <= 31)
    }

    @Test func `a lightly shuffled larger puzzle gets the shortest solution`() {
        var generator = SplitMix64(seed: 4)
        for size in 4...5 {
            let (puzzle, walk) = SlidePuzzle.shuffled(size: size, moves: 10, using: &generator)
            let (moves, isShortest) = SlideWay.home(from: puzzle, known: walk.reversed())
            #expect(isShortest && moves.count <= walk.count && puzzle.after(moves)?.isHome == true)
        }
    }

    /// Each hint leaves a shorter solution.
    @Test(arguments: [(3, 60, 30), (4, 12, 6), (5, 12, 6)])
    func `hints solve a puzzle after any moves`(size: Int, shuffle: Int, wrong: Int) throws {
        var generator = SplitMix64(seed: UInt64(40 + size))
        let (start, walk) = SlidePuzzle.shuffled(size: size, moves: shuffle, using: &generator)
        var (puzzle, moves) = (start, [UInt8]())
        for _ in 0..<wrong {
            let tile = try #require(puzzle.movable.randomElement(using: &generator))
            puzzle.slide(tile)
            moves.append(tile)
        }
        var known = SlideWay.back(moves, then: walk.reversed())
        #expect(puzzle.after(known)?.isHome == true)
        while !puzzle.isHome {
            let way = SlideWay.home(from: puzzle, known: known).moves
            try #require(way.count <= known.count && puzzle.after(way)?.isHome == true)
            puzzle.slide(way[0])
            known = Array(way.dropFirst())
        }
        #expect(known.isEmpty)
    }

    @Test func `moves that cancel each other do not lengthen the solution`() throws {
        var generator = SplitMix64(seed: 5)
        let (puzzle, walk) = SlidePuzzle.shuffled(size: 5, moves: 120, using: &generator)
        let back = walk.last.map { [$0, $0] } ?? []
        let known = SlideWay.back(back + back, then: walk.reversed())
        #expect(puzzle.after(known)?.isHome == true)
        let way = SlideWay.home(from: puzzle, known: known).moves
        #expect(way.count <= walk.count && puzzle.after(way)?.isHome == true)
    }
}
