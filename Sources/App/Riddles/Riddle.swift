import FoundationEssentials
import Postgres

/// Constants and value types for riddles. A riddle that was read from the database is a `RiddleRecord`.
enum Riddle {
    enum Kind: String, DatabaseEnum, CaseIterable {
        case saying, film, song, book, place, person, free

        var label: String {
            switch self {
            case .saying: "A saying"
            case .film: "A film or series"
            case .song: "A song"
            case .book: "A book"
            case .place: "A place"
            case .person: "A person"
            case .free: "Anything"
            }
        }

        /// The kind of the riddle and the number of words, for example "A song · 3 words".
        /// - Parameter wordCount: the number of words in the solution. Nil if the sender hides this number.
        func label(wordCount: Int?) -> String {
            label + (wordCount.map { " · \($0 == 1 ? "one word" : "\($0) words")" } ?? "")
        }
    }

    /// The members to whom a riddle is sent. Only EmoJim, the mascot, sends `daily` and `welcome` riddles.
    enum Audience: String, DatabaseEnum {
        case members, link, club, daily, welcome

        static let choices: [Audience] = [.members, .club, .link]

        /// Whether the sender judges the answers. Otherwise an answer is compared with the solution at once.
        var isJudged: Bool { self == .members || self == .link }
    }

    enum State: String, DatabaseEnum {
        case open, waiting, right, wrong
        case givenUp = "given-up"
        case unjudged, withdrawn

        var isFinished: Bool { self != .open && self != .waiting }
    }

    static let (maxEmoji, maxTries, maxHints, maxReceivers) = (12, 3, 3, 20)
    static let (longestSolution, longestHint, longestAnswer, longestReason) = (100, 100, 120, 300)

    static func path(of id: ID<Riddle>, in club: Club) -> String { "\(club.path)/riddles/\(id)" }
}

extension Topic {
    static func riddle(_ id: ID<Riddle>, in club: ID<Club>) -> Topic { Topic(name: "riddle:\(club):\(id)") }
}
