import FoundationEssentials
import Postgres

/// A riddle made of emoji.
enum Riddle {
    /// What the solution is.
    enum Kind: String, StoredName, CaseIterable {
        case saying, film, song, book, place, person, free

        var words: String {
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

        /// "A film · 3 words"
        /// - Parameter count: of the solution's words; nil: it is not told.
        func words(of count: Int?) -> String {
            words + (count.map { " · \($0 == 1 ? "one word" : "\($0) words")" } ?? "")
        }
    }

    /// For whom it is.
    enum Audience: String, StoredName {
        case members, link, club, daily, welcome

        /// Those that a member may choose.
        static let choices: [Audience] = [.members, .club, .link]

        /// Whether its sender judges; else what matches is right at once.
        var isJudged: Bool { self == .members || self == .link }
    }

    /// How far somebody is with it.
    enum State: String, StoredName {
        case open, waiting, right, wrong
        case givenUp = "given-up"
        case unjudged, withdrawn

        var isFinished: Bool { self != .open && self != .waiting }
    }

    static let (mostEmoji, mostTries, mostHints, mostReceivers) = (12, 3, 3, 20)
    static let (longestSolution, longestHint, longestAnswer, longestReason) = (100, 100, 120, 300)

    static func path(of id: ID<Riddle>, in club: Club) -> String { "\(club.path)/riddles/\(id)" }
}

extension Topic {
    /// How far those are who have a riddle.
    static func riddle(_ id: ID<Riddle>, in club: ID<Club>) -> Topic { Topic(name: "riddle:\(club):\(id)") }
}
