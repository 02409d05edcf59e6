/// Ways home: moves, each a tile, after which all tiles are in order.
public enum SlideWay {
    /// Steps of a search: 25 ms of processor, half of what a hint may take.
    private static let budget = 800_000

    /// A way home from `puzzle`, never longer than `known`, one such way: the shortest there is on 3 by 3, and elsewhere where it is found in
    /// time.
    ///
    /// Whoever goes the first move of it, and asks again with the rest as what is known, comes home: the rest is shorter each time.
    public static func home(from puzzle: SlidePuzzle, known: [UInt8]) -> (moves: [UInt8], isShortest: Bool) {
        if puzzle.isHome { return ([], true) }
        if puzzle.size == 3 { return (byTable(from: puzzle), true) }
        let known = withoutLoops(known, from: puzzle)
        if let found = SlideSearch.shortest(from: puzzle, budget: budget, limit: known.count) { return (found, true) }
        return (known, false)
    }

    /// The length of the shortest way; nil where that is not known at once: the puzzle is larger than 3 by 3.
    public static func length(from puzzle: SlidePuzzle) -> Int? {
        puzzle.size == 3 ? Int(SlideTable.shared.distance(of: puzzle.tiles)) : nil
    }

    /// The way home after `moves`: back by each of them, then on by `way`, which led home before them.
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

    /// A way with what leads back to a position that it was at before left out.
    private static func withoutLoops(_ way: [UInt8], from puzzle: SlidePuzzle) -> [UInt8] {
        var (puzzle, kept, seen) = (puzzle, [UInt8](), [puzzle.tiles: 0])
        // The position before each kept move, and after the last.
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
