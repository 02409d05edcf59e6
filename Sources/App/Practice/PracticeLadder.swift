import Calendar
import FoundationEssentials
import GameRules
import Postgres

/// Lets levels follow what was played.
struct PracticeLadder: Sendable {
    private let visit: MemberVisit
    private let game: PracticeGame
    private let queries = PracticeQueries()

    init(_ game: PracticeGame, _ visit: MemberVisit) { (self.game, self.visit) = (game, visit) }

    /// The level, after all games that came to an end.
    func settled() async throws -> PracticeLevel {
        let (stored, results) = try await visit.read(queries.level(of: visit.me, in: game), queries.uncounted(of: visit.me, in: game))
        return try await settled(stored, results)
    }

    /// The same, of what has been read.
    func settled(_ stored: PracticeLevel?, _ results: [UncountedResult]) async throws -> PracticeLevel {
        var level = stored ?? PracticeLevel(game)
        guard !results.isEmpty else { return level }
        level.count(results.map(\.isGood), on: CalendarDate.today)
        try await visit.write(queries.store(level, after: results.map(\.id), of: visit.me))
        return level
    }

    /// What is said at the end of a game that has been read together with it.
    func ending(_ stored: PracticeLevel?, _ results: [UncountedResult], _ times: [PlayedTime]) async throws -> PracticeEnding {
        PracticeEnding(level: try await settled(stored, results), rest: PracticeRest(times, now: Date()), trophies: [])
    }

    /// A game has just come to an end: its trophies are given, and the bell may have less to tell.
    func end() async throws -> PracticeEnding {
        let (stored, results, times) = try await visit.read(
            queries.level(of: visit.me, in: game), queries.uncounted(of: visit.me, in: game),
            queries.times(of: visit.me, limit: PracticeRest.looksAt))
        var ending = try await ending(stored, results, times)
        ending.trophies = try await visit.write(PracticeTrophies.practice.settle([visit.me]))
        visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id))
        return ending
    }
}
