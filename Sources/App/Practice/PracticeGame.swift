import GameRules
import Postgres

enum PracticeGame: String, DatabaseEnum, CaseIterable {
    case wordley, slideit

    var title: String { self == .wordley ? "Wordley" : "SlideIt" }

    var summary: String { self == .wordley ? "Find the hidden word, guess by guess." : "Slide the tiles until they are in order." }

    var stepName: (singular: String, plural: String) { self == .wordley ? ("guess", "guesses") : ("move", "moves") }

    var path: String { "/practice/\(rawValue)" }

    var levelCount: Int { self == .wordley ? WordleyLevel.all.count : SlideItLevel.all.count }
    var firstLevel: Int { self == .wordley ? WordleyLevel.first : SlideItLevel.first }

    func label(ofLevel level: Int) -> String {
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

    /// The sentence that explains how points are calculated.
    var rule: String {
        switch self {
        case .wordley:
            "A word that you find is worth its letters times the rows that are left, with the last one. A letter as help costs a row."
        case .slideit:
            "A solved puzzle is worth its tiles and the moves of its shuffle, less the moves that you made above those. A hint costs five."
        }
    }
}
