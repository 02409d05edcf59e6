import GameRules
import HTMLTemplates

struct Cell: ViewModel {
    var index: Int
    var isX: Bool
    var isO: Bool
    var canPlay: Bool
    var isWinning: Bool
    var isLast: Bool
    var label: String
}

struct BoardLine: ViewModel {
    /// The number of the row, from 1 at the top.
    var number: Int
    var cells: [Cell]
}

struct Board: ViewModel {
    var size: Int
    /// The kind of board, for example "3x3".
    var variant: String
    var isSmall: Bool
    var rows: [BoardLine]

    init(_ record: GameRecord, at ply: Int, mine: TicTacToe.Mark?) throws {
        let position = try TicTacToe(record.variant, moves: record.moves.prefix(ply))
        let size = record.variant.size
        let renderer = BoardRenderer(
            record: record, position: position, canPlay: mine != nil && record.turn == mine && ply == record.moves.count)
        self.size = size
        variant = record.variant.rawValue
        isSmall = record.variant == .three
        rows = (0..<size).map { row in BoardLine(number: row + 1, cells: (0..<size).map { column in renderer.cell(row * size + column) }) }
    }
}

private struct BoardRenderer {
    let record: GameRecord
    let position: TicTacToe
    let canPlay: Bool
    private let winning: Set<Int>

    init(record: GameRecord, position: TicTacToe, canPlay: Bool) {
        (self.record, self.position, self.canPlay) = (record, position, canPlay)
        if case .won(_, let cells) = position.outcome { winning = cells } else { winning = [] }
    }

    func cell(_ index: Int) -> Cell {
        let mark = position.mark(at: index)
        return Cell(
            index: index, isX: mark == .x, isO: mark == .o, canPlay: canPlay && mark == nil, isWinning: winning.contains(index),
            isLast: position.moves.last == index, label: label(index, mark))
    }

    private func label(_ index: Int, _ mark: TicTacToe.Mark?) -> String {
        let name = record.variant.label(of: index)
        var label = name.prefix(1).uppercased() + name.dropFirst()
        guard let mark else { return label + ", empty" }
        label += ", \(GameText.name(of: mark)), \(record.player(mark).person.displayName)"
        if position.moves.last == index { label += ", last move" }
        if winning.contains(index) { label += ", winning row" }
        return label
    }
}

struct History: ViewModel {
    /// The position in words, for example "Move 3 of 7: Ana played top left."
    var sentence: String
    var moves: [MoveLink]
    var first: String?
    var previous: String?
    var next: String?
    var last: String?

    struct MoveLink: ViewModel {
        var name: String
        var label: String
        var path: String
        var isShown: Bool
    }

    init(_ record: GameRecord, at ply: Int, path: String) {
        func link(_ ply: Int) -> String { "\(path)?ply=\(ply)" }
        let count = record.moves.count
        moves = record.moves.enumerated().map { index, cell in
            MoveLink(
                name: record.variant.name(of: cell, by: TicTacToe.Mark(ofPly: index)), label: record.variant.label(of: cell),
                path: link(index + 1), isShown: index + 1 == ply)
        }
        (first, previous) = ply > 0 ? (link(0), link(ply - 1)) : (nil, nil)
        (next, last) = ply < count ? (link(ply + 1), link(count)) : (nil, nil)
        sentence = "The empty board, before the first of \(count) moves."
        if ply > 0 {
            let player = record.player(TicTacToe.Mark(ofPly: ply - 1)).person.displayName
            sentence = "Move \(ply) of \(count): \(player) played \(record.variant.label(of: record.moves[ply - 1]))."
        }
    }
}
