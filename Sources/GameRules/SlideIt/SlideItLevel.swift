/// A step of SlideIt's ladder: how large the square is, and how many moves from home it begins.
public struct SlideItLevel: Sendable, Equatable {
    /// From 1.
    public let number: Int
    /// Tiles in a row.
    public let size: Int
    /// Moves of the shuffle.
    public let moves: Int

    private init(_ number: Int, size: Int, moves: Int) { (self.number, self.size, self.moves) = (number, size, moves) }

    /// From the easiest.
    public static let all = [
        (3, 2), (3, 4), (3, 6), (3, 9), (3, 12), (3, 16), (3, 24), (3, 40), (4, 16), (4, 24), (4, 36), (4, 60), (4, 100), (5, 40), (5, 80),
        (5, 160),
    ].enumerated().map { SlideItLevel($0 + 1, size: $1.0, moves: $1.1) }
    /// Where one begins.
    public static let first = 3

    /// The nearest there is.
    public static func at(_ number: Int) -> SlideItLevel { all[min(max(number, 1), all.count) - 1] }
}
