/// A square part of an upright picture of any size. `side` is a fraction of the picture's shorter side. `x` is the fraction of the
/// remaining width that is left of the part. `y` is the fraction of the remaining height that is above the part.
public struct SquarePart: Sendable, Equatable {
    var x: Double
    var y: Double
    var side: Double

    /// The largest square in the middle.
    public static let centre = SquarePart(x: 0.5, y: 0.5, side: 1).unsafelyUnwrapped
    /// The allowed values of `side`. A smaller part would show too little.
    private static let sides = 0.1...1.0

    /// Nil if a number is not within its limits.
    public init?(x: Double, y: Double, side: Double) {
        guard (0...1).contains(x), (0...1).contains(y), Self.sides.contains(side) else { return nil }
        (self.x, self.y, self.side) = (x, y, side)
    }

    /// The part in pixels, in a picture of the given size.
    func area(width: Int, height: Int) -> (left: Int, top: Int, side: Int) {
        let length = max(1, Int((Double(min(width, height)) * side).rounded()))
        func start(_ part: Double, _ room: Int) -> Int { Int((part * Double(room)).rounded()) }
        return (start(x, width - length), start(y, height - length), length)
    }
}
