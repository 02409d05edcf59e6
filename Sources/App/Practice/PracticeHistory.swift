import Charts
import FoundationEssentials
import HTMLTemplates
import Postgres

struct PracticeFilter: Sendable {
    /// The game whose results are shown. Nil if the results of both games are shown.
    var game: PracticeGame?
    /// Whether solved or unsolved games are shown. Nil if both are shown.
    var isWon: Bool?

    static let all = PracticeFilter()

    /// Reads the filter from the URL's query. Throws `Problem.notFound` if the query has an unknown value.
    init(_ visit: MemberVisit) throws {
        if let text = visit.query("game") {
            guard let game = PracticeGame(rawValue: text) else { throw Problem.notFound }
            self.game = game
        }
        switch visit.query("solved") {
        case nil: break
        case "yes": isWon = true
        case "no": isWon = false
        default: throw Problem.notFound
        }
    }

    init(game: PracticeGame? = nil, isWon: Bool? = nil) { (self.game, self.isWon) = (game, isWon) }

    func path(in club: Club) -> String {
        let fields = [game.map { "game=\($0.rawValue)" }, isWon.map { "solved=\($0 ? "yes" : "no")" }].compactMap(\.self)
        return club.path + "/practice/history" + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
    }
}

struct PracticeHistoryPage: Page {
    static let template = "practice/history"
    var layout: Layout
    var clubName: String
    var home: String
    var file: String
    var badges: String
    var reset: String
    var sharing: String
    var games: [TabLink]
    var results: [TabLink]
    /// The member's name. The printed page shows `name` and the current time, `at`.
    var name: String
    var at: Moment
    var history: PracticeHistory
    var isEmpty: Bool
    var pager: Pager

    init(
        _ filter: PracticeFilter, _ slice: Slice<PracticeResult, PracticeResult>, _ totals: [PracticeTotal],
        _ played: [PlayedGames], visit: MemberVisit
    ) {
        let club = visit.club
        (layout, clubName, name, at) = (visit.layout, club.name, visit.session.displayName, Moment(Date()))
        home = club.path + "/practice"
        (file, badges, reset, sharing) = (home + "/history/file", home + "/badges", home + "/reset", home + "/sharing")
        games = [nil, PracticeGame.wordley, .slideit].map { other in
            TabLink(
                label: other?.title ?? "Both", path: PracticeFilter(game: other, isWon: filter.isWon).path(in: club),
                isHere: other == filter.game)
        }
        results = [nil, true, false].map { other in
            TabLink(
                label: other.map { $0 ? "Solved" : "Not solved" } ?? "All",
                path: PracticeFilter(game: filter.game, isWon: other).path(in: club), isHere: other == filter.isWon)
        }
        let shown = filter.game.map { [$0] } ?? PracticeGame.allCases
        history = PracticeHistory(slice.rows, totals, played, of: shown, showsTaps: shown.contains(.slideit))
        isEmpty = slice.rows.isEmpty
        pager = slice.pager(at: filter.path(in: club), \.id)
    }
}

/// The latest results of Wordley or of SlideIt, once grouped by day or week, and once grouped by level.
struct PlayedGames: Sendable {
    var game: PracticeGame
    var periods: [PracticePeriod]
    var levels: [LevelTotal]

    static let limit = 500
}

struct PracticeHistory: ViewModel {
    var totals: [TotalView]
    /// The latest measurements of taps. Nil if no taps were measured, or if measurements are not shown.
    var taps: TapFacts?
    var bars: [BarChart]
    var lines: [LineChart]
    var rows: [ResultRow]

    /// - Parameter showsTaps: whether to show the measurements of taps in SlideIt, even if `games` does not contain SlideIt.
    init(
        _ results: [PracticeResult], _ totals: [PracticeTotal], _ played: [PlayedGames],
        of games: [PracticeGame], showsTaps: Bool
    ) {
        self.totals = totals.filter { games.contains($0.game) }.map { total in
            TotalView(total, played.first { $0.game == total.game }?.levels ?? [])
        }
        let charted = played.filter { $0.periods.count > 1 }.map { PracticeCharts($0.game, $0.periods) }
        bars = charted.filter { games.contains($0.game) }.map(\.good)
        lines = charted.flatMap { charts in
            (games.contains(charts.game) ? [charts.level, charts.steps] : []) + (showsTaps ? [charts.taps, charts.missed] : [])
        }.compactMap(\.self)
        taps = showsTaps ? played.first { $0.game == .slideit }?.periods.last { $0.hasTaps }.map(TapFacts.init) : nil
        rows = results.map(ResultRow.init)
    }

    var isEmpty: Bool { rows.isEmpty && taps == nil }
}

/// The speed and the misses of the member's taps in the latest day or week in which taps were measured.
struct TapFacts: ViewModel {
    var heading: String
    var left, right: String

    init(_ period: PracticePeriod) {
        heading = period.isWeek ? "Taps in the week from \(period.from.label)" : "Taps on \(period.from.label)"
        left = Self.label(period.leftPace, period.leftMissed)
        right = Self.label(period.rightPace, period.rightMissed)
    }

