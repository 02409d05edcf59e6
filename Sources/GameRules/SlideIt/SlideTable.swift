/// How far home is from each position of the 3 by 3 puzzle: all 181,440, found once from home outwards.
struct SlideTable: Sendable {
    static let shared = SlideTable()

    static let unreachable: UInt8 = 255
    private static let places = 9
    /// By the position's rank among all permutations.
    private let distances: [UInt8]

    private init() {
        var distances = [UInt8](repeating: Self.unreachable, count: 362_880)
        var (edge, distance) = ([SlidePuzzle(size: 3).tiles], UInt8(0))
        distances[Self.rank(edge[0])] = 0
        while !edge.isEmpty {
            distance += 1
            var next: [[UInt8]] = []
            for tiles in edge {
                Self.forEachNeighbour(of: tiles) { neighbour in
                    let rank = Self.rank(neighbour)
                    guard distances[rank] == Self.unreachable else { return }
                    distances[rank] = distance
                    next.append(neighbour)
                }
            }
            edge = next
        }
        self.distances = distances
    }

    /// Moves to home at least; `unreachable` where none lead there.
    func distance(of tiles: [UInt8]) -> UInt8 { distances[Self.rank(tiles)] }

    private static func forEachNeighbour(of tiles: [UInt8], _ body: ([UInt8]) -> Void) {
        guard let hole = tiles.firstIndex(of: 0) else { return }
        func visit(_ place: Int) {
            var other = tiles
            other.swapAt(place, hole)
            body(other)
        }
        if hole >= 3 { visit(hole - 3) }
        if hole % 3 > 0 { visit(hole - 1) }
        if hole % 3 < 2 { visit(hole + 1) }
        if hole < 6 { visit(hole + 3) }
    }

    /// Its place among all permutations, in lexical order (Lehmer code).
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
