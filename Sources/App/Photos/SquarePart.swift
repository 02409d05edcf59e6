/// A square part of an upright picture: how long its side is, of the shorter side, and how far it lies from left and top, of the room that
/// there is. It lies in any picture, whatever its size.
struct SquarePart: Sendable, Equatable {
    var x: Double
    var y: Double
    var side: Double

    static let centre = SquarePart(x: 0.5, y: 0.5, side: 1)
    /// Of a smaller one little would be seen.
    private static let sides = 0.1...1.0

    init(x: Double, y: Double, side: Double) { (self.x, self.y, self.side) = (x, y, side) }

    /// As the fields `crop_x`, `crop_y` and `crop_side` say; the centre where they say nothing. Throws `Refusal`.
    init(_ form: Form) throws {
        let words = ["crop_x", "crop_y", "crop_side"].map { form[$0] }
        guard words.contains(where: { !$0.isEmpty }) else {
            self = .centre
            return
        }
        let numbers = words.compactMap { Double($0) }
        guard numbers.count == 3, (0...1).contains(numbers[0]), (0...1).contains(numbers[1]), Self.sides.contains(numbers[2]) else {
            throw Refusal(.unprocessableContent, "That is no part of the picture. Choose the part once more.")
        }
        self.init(x: numbers[0], y: numbers[1], side: numbers[2])
    }

    /// Where it lies in a picture of that size, in pixels.
    func area(width: Int, height: Int) -> (left: Int, top: Int, side: Int) {
        let length = max(1, Int((Double(min(width, height)) * side).rounded()))
        func start(_ part: Double, _ room: Int) -> Int { Int((part * Double(room)).rounded()) }
        return (start(x, width - length), start(y, height - length), length)
    }
}
