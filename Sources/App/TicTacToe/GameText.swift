import GameRules

struct GameText {
    let record: GameRecord
    /// The mark with which the viewer plays. Nil if the viewer is a spectator.
    let mine: TicTacToe.Mark?

    static func name(of mark: TicTacToe.Mark) -> String { mark == .x ? "cross" : "nought" }

    /// The name of the viewer's opponent. Empty if the viewer is a spectator.
    var opponent: String { mine.map { name($0.opponent) } ?? "" }

    private func name(_ mark: TicTacToe.Mark) -> String { record.player(mark).person.displayName }
    private var me: ID<Member>? { mine.map { record.player($0).person.id } }

    var heading: String {
        guard let mine else { return "\(name(.x)) and \(name(.o))" }
        return "You and \(opponentInSentence(mine))"
    }

    private func opponentInSentence(_ mine: TicTacToe.Mark) -> String { record.machine == nil ? name(mine.opponent) : "the machine" }

    var status: String {
        if let turn = record.turn { return turn == mine ? "Your turn" : "\(name(turn)) is thinking" }
        if record.outcome == "void" { return "Cancelled" }
        guard let winner = record.winner else { return "A draw" }
        return winner == mine ? "You won!" : "\(name(winner)) won"
    }

    var listStatus: String {
        if let turn = record.turn { return turn == mine ? "Your turn" : "\(name(turn))’s turn" }
        if record.outcome == "void" { return "Cancelled" }
        guard let winner = record.winner else { return "Draw" }
        guard let mine else { return "\(name(winner)) beat \(name(winner.opponent))" }
        return winner == mine ? "You won" : "You lost"
    }

    var detail: String {
        if record.isFinished { return ending }
        let rule = record.variant == .three ? "" : " \(record.variant.rule.capitalizedFirst) wins."
        guard let mine else { return "You are watching." + rule }
        let strength = record.machine.flatMap { TicTacToe.Machine.Strength(rawValue: $0) }
        return "You play \(mine == .x ? "crosses" : "noughts")." + (strength.map { " The machine: \($0.name.lowercased())." } ?? rule)
    }

    var title: String {
        let opponent = mine.map { "vs " + opponentInSentence($0) } ?? "· \(name(.x)) vs \(name(.o))"
        return "\(status) · Tic Chat Toe \(opponent)"
    }

    var announcement: String {
        if record.isFinished {
            return [lastMove, status.hasSuffix("!") ? status : status + ".", ending].joined(separator: " ").trimmingStart
        }
        let turn = record.turn == mine ? "Your turn." : "\(status)."
        return [lastMove, turn].joined(separator: " ").trimmingStart
    }

    private var lastMove: String {
        guard let cell = record.moves.last, !record.isFinished || ["line", "board"].contains(record.ending) else { return "" }
        let mark: TicTacToe.Mark = record.moves.count.isMultiple(of: 2) ? .o : .x
        return (mark == mine ? "You" : name(mark)) + " played \(record.variant.label(of: cell))."
    }

    private var ending: String {
        let loser = record.winner?.opponent ?? .x
        switch record.ending {
        case "resignation": return loser == mine ? "You resigned." : "\(name(loser)) resigned."
        case "absence": return loser == mine ? "You were away for too long." : "\(name(loser)) was away for too long."
        case "agreement": return mine == nil ? "They agreed on it." : "You both agreed on it."
        case "dissolution": return "It had only just started, so nobody wins or loses."
        case "line": return record.variant.rule.capitalizedFirst + "."
        default: return "The board is full."
        }
    }
}

extension String {
    fileprivate var trimmingStart: String { String(drop { $0 == " " }) }
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