    private static func label(_ pace: Double?, _ missed: Double?) -> String {
        guard let pace else { return "none" }
        return "\((pace * 10).rounded() / 10) seconds between taps" + (missed.map { ", \(Int($0.rounded())) of 100 missed" } ?? "")
    }
}

struct PracticeCharts {
    let game: PracticeGame
    let good: BarChart
    /// The chart of the average level. Nil if fewer than two periods have a level.
    let level: LineChart?
    let steps: LineChart?
    /// The chart of the time between taps. Nil if neither side has taps in at least two periods.
    let taps: LineChart?
    let missed: LineChart?

    init(_ game: PracticeGame, _ periods: [PracticePeriod]) {
        self.game = game
        let (title, isWeekly) = (game.title, periods[0].isWeek)
        let (heading, every) = (isWeekly ? "Week from" : "Day", isWeekly ? "by week" : "by day")
        let days = periods.map(\.from)
        func line(_ name: String, _ series: [ChartSeries], _ unit: ChartUnit) -> LineChart {
            LineChart(title: "\(title): \(name), \(every)", heading: heading, axis: .days(days), series: series, unit: unit)
        }
        func values(_ value: (PracticePeriod) -> Double?) -> [Double] { periods.map { value($0) ?? .nan } }
        func isKnown(_ values: [Double]) -> Bool { values.count { $0.isFinite } > 1 }

        good = BarChart(
            title: "\(title): games \(every)", heading: heading, labels: days.map(\.label),
            series: [ChartSeries("Good", periods.map { Double($0.good) }), ChartSeries("All", periods.map { Double($0.games) })],
            unit: ChartUnit("game", "games"))
        let (levels, made, fewest) = (values(\.level), values(\.steps), values(\.least))
        level = isKnown(levels) ? line("level", [ChartSeries("Level", levels)], ChartUnit("level", "levels")) : nil
        steps =
            !isKnown(made)
            ? nil
            : game == .wordley
                ? line("guesses for a word", [ChartSeries("Guesses", made)], ChartUnit("guess", "guesses"))
                : line(
                    "moves for a puzzle", [ChartSeries("Moves made", made), ChartSeries("Fewest", fewest)], ChartUnit("move", "moves"))
        let (left, right) = (values(\.leftPace), values(\.rightPace))
        taps =
            isKnown(left) || isKnown(right)
            ? line(
                "time between taps", [ChartSeries("On the left", left), ChartSeries("On the right", right)],
                ChartUnit("second", "seconds")) : nil
        let (leftMissed, rightMissed) = (values(\.leftMissed), values(\.rightMissed))
        missed =
            isKnown(leftMissed) || isKnown(rightMissed)
            ? line(
                "missed taps out of 100", [ChartSeries("On the left", leftMissed), ChartSeries("On the right", rightMissed)],
                ChartUnit("tap", "taps")) : nil
    }
}

struct TotalView: ViewModel {
    var title: String
    var rule: String
    var games, won, points, best, average, streak, bestStreak: String
    var levels: [LevelRow]
    var hasLevels: Bool

    init(_ total: PracticeTotal, _ levels: [LevelTotal] = []) {
        self.levels = levels.map(LevelRow.init)
        hasLevels = !levels.isEmpty
        (title, rule) = (total.game.title, total.game.rule)
        (games, won, points, best) = ("\(total.games)", "\(total.won)", "\(total.points)", "\(total.best)")
        average = Self.average(total.points, total.games)
        (streak, bestStreak) = ("\(total.streak)", "\(total.bestStreak)")
    }
}

extension TotalView {
    static func average(_ points: Int, _ games: Int) -> String {
        games == 0 ? "0" : "\((Double(points) / Double(games) * 10).rounded() / 10)"
    }
}

struct LevelRow: ViewModel {
    var level: String
    var games, won, best, average: String

    init(_ total: LevelTotal) {
        level = total.level.map { "\($0)" } ?? "Word of the day"
        (games, won, best, average) = (
            "\(total.games)", "\(total.won)", "\(total.best)", TotalView.average(total.points, total.games)
        )
    }
}

struct ResultRow: ViewModel {
    var title: String
    var summary: String
    var points: String
    var isWon: Bool
    var at: Moment

    init(_ result: PracticeResult) {
        title = result.game.title
        let (steps, stepName) = (result.steps, result.game.stepName)
        let least = result.game == .slideit ? result.least.map { ", \($0) were enough" } ?? "" : ""
        let hints = result.hints == 0 ? "" : result.hints == 1 ? ", one hint" : ", \(result.hints) hints"
        let level = result.level.map { "Level \($0)" } ?? "Word of the day"
        let count = "\(steps) \(steps == 1 ? stepName.singular : stepName.plural)"
        summary = "\(level) · \(result.isWon ? "solved" : "not solved") · \(count)\(least)\(hints)"
        points = result.points == 1 ? "1 point" : "\(result.points) points"
        (isWon, at) = (result.isWon, Moment(result.finishedAt))
    }
}
