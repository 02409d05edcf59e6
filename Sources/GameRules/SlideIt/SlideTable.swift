/// For each position of the 3 by 3 puzzle, the number of moves to the solved position. All 181,440 positions are computed once, by
/// breadth-first search.
struct SlideTable: Sendable {
    static let shared = SlideTable()

    static let unreachable: UInt8 = 255
    private static let places = 9
    private static let neighbours = [[1, 3], [0, 2, 4], [1, 5], [0, 4, 6], [1, 3, 5, 7], [2, 4, 8], [3, 7], [4, 6, 8], [5, 7]]
    /// The number of moves to the solved position. The index is the rank of the position (see `rank`).
    private let distances: [UInt8]

    private init() {
        var distances = [UInt8](repeating: Self.unreachable, count: 362_880)
        // `edge` contains positions one after another, with nine places each. `tiles` is the current position.
        var (tiles, distance) = (SlidePuzzle(size: 3).tiles, UInt8(0))
        var edge = tiles
        distances[Self.rank(tiles)] = 0
        while !edge.isEmpty {
            distance += 1
            var next: [UInt8] = []
            for start in stride(from: 0, to: edge.count, by: Self.places) {
                var hole = 0
                for place in 0..<Self.places {
                    tiles[place] = edge[start + place]
                    if tiles[place] == 0 { hole = place }
                }
                for place in Self.neighbours[hole] {
                    tiles.swapAt(place, hole)
                    let rank = Self.rank(tiles)
                    if distances[rank] == Self.unreachable {
                        distances[rank] = distance
                        next += tiles
                    }
                    tiles.swapAt(place, hole)
                }
            }
            edge = next
        }
        self.distances = distances
    }

    /// Returns the smallest number of moves to the solved position, or `unreachable`.
    func distance(of tiles: [UInt8]) -> UInt8 { distances[Self.rank(tiles)] }

    /// Returns the rank of a position: its index if all permutations are sorted in lexicographic order (Lehmer code).
    static func rank(_ tiles: [UInt8]) -> Int {
        var (rank, seen) = (0, 0)
        for (index, tile) in tiles.enumerated() {
            let smaller = Int(tile) - (seen & ((1 << Int(tile)) - 1)).nonzeroBitCount
            rank = rank * (places - index) + smaller
            seen |= 1 << Int(tile)
        }
        return rank
    }
}
