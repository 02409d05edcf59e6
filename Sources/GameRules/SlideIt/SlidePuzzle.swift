/// A square of tiles with one hole, into which a neighbouring tile slides. In the solved position, called home, the tiles are in order and
/// the hole is last.
public struct SlidePuzzle: Sendable, Equatable {
    public static let sizes = 3...5

    /// The number of tiles in a row.
    public let size: Int
    /// The tiles row by row, numbered from 1. The hole is 0.
    public private(set) var tiles: [UInt8]
    /// The index of the hole in `tiles`.
    public private(set) var hole: Int

    /// Starts with the solved position.
    public init(size: Int) {
        precondition(Self.sizes.contains(size))
        self.size = size
        tiles = (1..<UInt8(size * size)).map { $0 } + [0]
        hole = size * size - 1
    }

    /// Nil if these are not all tiles, or if the position cannot be solved.
    public init?(tiles: [UInt8]) {
        guard let size = Self.sizes.first(where: { $0 * $0 == tiles.count }), tiles.sorted() == (0..<UInt8(tiles.count)).map({ $0 }),
            let hole = tiles.firstIndex(of: 0), Self.isSolvable(tiles, size: size, hole: hole)
        else { return nil }
        (self.size, self.tiles, self.hole) = (size, tiles, hole)
    }

    /// A move keeps the parity of the inversions if the width is odd, and the parity of the inversions plus the row of the hole if it is
    /// even (Johnson and Story 1879, "Notes on the 15 puzzle").
    private static func isSolvable(_ tiles: [UInt8], size: Int, hole: Int) -> Bool {
        var inversions = 0
        for (index, tile) in tiles.enumerated() where tile != 0 {
            inversions += tiles[(index + 1)...].count { $0 != 0 && $0 < tile }
        }
        return size % 2 == 1 ? inversions % 2 == 0 : (inversions + size - 1 - hole / size) % 2 == 0
    }

    public var isHome: Bool { hole == tiles.count - 1 && tiles.dropLast().enumerated().allSatisfy { $0.element == $0.offset + 1 } }

    /// The tiles that can slide, in this order: above, left, right and below the hole.
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

    /// Slides a tile into the hole. Returns false if the tile is not beside the hole.
    @discardableResult
    public mutating func slide(_ tile: UInt8) -> Bool {
        guard let place = neighbours(of: hole).first(where: { tiles[$0] == tile }) else { return false }
        tiles.swapAt(place, hole)
        hole = place
        return true
    }

    /// Returns the position after `moves`, where each move is a tile. Nil if one of the moves is impossible.
    public func after(_ moves: some Sequence<UInt8>) -> SlidePuzzle? {
        var puzzle = self
        for tile in moves { guard puzzle.slide(tile) else { return nil } }
        return puzzle
    }

    /// Makes `count` random moves from the solved position, and never moves the same tile twice in a row. Makes more moves if these end in
    /// the solved position.
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
