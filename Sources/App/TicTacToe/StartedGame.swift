import FoundationEssentials
import HTMLTemplates

/// A game that has started while the member has the lobby open, for the template `_state.html`. A script opens the game, or shows a link if
/// the member is writing.
struct StartedGame: ViewModel {
    var game: String
    var opponent: String
}

extension GameRecord {
    /// Whether two members have started the game within the last 30 seconds, and nobody has moved yet.
    var hasJustBegun: Bool { machine == nil && !isFinished && moves.isEmpty && movedAt.timeIntervalSinceNow > -30 }
}
