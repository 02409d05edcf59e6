import FoundationEssentials
import HTMLTemplates

/// A game that has begun while one looks elsewhere, for `_state.html`: a script takes whoever looks and is not writing there, and tells others
/// where it is.
struct BegunGame: ViewModel {
    /// Where it is played.
    var game: String
    /// Who is there already.
    var opponent: String
}

extension GameRecord {
    /// Between two, within half a minute, and nobody has moved yet.
    var hasJustBegun: Bool { machine == nil && !isFinished && moves.isEmpty && movedAt.timeIntervalSinceNow > -30 }
}
