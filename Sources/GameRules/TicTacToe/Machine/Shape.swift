/// What one side would make by playing an empty cell, added up over the four directions. A greater shape is a better cell.
///
/// It follows from the windows through the cell that are free of the opponent, by the number of own marks in them. A window one
/// mark short is a *threat* the opponent must answer at once. Two neighbouring windows with the same marks mean room at both
/// ends: two threats in one direction are an *open* row that cannot be answered, and two windows that are two marks short are
/// a *preparation* for one. (With five in a row: a four, an open four, an open three.)
struct Shape: Comparable {
    var value: Int

    private static let preparation = 1 << 10
    private static let threat = 1 << 13
    private static let open = 1 << 16
    private static let row = 1 << 19

    static let none = Shape(value: 0)

    static func < (one: Shape, other: Shape) -> Bool { one.value < other.value }

    /// Completes a row.
    var wins: Bool { value >= Self.row }
    /// Makes a threat.
    var threatens: Bool { value >= Self.threat }
    /// Makes two threats at once, which one answer cannot stop.
    var isDouble: Bool { value >= Self.threat * 2 }
    /// Makes a threat and a preparation, or two preparations: usually two moves from a win.
    var isStrong: Bool { preparations + threats >= 2 || isDouble }

    private var preparations: Int { value / Self.preparation & 7 }
    private var threats: Int { value / Self.threat & 7 }

    /// The bits that count the windows with `marks` own marks, within what a cell keeps for one direction.
    static func digit(_ marks: Int) -> Int { 1 << (3 * marks) }
    /// The bits a cell keeps for one direction: a digit of 3 bits for each number of marks up to 4.
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
