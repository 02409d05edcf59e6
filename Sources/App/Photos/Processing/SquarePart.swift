/// A square part of an upright picture of any size. `side` is a fraction of the picture's shorter side. `x` is the fraction of the
/// remaining width that is left of the part. `y` is the fraction of the remaining height that is above the part.
struct SquarePart: Sendable, Equatable {
    var x: Double
    var y: Double
    var side: Double

    static let centre = SquarePart(x: 0.5, y: 0.5, side: 1)
    /// The allowed values of `side`. A smaller part would show too little.
    private static let sides = 0.1...1.0

    init(x: Double, y: Double, side: Double) { (self.x, self.y, self.side) = (x, y, side) }

    /// Reads the fields `crop_x`, `crop_y` and `crop_side`. If all of them are empty, the part is `centre`. Throws `Refusal` if a field is
    /// malformed.
    init(_ form: Form) throws {
        let fields = ["crop_x", "crop_y", "crop_side"].map { form[$0] }
        guard fields.contains(where: { !$0.isEmpty }) else {
            self = .centre
            return
        }
        let numbers = fields.compactMap { Double($0) }
        guard numbers.count == 3, (0...1).contains(numbers[0]), (0...1).contains(numbers[1]), Self.sides.contains(numbers[2]) else {
            throw Refusal(.unprocessableContent, "That is no part of the picture. Choose the part once more.")
        }
        self.init(x: numbers[0], y: numbers[1], side: numbers[2])
    }

    /// The part in pixels, in a picture of the given size.
    func area(width: Int, height: Int) -> (left: Int, top: Int, side: Int) {
        let length = max(1, Int((Double(min(width, height)) * side).rounded()))
        func start(_ part: Double, _ room: Int) -> Int { Int((part * Double(room)).rounded()) }
        return (start(x, width - length), start(y, height - length), length)
    }
}
