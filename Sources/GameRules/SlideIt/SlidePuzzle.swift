/// A square of tiles with one hole, into which a neighbour slides. Home, the tiles stand in order and the hole is last.
public struct SlidePuzzle: Sendable, Equatable {
    public static let sizes = 3...5

    /// Tiles in a row.
    public let size: Int
    /// Row by row, from 1; the hole is 0.
    public private(set) var tiles: [UInt8]
    /// Where the hole is.
    public private(set) var hole: Int

    /// Home.
    public init(size: Int) {
        precondition(Self.sizes.contains(size))
        self.size = size
        tiles = (1..<UInt8(size * size)).map { $0 } + [0]
        hole = size * size - 1
    }

    /// nil: these are not all tiles, or no moves lead home from there.
    public init?(tiles: [UInt8]) {
        guard let size = Self.sizes.first(where: { $0 * $0 == tiles.count }), tiles.sorted() == (0..<UInt8(tiles.count)).map({ $0 }),
            let hole = tiles.firstIndex(of: 0), Self.leadsHome(tiles, size: size, hole: hole)
        else { return nil }
        (self.size, self.tiles, self.hole) = (size, tiles, hole)
    }

    /// Johnson and Story 1879, "Notes on the 15 puzzle": a move changes neither the inversions' parity in odd widths, nor that of inversions
    /// and the hole's row in even ones.
    private static func leadsHome(_ tiles: [UInt8], size: Int, hole: Int) -> Bool {
        var inversions = 0
        for (index, tile) in tiles.enumerated() where tile != 0 {
            inversions += tiles[(index + 1)...].count { $0 != 0 && $0 < tile }
        }
        return size % 2 == 1 ? inversions % 2 == 0 : (inversions + size - 1 - hole / size) % 2 == 0
    }

    public var isHome: Bool { hole == tiles.count - 1 && tiles.dropLast().enumerated().allSatisfy { $0.element == $0.offset + 1 } }

    /// The tiles that can slide: above, left, right and below the hole, as far as there are any.
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

    /// Slides a tile into the hole. Returns whether it could.
    @discardableResult
    public mutating func slide(_ tile: UInt8) -> Bool {
        guard let place = neighbours(of: hole).first(where: { tiles[$0] == tile }) else { return false }
        tiles.swapAt(place, hole)
        hole = place
        return true
    }

    /// Where one is after `moves`, each a tile; nil: one of them cannot be made.
    public func after(_ moves: some Sequence<UInt8>) -> SlidePuzzle? {
        var puzzle = self
        for tile in moves { guard puzzle.slide(tile) else { return nil } }
        return puzzle
    }

    /// Goes `count` moves from home at random, never straight back.
    /// - Returns: where that leads, which is not home, and the moves.
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
