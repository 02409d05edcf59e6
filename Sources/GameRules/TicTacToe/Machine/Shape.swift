/// The value of an empty cell for one side, if this side plays it. It is the sum over the four directions. A greater shape means a better
/// cell.
///
/// A window is a group of neighbouring cells in a line that wins when one side fills it. The shape depends on the windows through the cell
/// without a mark of the opponent, and on the number of own marks in each. A window that lacks only one more mark is a *threat*, which the
/// opponent must answer at once. Two neighbouring windows with the same marks mean that both ends are free. Two threats in one direction
/// are an *open* row, which cannot be answered. Two windows that lack two marks are a *preparation* for an open row. (With five in a row
/// these are called a four, an open four and an open three.)
struct Shape: Comparable {
    var value: Int

    private static let preparation = 1 << 10
    private static let threat = 1 << 13
    private static let open = 1 << 16
    private static let row = 1 << 19

    static let none = Shape(value: 0)

    static func < (one: Shape, other: Shape) -> Bool { one.value < other.value }

    var wins: Bool { value >= Self.row }
    var threatens: Bool { value >= Self.threat }
    /// Whether the cell makes two threats at once. The opponent can answer only one of them.
    var isDouble: Bool { value >= Self.threat * 2 }
    /// Whether the cell makes a threat and a preparation, or two preparations. The side can then usually win with its move after the next
    /// one.
    var isStrong: Bool { preparations + threats >= 2 || isDouble }

    private var preparations: Int { value / Self.preparation & 7 }
    private var threats: Int { value / Self.threat & 7 }

    /// The number that adds one to the count of windows with `marks` own marks (see `bits`).
    static func digit(_ marks: Int) -> Int { 1 << (3 * marks) }
    /// The number of bits that count the windows of one direction. There are 3 bits for each number of own marks, from 0 to 4.
    static let bits = 15

    /// Returns the values of a cell in one direction. The index is the number that counts the windows by their own marks (see `bits`).
    static func table(row: Int) -> [Int] {
        (0..<1 << (3 * row)).map { digits in
            let windows = (0..<row).map { digits >> (3 * $0) & 7 }
            return value(windows, row: row)
        }
    }

    /// Returns the value of a cell in one direction. `windows[n]` is the number of windows with `n` own marks.
    private static func value(_ windows: [Int], row: Int) -> Int {
        var value = 0
        for (marks, weight) in zip(stride(from: row - 2, through: 0, by: -1), [24, 10, 3, 1]) {
            value += min(windows[marks], row) * weight
        }
        if windows[row - 1] > 0 { value += Self.row }
        if windows[row - 2] >= 2 { value += open }
        if windows[row - 2] == 1 { value += threat }
        if windows[row - 3] >= 2 { value += preparation }
        return value
    }
}
