/// A square of tiles with one hole. A tile next to the hole can slide into it. In the solved position, called home, the tiles are in order
/// and the hole is last.
public struct SlidePuzzle: Sendable, Equatable {
    public static let sizes = 3...5

    /// The number of tiles in a row.
    public let size: Int
    /// The numbers of the tiles, row by row. Tiles are numbered from 1. The number 0 is the hole.
    public private(set) var tiles: [UInt8]
    /// The index of the hole in `tiles`.
    public private(set) var hole: Int

    /// Creates a puzzle in the solved position.
    public init(size: Int) {
        precondition(Self.sizes.contains(size))
        self.size = size
        tiles = (1..<UInt8(size * size)).map { $0 } + [0]
        hole = size * size - 1
    }

    /// Nil if `tiles` does not contain each number exactly once, or if the position cannot be solved.
    public init?(tiles: [UInt8]) {
        guard let size = Self.sizes.first(where: { $0 * $0 == tiles.count }), tiles.sorted() == (0..<UInt8(tiles.count)).map({ $0 }),
            let hole = tiles.firstIndex(of: 0), Self.isSolvable(tiles, size: size, hole: hole)
        else { return nil }
        (self.size, self.tiles, self.hole) = (size, tiles, hole)
    }

    /// Returns whether the position can be solved. An inversion is a pair of tiles in the wrong order. A move keeps the parity of the
    /// inversions if the width is odd. If the width is even, a move keeps the parity of the inversions plus the row of the hole (Johnson
    /// and Story 1879, "Notes on the 15 puzzle").
    private static func isSolvable(_ tiles: [UInt8], size: Int, hole: Int) -> Bool {
        var inversions = 0
        for (index, tile) in tiles.enumerated() where tile != 0 {
            inversions += tiles[(index + 1)...].count { $0 != 0 && $0 < tile }
        }
        return size % 2 == 1 ? inversions % 2 == 0 : (inversions + size - 1 - hole / size) % 2 == 0
    }

    public var isHome: Bool { hole == tiles.count - 1 && tiles.dropLast().enumerated().allSatisfy { $0.element == $0.offset + 1 } }

    /// The tiles that can slide into the hole, in this order: above, left, right and below the hole.
    public var movable: [UInt8] { neighbours(of: hole).map { tiles[$0] } }

    private func neighbours(of place: Int) -> [Int] {
        let (row, column) = (place / size, place % size)
        var found: [Int] = []
        if row > 0 { found.append(place - size) }
        if column > 0 { found.append(place - 1) }
        if column < size - 1 { found.append(place + 1) }
        if row < size - 1 { found.append(place + size) }
        return found
    }

    /// Slides a tile into the hole. Returns false if the tile is not next to the hole.
    @discardableResult
    public mutating func slide(_ tile: UInt8) -> Bool {
        guard let place = neighbours(of: hole).first(where: { tiles[$0] == tile }) else { return false }
        tiles.swapAt(place, hole)
        hole = place
        return true
    }

    /// Returns the position after `moves`. Each move is the number of the tile that slides. Nil if one of the moves is impossible.
    public func after(_ moves: some Sequence<UInt8>) -> SlidePuzzle? {
        var puzzle = self
        for tile in moves { guard puzzle.slide(tile) else { return nil } }
        return puzzle
    }

    /// Makes `count` random moves from the solved position. The same tile never moves twice in a row. If the moves end in the solved
    /// position, more moves follow.
    /// - Returns: A position that is not solved, and the moves that lead to it.
    public static func shuffled(size: Int, moves count: Int, using generator: inout some RandomNumberGenerator) -> (SlidePuzzle, [UInt8]) {
        var (puzzle, moves) = (SlidePuzzle(size: size), [UInt8]())
        while moves.count < count || puzzle.isHome {
            let choices = puzzle.movable.filter { $0 != moves.last }
            guard let tile = choices.randomElement(using: &generator) else { break }
            puzzle.slide(tile)
            moves.append(tile)
        }
        return (puzzle, moves)
    }
}
