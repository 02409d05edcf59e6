import FoundationEssentials
import HTMLTemplates
import Postgres

/// What is said at the end of a game, besides how it went.
struct PracticeEnding: Sendable {
    var level: PracticeLevel
    /// nil: there is no need of one.
    var rest: PracticeRest?
    var trophies: [EarnedBadge]
}

/// The same on a page.
struct EndingView: ViewModel {
    var news: String?
    /// "New trophy: First word."
    var trophies: String?
    var rest: String?
    var trophiesPath: String
    var level: LevelView

    init(_ ending: PracticeEnding, club: Club) {
        news = ending.level.news
        let titles = ending.trophies.compactMap(\.title)
        trophies = titles.isEmpty ? nil : "\(titles.count == 1 ? "New trophy" : "New trophies"): \(titles.joined(separator: ", "))."
        rest = ending.rest?.words
        trophiesPath = club.path + "/practice/trophies"
        level = LevelView(ending.level, club: club)
    }
}

/// A break, offered to whoever has practised for twenty minutes.
struct PracticeRest: Sendable {
    let words = "You have practised for a good while. A break does you good. All stays as it is."

    /// How many of the last games tell of it.
    static let looksAt = 40
    private static let (offeredAfter, pause, longest) = (20 * 60.0, 10 * 60.0, 15 * 60.0)

    /// - Parameter times: of the last games, the newest first. What lies ten minutes before the next is of another time.
    init?(_ times: [PlayedTime], now: Date) {
        var began = now
        for time in times {
            guard began.timeIntervalSince(time.finishedAt) < Self.pause else { break }
            // A game that lay open overnight was not played overnight.
            let start = max(time.startedAt ?? time.finishedAt, time.finishedAt - Self.longest)
            began = min(began, start)
        }
        guard now.timeIntervalSince(began) >= Self.offeredAfter else { return nil }
    }
}
