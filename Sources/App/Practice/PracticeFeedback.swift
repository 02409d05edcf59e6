import FoundationEssentials
import HTMLTemplates
import Postgres

struct PracticeFeedback: Sendable {
    var level: PracticeLevel
    /// The suggestion to take a break. Nil if the member does not need a break yet.
    var rest: PracticeBreak?
    var badges: [EarnedBadge]
}

struct PracticeFeedbackView: ViewModel {
    var news: String?
    /// The sentence about new badges, for example "New badge: First word." Nil if there are no new badges.
    var badges: String?
    var rest: String?
    var badgesPath: String
    var level: LevelView

    init(_ feedback: PracticeFeedback, club: Club) {
        news = feedback.level.changeMessage
        let titles = feedback.badges.compactMap(\.title)
        badges = titles.isEmpty ? nil : "\(titles.count == 1 ? "New badge" : "New badges"): \(titles.joined(separator: ", "))."
        rest = feedback.rest?.message
        badgesPath = club.path + "/practice/badges"
        level = LevelView(feedback.level, club: club)
    }
}

/// The suggestion to take a break after 20 minutes of practice.
struct PracticeBreak: Sendable {
    let message = "You have practised for a while. A break is good for you. Nothing gets lost."

    /// The number of latest games whose times the caller has to read.
    static let gameLimit = 40
    private static let (offeredAfter, pause, longestGame) = (20 * 60.0, 10 * 60.0, 15 * 60.0)

    /// Nil if the member has practised for less than 20 minutes since the last pause of ten minutes.
    /// - Parameter times: the start and the end of each of the latest games, the newest first.
    init?(_ times: [PlayedTime], now: Date) {
        var began = now
        for time in times {
            guard began.timeIntervalSince(time.finishedAt) < Self.pause else { break }
            // A game counts for 15 minutes at most, because it may have been open overnight.
            let start = max(time.startedAt ?? time.finishedAt, time.finishedAt - Self.longestGame)
            began = min(began, start)
        }
        guard now.timeIntervalSince(began) >= Self.offeredAfter else { return nil }
    }
}
