/// All windows of a variant's board. A window is a group of `row` neighbouring cells in a line. A side that fills a window wins the game.
struct Windows: Sendable {
    let row: Int
    /// The cells of all windows. The cells of window `w` are at the indices `w * row ..< (w + 1) * row`.
    private(set) var cells: [Int] = []
    /// The number of the direction of each window, from 0 to 3.
    private(set) var directions: [Int] = []
    /// For each cell, the windows that contain it. A cell is in at most 4 times `row` windows.
    let through: [[Int]]
    /// The values of an empty cell in one direction, see `Shape.table`.
    let shapes: [Int]
    /// The weight of a window for one side if the other side has no mark in it. The index is the number of the side's marks in the window.
    let weights: [Int]

    private init(_ variant: TicTacToe.Variant) {
        row = variant.row
        for (direction, step) in TicTacToe.Variant.directions.enumerated() {
            for cell in variant.cells {
                let lastRow = cell / variant.size + step.down * (row - 1)
                let lastColumn = cell % variant.size + step.across * (row - 1)
                guard lastRow < variant.size, (0..<variant.size).contains(lastColumn) else { continue }
                cells += (0..<row).map { cell + $0 * (step.down * variant.size + step.across) }
                directions.append(direction)
            }
        }
        var through = Array(repeating: [Int](), count: variant.cells.count)
        for (place, cell) in cells.enumerated() { through[cell].append(place / row) }
        self.through = through
        shapes = Shape.table(row: row)
        weights = [0] + [1, 6, 24, 60, 60].suffix(row)
    }

    static func of(_ variant: TicTacToe.Variant) -> Windows {
        switch variant {
        case .three: three
        case .five: five
        case .fifteen: fifteen
        }
    }

    private static let three = Windows(.three)
    private static let five = Windows(.five)
    private static let fifteen = Windows(.fifteen)
}
