import GameRules

/// What is said of a game, to whoever looks at it.
struct GameWords {
    let record: GameRecord
    /// The looker's mark; nil for a spectator.
    let mine: TicTacToe.Mark?

    static func place(_ cell: Int) -> String {
        ["top left", "top middle", "top right", "middle left", "centre", "middle right", "bottom left", "bottom middle", "bottom right"][
            cell]
    }

    static func name(of mark: TicTacToe.Mark) -> String { mark == .x ? "cross" : "nought" }

    /// The name of whom the looker plays; "" for a spectator.
    var opponent: String { mine.map { name($0.opponent) } ?? "" }

    private func name(_ mark: TicTacToe.Mark) -> String { record.player(mark).person.displayName }
    private var me: ID<Member>? { mine.map { record.player($0).person.id } }

    var heading: String {
        guard let mine else { return "\(name(.x)) and \(name(.o))" }
        return "You and \(name(mine.opponent))"
    }

    var status: String {
        if let turn = record.turn { return turn == mine ? "Your turn" : "\(name(turn)) is thinking" }
        guard let winner = record.winner else { return "A draw" }
        return winner == mine ? "You won!" : "\(name(winner)) won"
    }

    /// One short line for a list.
    var listStatus: String {
        if let turn = record.turn { return turn == mine ? "Your turn" : "\(name(turn))’s turn" }
        guard let winner = record.winner else { return "Draw" }
        guard let mine else { return "\(name(winner)) beat \(name(winner.opponent))" }
        return winner == mine ? "You won" : "You lost"
    }

    var detail: String {
        if record.isFinished { return ending }
        guard let mine else { return "You are watching." }
        return "You play \(mine == .x ? "crosses" : "noughts")."
    }

    var title: String {
        let opponent = mine.map { "vs " + name($0.opponent) } ?? "· \(name(.x)) vs \(name(.o))"
        return "\(status) · Tic Chat Toe \(opponent)"
    }

    /// The latest event, as one sentence or two.
    var announcement: String {
        if record.isFinished {
            return [lastMove, status.hasSuffix("!") ? status : status + ".", ending].joined(separator: " ").trimmingStart
        }
        let turn = record.turn == mine ? "Your turn." : "\(status)."
        return [lastMove, turn].joined(separator: " ").trimmingStart
    }

    private var lastMove: String {
        guard let cell = record.moves.last, record.ending != "resignation" else { return "" }
        let mark: TicTacToe.Mark = record.moves.count.isMultiple(of: 2) ? .o : .x
        return (mark == mine ? "You" : name(mark)) + " played \(Self.place(cell))."
    }

    private var ending: String {
        switch record.ending {
        case "resignation":
            let loser = record.winner?.opponent ?? .x
            return loser == mine ? "You resigned." : "\(name(loser)) resigned."
        case "line": return "Three in a row."
        default: return "The board is full."
        }
    }
}

extension String {
    fileprivate var trimmingStart: String { String(drop { $0 == " " }) }
}
