import Calendar
import FoundationEssentials
import GameRules
import Postgres

struct PracticeStaircase: Sendable {
    private let visit: MemberVisit
    private let game: PracticeGame
    private let queries = PracticeQueries()

    init(_ game: PracticeGame, _ visit: MemberVisit) { (self.game, self.visit) = (game, visit) }

    /// Changes the level by the finished games that were not counted yet, stores the level, and returns it.
    func recalculated() async throws -> PracticeLevel {
        let (stored, results) = try await visit.read(
            queries.level(of: visit.me, in: game), queries.uncountedResults(of: visit.me, in: game))
        return try await recalculated(stored, results)
    }

    /// Does the same as `recalculated()`, with rows that the caller has already read.
    func recalculated(_ stored: PracticeLevel?, _ results: [UncountedResult]) async throws -> PracticeLevel {
        var level = stored ?? PracticeLevel(game)
        guard !results.isEmpty else { return level }
        level.count(results.map(\.isGood), on: CalendarDate.todayInUTC)
        try await visit.write(queries.store(level, after: results.map(\.id), of: visit.me))
        return level
    }

    /// The feedback on a finished game, from rows that the caller has already read. The feedback contains no badges.
    func feedback(_ stored: PracticeLevel?, _ results: [UncountedResult], _ times: [PlayedTime]) async throws -> PracticeFeedback {
        PracticeFeedback(level: try await recalculated(stored, results), rest: PracticeBreak(times, now: Date()), badges: [])
    }

    /// Changes the level and awards badges after a game has ended. Tells the member's open pages that the notices have changed, because
    /// the game may have completed a task.
    func finishGame() async throws -> PracticeFeedback {
        let (stored, results, times) = try await visit.read(
            queries.level(of: visit.me, in: game), queries.uncountedResults(of: visit.me, in: game),
            queries.times(of: visit.me, limit: PracticeBreak.gameLimit))
        var feedback = try await feedback(stored, results, times)
        feedback.badges = try await visit.write(PracticeBadges.practice.award(to: [visit.me]))
        visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id))
        return feedback
    }
}
