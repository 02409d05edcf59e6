import Calendar
import FoundationEssentials
import Postgres

/// A game that came to an end.
struct PracticeResult: Sendable, RowDecodable {
    var id: ID<PracticeResult>
    var game: PracticeGame
    /// nil: on no ladder.
    var level: Int?
    var isWon: Bool
    var isGood: Bool
    var points: Int
    /// Guesses, or moves.
    var steps: Int
    /// The fewest there could be; nil: there is no such number.
    var least: Int?
    var hints: Int
    var finishedAt: Date
    var taps: TapMeasure

    init(_ row: inout Row) throws {
        id = try row.next()
        game = try row.next()
        level = try row.next()
        isWon = try row.next()
        isGood = try row.next()
        points = try row.next()
        steps = try row.next()
        least = try row.next()
        hints = try row.next()
        finishedAt = try row.next()
        taps = try TapMeasure(&row)
    }

    /// Of a result `r`.
    static let columns: SQL = """
        r.id, r.game, r.level::bigint, r.is_won, r.is_good, r.points::bigint, r.steps::bigint, r.least::bigint, r.hints::bigint, r.finished_at,
        \(TapMeasure.columns(of: "r"))
        """
}

/// How somebody taps, on each side of a board.
struct TapMeasure: Sendable, RowDecodable {
    struct Side: Sendable {
        var taps = 0
        /// Milliseconds between them and those before, without those that came after a rest.
        var time = 0
        /// Those that hit nothing that moves.
        var missed = 0

        /// Seconds between taps, on the average; 0 where there are none.
        var pace: Double { taps == 0 ? 0 : Double(time / taps) / 1000 }
    }

    var left = Side()
    var right = Side()

    init() {}

    init(_ row: inout Row) throws {
        left = Side(taps: try row.next(), time: try row.next(), missed: try row.next())
        right = Side(taps: try row.next(), time: try row.next(), missed: try row.next())
    }

    static func columns(of r: SQL) -> SQL {
        """
        \(r).left_taps::bigint, \(r).left_ms, \(r).left_missed::bigint, \(r).right_taps::bigint, \(r).right_ms, \(r).right_missed::bigint
        """
    }
}

/// The games of a day, or of a week, which begins on Monday.
struct PracticePeriod: Sendable, RowDecodable {
    var from: CalendarDate
    var isWeek: Bool
    var games: Int
    var good: Int
    /// On the average; nil: none was on the ladder.
    var level: Double?
    /// Of solved games, on the average.
    var steps: Double?
    var least: Double?
    /// Seconds between taps on each side; nil: none were measured.
    var leftPace: Double?
    var rightPace: Double?
    /// Of a hundred taps.
    var leftMissed: Double?
    var rightMissed: Double?

    var hasTaps: Bool { leftPace != nil || rightPace != nil }

    init(_ row: inout Row) throws {
        from = try row.next()
        isWeek = try row.next()
        games = try row.next()
        good = try row.next()
        level = try row.next()
        steps = try row.next()
        least = try row.next()
        leftPace = try row.next()
        rightPace = try row.next()
        leftMissed = try row.next()
        rightMissed = try row.next()
    }
}

/// What the last games on a level come to.
struct LevelTotal: Sendable, RowDecodable {
    /// nil: on no ladder, as the word of the day.
    var level: Int?
    var games: Int
    var won: Int
    var points: Int
    var best: Int

    init(_ row: inout Row) throws {
        level = try row.next()
        games = try row.next()
        won = try row.next()
        points = try row.next()
        best = try row.next()
    }
}

/// When a game was played.
struct PlayedTime: Sendable, RowDecodable {
    var startedAt: Date?
    var finishedAt: Date

    init(startedAt: Date?, finishedAt: Date) { (self.startedAt, self.finishedAt) = (startedAt, finishedAt) }

    init(_ row: inout Row) throws {
        startedAt = try row.next()
        finishedAt = try row.next()
    }
}

/// A game that the staircase has not counted.
struct UncountedResult: Sendable, RowDecodable {
    var id: ID<PracticeResult>
    var isGood: Bool

    init(_ row: inout Row) throws {
        id = try row.next()
        isGood = try row.next()
    }
}
