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
            let help = level.givesFirst ? ", the first letter is shown" : level.isHard ? ", hard mode" : ""
            return "\(level.letters) letters, \(level.rows) rows\(help)"
        case .slideit:
            let level = SlideItLevel.at(level)
            return "\(level.size) by \(level.size), shuffled with \(level.moves) moves"
        }
    }

    var rule: String {
        switch self {
        case .wordley:
            "Points for a word: its letters times the rows left, including your last row. Each letter that the game shows costs a row."
        case .slideit:
            "Points for a puzzle: its squares plus the moves of the shuffle, minus your extra moves. A hint costs five points."
        }
    }
}
