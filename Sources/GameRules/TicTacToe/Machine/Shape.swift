/// The result for one side of playing an empty cell, added up over the four directions. A greater shape means a better cell.
///
/// It depends on the windows through the cell that have no mark of the opponent, by the number of own marks in them. A window that then
/// lacks one mark is a *threat*, which the opponent must answer at once. Two neighbouring windows with the same marks mean that both ends
/// are free: two threats in one direction are an *open* row, which cannot be answered, and two windows that lack two marks are a
/// *preparation* for an open row. (With five in a row these are called a four, an open four and an open three.)
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
    /// Whether the cell makes two threats at once, which one answer cannot stop.
    var isDouble: Bool { value >= Self.threat * 2 }
    /// Whether the cell makes a threat and a preparation, or two preparations. It is then usually two moves from a win.
    var isStrong: Bool { preparations + threats >= 2 || isDouble }

    private var preparations: Int { value / Self.preparation & 7 }
    private var threats: Int { value / Self.threat & 7 }

    /// The unit of the digit that counts windows with `marks` own marks.
    static func digit(_ marks: Int) -> Int { 1 << (3 * marks) }
    /// The number of bits for one direction: a digit of 3 bits for each number of marks up to 4.
    static let bits = 15

    /// The value of every combination of digits in one direction.
    static func table(row: Int) -> [Int] {
        (0..<1 << (3 * row)).map { digits in
            let windows = (0..<row).map { digits >> (3 * $0) & 7 }
            return value(windows, row: row)
        }
    }

    /// `windows[n]` is the number of windows with `n` own marks.
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
