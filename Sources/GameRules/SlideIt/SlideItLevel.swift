/// A level of SlideIt: the size of the square, and the number of random moves that shuffle it.
public struct SlideItLevel: Sendable, Equatable {
    /// The number of the level, counted from 1.
    public let number: Int
    /// The number of tiles in a row.
    public let size: Int
    /// The number of random moves that shuffle the solved position.
    public let moves: Int

    private init(_ number: Int, size: Int, moves: Int) { (self.number, self.size, self.moves) = (number, size, moves) }

    /// All levels, from the easiest to the most difficult.
    public static let all = [
        (3, 2), (3, 4), (3, 6), (3, 9), (3, 12), (3, 16), (3, 24), (3, 40), (4, 16), (4, 24), (4, 36), (4, 60), (4, 100), (5, 40), (5, 80),
        (5, 160),
    ].enumerated().map { SlideItLevel($0 + 1, size: $1.0, moves: $1.1) }
    /// The number of the level with which a new player begins.
    public static let first = 3

    /// Returns the level with this number. If there is no such level, returns the nearest one.
    public static func at(_ number: Int) -> SlideItLevel { all[min(max(number, 1), all.count) - 1] }
}
