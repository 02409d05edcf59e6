import Calendar
import FoundationEssentials
import Hummingbird
import Postgres
import Web

/// The pages of practice that both games share: home, history, badges, settings, levels and resets.
struct PracticeRoutes {
    private let queries = PracticeQueries()
    private static let pageSize = 30

    func add(to site: Site) {
        site.memberGet("/c/:club/practice") { visit in
            let tasks = TaskQueries()
            let (levels, totals, due, today, audience, times) = try await visit.read(
                queries.levels(of: visit.me), queries.totals(of: visit.me), tasks.tasks(of: visit.me, in: visit.zone),
                DayQueries().today(in: visit.zone), PracticeSharingQueries().audience(of: visit.me),
                queries.times(of: visit.me, limit: PracticeBreak.gameLimit))
            let taskSummary = TaskSummary(due, today: today, club: visit.club)
            return try visit.page(
                PracticePage(levels, totals, taskSummary, audience, PracticeBreak(times, now: Date()), visit: visit))
        }
        site.memberGet("/c/:club/practice/history", showHistory)
        site.memberGet("/c/:club/practice/badges") { visit in
            let (held, progress, members) = try await visit.read(
                Badges.badges(of: visit.me), Badges.progress(of: visit.me), Badges.memberCount())
            return try visit.page(PracticeBadgesPage(held, progress, members: members, visit: visit))
        }
        site.memberGet("/c/:club/practice/reset", showReset)
        site.memberPost("/c/:club/practice/reset", reset)
        site.memberFile("/c/:club/practice/history/file") { visit in PracticeExport(visit).response }
        site.memberPost("/c/:club/practice/levels", on: "/practice", setLevel)
        site.memberGet("/c/:club/practice/settings") { visit in
            let settings = try await visit.read(queries.settings(of: visit.me))
            return try visit.page(PracticeSettingsPage(settings ?? PracticeSettings(), visit: visit))
        }
        site.memberPost("/c/:club/practice/settings") { visit in
            guard let settings = PracticeSettings(visit.form) else { throw Problem.malformed("Choose one of the settings on the page.") }
            try visit.spend(.practice)
            try await visit.write(queries.update(settings, of: visit.me))
            return visit.redirect(to: visit.club.path + "/practice")
        }
    }

    /// Fixes the level, releases it, or stores the member's answer to the question whether the level should go down.
    private func setLevel(_ visit: MemberVisit) async throws -> Response {
        guard let game = PracticeGame(rawValue: visit.form["game"]) else { throw Problem.malformed("There is no such game.") }
        try visit.spend(.practice)
        var level = try await PracticeStaircase(game, visit).recalculated()
        switch visit.form["choice"] {
        case "hold": try await visit.write(queries.setHeld(true, level, of: visit.me))
        case "follow": try await visit.write(queries.setHeld(false, level, of: visit.me))
        case "ease":
            level.ease(on: CalendarDate.todayInUTC)
            try await visit.write(queries.storeEaseAnswer(level, of: visit.me))
        case "keep":
            level.asksEasier = false
            try await visit.write(queries.storeEaseAnswer(level, of: visit.me))
        default: throw Problem.malformed("Choose what to do with the level.")
        }
        return visit.redirect(to: visit.club.path + "/practice")
    }

    private func showHistory(_ visit: MemberVisit) async throws -> Response {
        let filter = try PracticeFilter(visit)
        let cursor: Cursor<PracticeResult> = try visit.cursor()
        let limit = PlayedGames.limit
        let (found, totals, words, slides, wordLevels, slideLevels) = try await visit.read(
            queries.results(of: visit.me, filter, at: cursor, limit: Self.pageSize + 1), queries.totals(of: visit.me),
            queries.periods(of: visit.me, in: .wordley, limit: limit), queries.periods(of: visit.me, in: .slideit, limit: limit),
            queries.levelTotals(of: visit.me, in: .wordley, limit: limit), queries.levelTotals(of: visit.me, in: .slideit, limit: limit))
        let played = [
            PlayedGames(game: .wordley, periods: words, levels: wordLevels),
            PlayedGames(game: .slideit, periods: slides, levels: slideLevels),
        ]
        let slice = Slice(found, at: cursor, size: Self.pageSize)
        guard !slice.leadsToFirst else { return visit.redirect(to: filter.path(in: visit.club)) }
        return try visit.page(PracticeHistoryPage(filter, slice, totals, played, visit: visit))
    }

    // MARK: Resetting the score

    private func showReset(_ visit: MemberVisit) async throws -> Response {
        let (totals, settings) = try await visit.read(queries.totals(of: visit.me), queries.settings(of: visit.me))
        return try visit.page(ResetPracticePage(totals, settings ?? PracticeSettings(), visit: visit))
    }

    /// Resets the score, or undoes the last reset. The totals, the days of practice and the badges change in the same transaction.
    private func reset(_ visit: MemberVisit) async throws -> Response {
        try visit.spend(.practice)
        let isUndone = visit.form["choice"] == "undo"
        let (changed, _, _) = try await visit.write(
            isUndone ? queries.undoReset(of: visit.me) : queries.reset(of: visit.me), queries.recalculateTotals(of: visit.me),
            PracticeBadges.practice.award(to: [visit.me]))
        guard changed == 1 || !isUndone else {
            throw Problem(status: .gone, title: "It is too late to undo", detail: "A reset can be undone for 30 days. Your score stays.")
        }
        return visit.redirect(to: visit.club.path + "/practice/reset")
    }
}

extension RateLimiter.Limit {
    static let practice = RateLimiter.Limit(name: "practice", burst: 120, secondsPerToken: 0.5)
}
