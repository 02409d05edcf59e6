/// A board with the shapes (values) of all empty cells for both sides. The shapes are updated quickly when a mark is played or taken back.
struct Threats {
    /// The number of a side: 0 for crosses and 1 for noughts.
    typealias Side = Int

    private struct Worth {
        /// Counts of windows in four groups of bits, one for each direction (see `Shape.bits`). Each count is the number of windows through
        /// the cell that have a certain number of own marks.
        var digits = 0
        var shape = Shape.none
    }

    private let windows: Windows
    private(set) var isEmpty: [Bool]
    private(set) var emptyCount: Int
    /// For each side, the sum of the weights of all windows that the side can still fill.
    private(set) var totals = [0, 0]
    /// The number of marks of each side in each window, at index `2 * window + side`.
    private var counts: [Int]
    /// The values of all cells for both sides, at index `2 * cell + side`.
    private var worths: [Worth]

    init(_ position: TicTacToe) {
        windows = Windows.of(position.variant)
        emptyCount = position.variant.cells.count
        isEmpty = Array(repeating: true, count: emptyCount)
        counts = Array(repeating: 0, count: 2 * windows.directions.count)
        worths = Array(repeating: Worth(), count: 2 * emptyCount)
        for window in windows.directions.indices {
            for side in 0...1 { shift(side, window, by: Shape.digit(0)) }
        }
        for (ply, cell) in position.moves.enumerated() { play(cell, for: ply & 1) }
    }

    func shape(of cell: Int, for side: Side) -> Shape { worths[2 * cell + side].shape }

    mutating func play(_ cell: Int, for side: Side) {
        isEmpty[cell] = false
        emptyCount -= 1
        for window in windows.through[cell] {
            update(window, for: side, sign: 1)
            counts[2 * window + side] += 1
        }
    }

    mutating func takeBack(_ cell: Int, for side: Side) {
        isEmpty[cell] = true
        emptyCount += 1
        for window in windows.through[cell] {
            counts[2 * window + side] -= 1
            update(window, for: side, sign: -1)
        }
    }

    /// Updates the shapes and totals for `window`. If `sign` is 1, `side` gets one more mark in the window. If `sign` is -1, this mark is
    /// taken back.
    private mutating func update(_ window: Int, for side: Side, sign: Int) {
        let (own, others) = (counts[2 * window + side], counts[2 * window + 1 - side])
        if others == 0 {
            shift(side, window, by: sign * (Shape.digit(own + 1) - Shape.digit(own)))
            totals[side] += sign * (windows.weights[own + 1] - windows.weights[own])
        }
        if own == 0 {
            shift(1 - side, window, by: -sign * Shape.digit(others))
            totals[1 - side] -= sign * windows.weights[others]
        }
    }

    private mutating func shift(_ side: Side, _ window: Int, by change: Int) {
        let place = windows.directions[window] * Shape.bits
        for index in window * windows.row..<(window + 1) * windows.row {
            let at = 2 * windows.cells[index] + side
            var worth = worths[at]
            let before = worth.digits >> place & (1 << Shape.bits - 1)
            worth.digits += change << place
            worth.shape.value += windows.shapes[before + change] - windows.shapes[before]
            worths[at] = worth
        }
    }
}
