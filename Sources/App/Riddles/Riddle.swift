import FoundationEssentials
import Postgres

/// Constants and value types of riddles. `RiddleRecord` is a riddle as it is read.
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

        /// For example "A film · 3 words".
        /// - Parameter wordCount: number of words of the solution. Nil if the sender hides it.
        func label(wordCount: Int?) -> String {
            label + (wordCount.map { " · \($0 == 1 ? "one word" : "\($0) words")" } ?? "")
        }
    }

    /// Who receives a riddle. Only EmoJim sends `daily` and `welcome`.
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
    /// Changes when a receiver answers, or when the riddle changes.
    static func riddle(_ id: ID<Riddle>, in club: ID<Club>) -> Topic { Topic(name: "riddle:\(club):\(id)") }
}
