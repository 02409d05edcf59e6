/// Finds solutions of a puzzle. A solution is a list of moves. Each move is the number of the tile that slides.
public enum SlideWay {
    /// The maximum number of search steps. So many steps take 25 ms of processor time, which is half of the limit for a hint.
    private static let budget = 800_000

    /// Returns a solution of at most as many moves as `known`, a solution that the caller knows. On 3 by 3 the result is the shortest
    /// solution. On larger boards it is the shortest one only if the search finds this one within `budget` steps.
    ///
    /// A player can make the first move of the solution, and ask again with the rest of the moves as `known`. This always solves the
    /// puzzle, because the solution becomes shorter with each move.
    public static func home(from puzzle: SlidePuzzle, known: [UInt8]) -> (moves: [UInt8], isShortest: Bool) {
        if puzzle.isHome { return ([], true) }
        if puzzle.size == 3 { return (byTable(from: puzzle), true) }
        let known = withoutLoops(known, from: puzzle)
        if let found = SlideSearch.shortest(from: puzzle, budget: budget, limit: known.count) { return (found, true) }
        return (known, false)
    }

    /// Returns the number of moves of the shortest solution. Nil if the puzzle is larger than 3 by 3, because the number is not known at
    /// once.
    public static func length(from puzzle: SlidePuzzle) -> Int? {
        puzzle.size == 3 ? Int(SlideTable.shared.distance(of: puzzle.tiles)) : nil
    }

    /// Returns a solution of the position after `moves`. It undoes each of the moves, and continues with `way`, a solution of the position
    /// before them.
    public static func back(_ moves: some BidirectionalCollection<UInt8>, then way: [UInt8]) -> [UInt8] { moves.reversed() + way }

    private static func byTable(from puzzle: SlidePuzzle) -> [UInt8] {
        var (puzzle, moves) = (puzzle, [UInt8]())
        while !puzzle.isHome {
            let distance = SlideTable.shared.distance(of: puzzle.tiles)
            let next = puzzle.movable.first { tile in
                puzzle.after([tile]).map { SlideTable.shared.distance(of: $0.tiles) < distance } ?? false
            }
            guard let next else { break }
            puzzle.slide(next)
            moves.append(next)
        }
        return moves
    }

    /// Removes moves between two equal positions, because they change nothing.
    private static func withoutLoops(_ way: [UInt8], from puzzle: SlidePuzzle) -> [UInt8] {
        var (puzzle, kept, seen) = (puzzle, [UInt8](), [puzzle.tiles: 0])
        // `positions` contains the position before each move in `kept`, and the position after the last one.
        var positions = [puzzle.tiles]
        for tile in way {
            guard puzzle.slide(tile) else { break }
            if let count = seen[puzzle.tiles] {
                kept.removeLast(kept.count - count)
                for position in positions[(count + 1)...] { seen[position] = nil }
                positions.removeLast(positions.count - count - 1)
            } else {
                kept.append(tile)
                positions.append(puzzle.tiles)
                seen[puzzle.tiles] = kept.count
            }
        }
        return kept
    }
}
