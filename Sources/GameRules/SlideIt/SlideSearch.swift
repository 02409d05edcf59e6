/// The shortest way home, by iterative deepening with the distances of all tiles as the bound (Korf 1985, IDA*), as far as it is found in
/// a number of steps.
struct SlideSearch {
    private let size: Int
    private var tiles: [UInt8]
    private var hole: Int
    /// Steps that are left.
    private var budget: Int
    private var way: [UInt8] = []
    /// Moves from each tile's place to its home: by tile, then by place.
    private let distances: [Int]

    private init(_ puzzle: SlidePuzzle, budget: Int) {
        (size, tiles, hole, self.budget) = (puzzle.size, puzzle.tiles, puzzle.hole, budget)
        let (size, count) = (size, puzzle.tiles.count)
        distances = (0..<count * count).map { index in
            let (home, place) = (index / count - 1, index % count)
            return home < 0 ? 0 : abs(home / size - place / size) + abs(home % size - place % size)
        }
    }

    /// nil: it was not found within `budget` steps, or is longer than `limit`.
    static func shortest(from puzzle: SlidePuzzle, budget: Int, limit: Int) -> [UInt8]? {
        var search = SlideSearch(puzzle, budget: budget)
        var bound = puzzle.tiles.indices.reduce(0) { $0 + search.distance(puzzle.tiles[$1], at: $1) }
        let start = bound
        while bound <= limit {
            switch search.go(bound: bound, cost: 0, estimate: start, last: 0) {
            case .found: return search.way
            case .none: return nil
            case .over(let next): bound = next
            }
        }
        return nil
    }

    private enum Result {
        case found
        /// The budget is spent.
        case none
        /// The least that was too much.
        case over(Int)
    }

    private func distance(_ tile: UInt8, at place: Int) -> Int { distances[Int(tile) * tiles.count + place] }

    private mutating func go(bound: Int, cost: Int, estimate: Int, last: UInt8) -> Result {
        if cost + estimate > bound { return .over(cost + estimate) }
        if estimate == 0 { return .found }
        budget -= 1
        if budget < 0 { return .none }
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
            case .none: return .none
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
