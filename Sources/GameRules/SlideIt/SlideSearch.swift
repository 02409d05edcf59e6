/// Finds the shortest solution by iterative deepening (Korf 1985, IDA*). The search estimates the remaining moves as the sum of the
/// distances of all tiles from home. The number of its steps is limited.
struct SlideSearch {
    private let size: Int
    private var tiles: [UInt8]
    private var hole: Int
    private var remainingSteps: Int
    private var way: [UInt8] = []
    /// The number of moves from a place to the home of a tile, if no other tiles were there. The array is sorted by tile, and then by
    /// place.
    private let distances: [Int]

    private init(_ puzzle: SlidePuzzle, budget: Int) {
        (size, tiles, hole, remainingSteps) = (puzzle.size, puzzle.tiles, puzzle.hole, budget)
        let (size, count) = (size, puzzle.tiles.count)
        distances = (0..<count * count).map { index in
            let (home, place) = (index / count - 1, index % count)
            return home < 0 ? 0 : abs(home / size - place / size) + abs(home % size - place % size)
        }
    }

    /// Returns the shortest solution. Returns nil if none is found within `budget` steps, or if it has more than `limit` moves.
    static func shortest(from puzzle: SlidePuzzle, budget: Int, limit: Int) -> [UInt8]? {
        var search = SlideSearch(puzzle, budget: budget)
        var bound = puzzle.tiles.indices.reduce(0) { $0 + search.distance(puzzle.tiles[$1], at: $1) }
        let start = bound
        while bound <= limit {
            switch search.go(bound: bound, cost: 0, estimate: start, last: 0) {
            case .found: return search.way
            case .outOfSteps: return nil
            case .over(let next): bound = next
            }
        }
        return nil
    }

    private enum Result {
        case found
        case outOfSteps
        /// No solution was found. The value is the smallest estimated length that exceeded the bound.
        case over(Int)
    }

    private func distance(_ tile: UInt8, at place: Int) -> Int { distances[Int(tile) * tiles.count + place] }

    private mutating func go(bound: Int, cost: Int, estimate: Int, last: UInt8) -> Result {
        if cost + estimate > bound { return .over(cost + estimate) }
        if estimate == 0 { return .found }
        remainingSteps -= 1
        if remainingSteps < 0 { return .outOfSteps }
        var least = Int.max
        let (from, column) = (hole, hole % size)
        for direction in 0..<4 {
            let place: Int
            switch direction {
            case 0 where from >= size: place = from - size
            case 1 where column > 0: place = from - 1
            case 2 where column < size - 1: place = from + 1
            case 3 where from < tiles.count - size: place = from + size
            default: continue
            }
            let tile = tiles[place]
            if tile == last { continue }
            let next = estimate - distance(tile, at: place) + distance(tile, at: from)
            move(tile, from: place, to: from)
            let result = go(bound: bound, cost: cost + 1, estimate: next, last: tile)
            move(tile, from: from, to: place)
            switch result {
            case .found:
                way.insert(tile, at: 0)
                return .found
            case .outOfSteps: return .outOfSteps
            case .over(let bound): least = min(least, bound)
            }
        }
        return .over(least)
    }

    private mutating func move(_ tile: UInt8, from place: Int, to target: Int) {
        tiles[target] = tile
        tiles[place] = 0
        hole = place
    }
}
