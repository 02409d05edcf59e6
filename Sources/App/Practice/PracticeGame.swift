import GameRules
import Postgres

/// What is practised.
enum PracticeGame: String, StoredName, CaseIterable {
    case wordley, slideit

    var title: String { self == .wordley ? "Wordley" : "SlideIt" }

    /// What it is, in a sentence.
    var words: String { self == .wordley ? "Find the hidden word, guess by guess." : "Slide the tiles until they are in order." }

    /// What one does in it, one and several.
    var steps: (one: String, many: String) { self == .wordley ? ("guess", "guesses") : ("move", "moves") }

    /// Below the club's path.
    var path: String { "/practice/\(rawValue)" }

    /// How many steps its ladder has, and on which one begins.
    var levels: Int { self == .wordley ? WordleyLevel.all.count : SlideItLevel.all.count }
    var firstLevel: Int { self == .wordley ? WordleyLevel.first : SlideItLevel.first }

    /// What a level is, in words.
    func words(of level: Int) -> String {
        switch self {
        case .wordley:
            let level = WordleyLevel.at(level)
            let help = level.givesFirst ? ", the first is shown" : level.isHard ? ", hard mode" : ""
            return "\(level.letters) letters, \(level.rows) rows\(help)"
        case .slideit:
            let level = SlideItLevel.at(level)
            return "\(level.size) by \(level.size), \(level.moves) moves from home"
        }
    }

    /// How points come about.
    var rule: String {
        switch self {
        case .wordley:
            "A word that you find is worth its letters times the rows that are left, with the last one. A letter as help costs a row."
        case .slideit:
            "A solved puzzle is worth its tiles and the moves of its shuffle, less the moves that you made above those. A hint costs five."
        }
    }
}
