import HTMLTemplates

/// The most important fact about a game or about the lobby, in one line. On a phone the line is always visible. On a wide page it is
/// visible only while the element `status` of a game's page is scrolled out of sight.
struct StatusLine: ViewModel {
    var text: String
    var href: String
    var isUrgent = false
    /// The path of the action that accepts a proposed game. The HTML form for it has no fields.
    var acceptance: String?
}

extension StatusLine {
    init(_ game: Game) {
        self.init(text: game.status, href: "#status", isUrgent: game.isMyTurn)
        if game.rematch.acceptance != nil {
            self = StatusLine(
                text: "\(game.opponent) wants to play again", href: "#game-actions", isUrgent: true, acceptance: game.rematch.acceptance)
        } else if let next = game.rematch.nextGame {
            self = StatusLine(text: "The next game has begun", href: next, isUrgent: true)
        } else if game.draw.canAccept {
            self = StatusLine(text: "\(game.opponent) offers a draw", href: "#game-actions", isUrgent: true)
        } else if game.takeback.canAccept {
            self = StatusLine(text: "\(game.opponent) asks to take back the last move", href: "#game-actions", isUrgent: true)
        } else if game.absence.canClaim {
            self = StatusLine(text: "\(game.opponent) is away: claim the win", href: "#game-actions", isUrgent: true)
        } else if game.draw.isDeclined {
            text = "\(game.opponent) declined the draw"
        } else if game.takeback.isDeclined {
            text = "The move stays. \(game.status)"
        }
    }
}
