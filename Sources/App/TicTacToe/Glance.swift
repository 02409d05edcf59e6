import HTMLTemplates

/// What matters most at a board, or in the lobby, in one line that stays in sight: on a phone always, elsewhere where the score is not.
struct Glance: ViewModel {
    var words: String
    /// Where it can be seen, and done.
    var href: String
    /// Somebody waits for the member.
    var isUrgent = false
    /// Where to accept what is proposed, by a form without fields.
    var acceptance: String?
}

extension Glance {
    init(_ game: Game) {
        self.init(words: game.status, href: "#status", isUrgent: game.isMyTurn)
        if game.rematch.acceptance != nil {
            self = Glance(
                words: "\(game.opponent) wants to play again", href: "#game-actions", isUrgent: true, acceptance: game.rematch.acceptance)
        } else if let next = game.rematch.nextGame {
            self = Glance(words: "The next game is on", href: next, isUrgent: true)
        } else if game.draw.canAccept {
            self = Glance(words: "\(game.opponent) offers a draw", href: "#game-actions", isUrgent: true)
        } else if game.takeback.canAccept {
            self = Glance(words: "\(game.opponent) asks for the last move back", href: "#game-actions", isUrgent: true)
        } else if game.absence.canClaim {
            self = Glance(words: "\(game.opponent) is away: claim the win", href: "#game-actions", isUrgent: true)
        } else if game.draw.isDeclined {
            words = "\(game.opponent) declined the draw"
        } else if game.takeback.isDeclined {
            words = "The move stands. \(game.status)"
        }
    }
}
